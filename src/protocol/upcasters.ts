/**
 * Steps from one version of an event's data to the next. Pure, and for ever kept once released; data
 * of another shape than the version's own is handed on as it is, and found broken by the schema.
 */

type Data = Readonly<Record<string, unknown>>;

const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `run.started` 1 → 2: delegation was the word `off`; questions were not waited for; no own prices. */
export const planKnowsDelegation = (data: unknown): unknown => {
  if (!isData(data) || !isData(data['plan'])) return data;
  const { plan } = data;
  const tasks = Array.isArray(plan['tasks'])
    ? plan['tasks'].map(taskKnowsDelegation)
    : plan['tasks'];
  return { ...data, plan: { ...plan, tasks, questionMs: 0, prices: [] } };
};

/** `run.started` 2 → 3: there were no limits of tokens and money, and nothing was made again by itself. */
export const planKnowsBudget = (data: unknown): unknown => {
  if (!isData(data) || !isData(data['plan'])) return data;
  const { plan } = data;
  if (!isData(plan['limits'])) return data;
  const limits = { ...plan['limits'], tokens: null, usd: null, retries: 0 };
  return { ...data, plan: { ...plan, limits } };
};

/** `run.started` 3 → 4: the integrator alone put the whole together. */
export const planKnowsAssembler = (data: unknown): unknown =>
  isData(data) && isData(data['plan'])
    ? { ...data, plan: { ...data['plan'], assemble: null } }
    : data;

/** `run.started` 4 → 5: no deadline was shortened for a task's size. */
export const planKnowsOwnDeadlines = (data: unknown): unknown => {
  if (!isData(data) || !isData(data['plan'])) return data;
  const { plan } = data;
  if (!Array.isArray(plan['tasks'])) return data;
  const tasks = plan['tasks'].map((task: unknown) =>
    isData(task) ? { ...task, ownDeadline: true } : task,
  );
  return { ...data, plan: { ...plan, tasks } };
};

/** `run.started` 5 → 6: a size was always the plan's. */
export const planKnowsSizeOrigin = (data: unknown): unknown => {
  if (!isData(data) || !isData(data['plan'])) return data;
  const { plan } = data;
  if (!Array.isArray(plan['tasks'])) return data;
  const tasks = plan['tasks'].map(taskKnowsSizeOrigin);
  return { ...data, plan: { ...plan, tasks } };
};

/** `run.started` 6 → 7: agent time had no limit of its own, and nothing was behind a boundary. */
export const planKnowsAgentTime = (data: unknown): unknown => {
  if (!isData(data) || !isData(data['plan'])) return data;
  const { plan } = data;
  if (!isData(plan['limits'])) return data;
  const grants = { network: [], read: [], write: [], env: [] };
  return { ...data, plan: { ...plan, limits: { ...plan['limits'], agentMs: null }, grants } };
};

/** `run.started` 7 → 8: no policy parked paths. */
export const planKnowsParkedPaths = (data: unknown): unknown =>
  isData(data) && isData(data['plan']) ? { ...data, plan: { ...data['plan'], parked: [] } } : data;

/** `run.started` 8 → 9: one delivery after the other was merged, checked and landed. */
export const planKnowsQueue = (data: unknown): unknown =>
  isData(data) && isData(data['plan'])
    ? { ...data, plan: { ...data['plan'], queue: { mode: 'tip-green', slots: 1, squash: false } } }
    : data;

/** `effect.intended` 1 → 2: a delivery was tested and landed by one effect; its probe finds what it landed. */
export const landingsAreOfGroups = (data: unknown): unknown => {
  if (!isData(data) || !isData(data['effect']) || data['effect']['kind'] !== 'land') return data;
  const { delivery } = data['effect'];
  return { ...data, effect: { kind: 'land-group', test: '', deliveries: [delivery] } };
};

const taskKnowsSizeOrigin = (task: unknown): unknown =>
  isData(task) ? { ...task, sizeFrom: task['sizeMs'] === null ? null : 'plan' } : task;

const taskKnowsDelegation = (task: unknown): unknown =>
  isData(task) ? { ...task, delegation: { mode: task['delegation'] } } : task;

/** `attempt.ended` 1 → 2: nothing was known of what kept an agent from its work. */
export const attemptKnowsTrouble = (data: unknown): unknown =>
  isData(data) ? { ...data, trouble: null } : data;
