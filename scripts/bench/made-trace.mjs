// A long session in normal form: what the detectors of patterns look through.

const WORDS = 'reader writer parser cache queue pool index router store view'.split(' ');
const STEP_MS = 40;

/** A made session with so many sub-agents, which work eight at a time, and about so many events. */
export function makeLongTrace(subAgents, events) {
  const waves = Math.ceil(subAgents / 8);
  const each = Math.floor(events / subAgents);
  const waveMs = each * 8 * STEP_MS;
  const session = { agents: [], events: [], line: 0 };
  const root = agentOf('root', 0, waves * waveMs);
  session.agents.push({ ...root, kind: 'root', parent: null, launch: 'person' });
  tell(session, 'root', 0, {
    kind: 'message',
    what: 'prompt',
    text: promptOf(subAgents),
    ...PERSON,
  });
  for (let number = 0; number < subAgents; number += 1) {
    const from = Math.floor(number / 8) * waveMs + (number % 8);
    work(session, number, { from, to: from + waveMs - 100, each });
  }
  tell(session, 'root', waves * waveMs - 10, testOf('root', 'failed', 'AssertionError: 1 !== 2'));
  tell(session, 'root', waves * waveMs - 1, {
    kind: 'message',
    what: 'final',
    text: 'All is done.',
    ...PERSON,
  });
  return {
    version: 1,
    id: 'long0001',
    source: 'claude-code',
    session: 'long',
    programVersion: null,
    title: null,
    cwd: '/repo',
    branch: null,
    workspaces: ['/repo'],
    startedAt: 0,
    endedAt: waves * waveMs,
    agents: session.agents,
    events: session.events
      .toSorted((a, b) => a.at - b.at)
      .map((event, order) => ({ ...event, order })),
    budget: { wallMs: waves * waveMs, tokens: null, usd: null },
    deliverables: ['src/main.js'],
    units: null,
    stated: [],
    files: [],
    notes: NO_NOTES,
  };
}

const PERSON = { from: { kind: 'person' }, to: { kind: 'person' }, length: 20, call: null };
const promptOf = (count) =>
  `Write all of it. ${Array.from({ length: count }, (_, at) => `Part ${at} has the limit ${7000 + at}.`).join(' ')}`;

const placed = (path, kind) => ({ workspace: '/repo', path, kind });
const fileOf = (number, at) => `src/part${number}/${WORDS[at % WORDS.length]}${at % 40}.js`;

function tell(session, agent, at, event) {
  session.line += 1;
  const evidence = { file: `/records/${agent}.jsonl`, line: session.line, record: null };
  session.events.push({ agent, at, evidence, ...event });
}

const testOf = (agent, verdict, failures) => ({
  kind: 'test',
  call: `${agent}-test`,
  what: 'test',
  runner: 'npm test',
  scope: [],
  until: null,
  verdict,
  passed: null,
  failed: null,
  failures,
  workspace: '/repo',
});

function agentOf(id, from, to) {
  const evidence = { file: `/records/${id}.jsonl`, line: 1, record: null };
  return {
    id,
    kind: 'sub',
    parent: 'root',
    name: id,
    type: null,
    model: null,
    launch: 'background',
    spawnedBy: null,
    brief: null,
    inheritsContext: null,
    place: { path: '/repo', own: false, branch: null },
    scope: null,
    unit: null,
    retryOf: null,
    startedAt: from,
    live: [{ from, to }],
    end: { state: 'completed', by: 'itself', at: to, reason: null, evidence },
    role: 'writer',
    recorded: true,
    evidence,
  };
}

/** One sub-agent in four only looks; one in five fails, and one in seven is stopped. */
function work(session, number, { from, to, each }) {
  const id = `a${number}`;
  const looks = number % 4 === 3;
  const text = `Write ${fileOf(number, 0)} and what it needs, with limits, as part ${number}.`;
  const state = number % 5 === 4 ? 'failed' : number % 7 === 6 ? 'cancelled' : 'completed';
  const agent = agentOf(id, from, to);
  session.agents.push({
    ...agent,
    role: looks ? 'verifier' : 'writer',
    brief: { text, hash: `hash${number}`, length: text.length },
    end: { ...agent.end, state, by: state === 'cancelled' ? 'parent' : 'itself' },
  });
  tell(session, 'root', from, {
    kind: 'spawn',
    call: null,
    child: id,
    outcome: 'started',
    reason: null,
    briefHash: null,
  });
  for (let at = 0; at < each - 3; at += 1) {
    const time = from + 10 + at * 8 * STEP_MS;
    for (const event of stepOf(number, at, looks)) tell(session, id, Math.min(time, to - 5), event);
    if (at % 2 === 1) at += 1;
  }
  if (state === 'cancelled')
    tell(session, 'root', to, { kind: 'stop', call: null, target: id, reason: null });
  if (state !== 'completed') return;
  tell(session, 'root', to + 20, {
    kind: 'message',
    what: 'result',
    from: { kind: 'agent', id },
    to: { kind: 'agent', id: 'root' },
    text: `limit = ${7000 + (number % 3)}\n${fileOf(number, 1)} and ${fileOf(number, 2)} are written; see ${fileOf(number + 1, 3)}.`,
    length: 200,
    call: null,
  });
}

/** A call with what it did; every second one is a call alone. */
function stepOf(number, at, looks) {
  const id = `c${number}-${at}`;
  const call = {
    kind: 'tool',
    id,
    name: 'Tool',
    tool: 'other',
    until: null,
    outcome: 'ok',
    exit: null,
    error: null,
    resultLength: 100,
    resultCut: false,
  };
  if (at % 2 === 0) return [call];
  const path = placed(fileOf(at % 50 === 49 ? number + 1 : number, at), 'product');
  if (at % 31 === 30)
    return [
      call,
      {
        ...testOf(
          id,
          at % 62 === 30 ? 'failed' : 'passed',
          `Error: Cannot find module './${WORDS[number % 10]}${at % 40}.js' (${id})`,
        ),
      },
    ];
  if (at % 97 === 95)
    return [
      call,
      {
        kind: 'git',
        call: id,
        op: 'checkout-paths',
        paths: [path],
        destroys: true,
        workspace: '/repo',
        outcome: 'ok',
        commit: null,
      },
    ];
  if (at % 41 === 40)
    return [
      call,
      { kind: 'read', call: id, path: placed(`tmp/shared${at % 5}.txt`, 'temporary'), how: 'run' },
    ];
  if (looks || at % 3 !== 0) return [call, { kind: 'read', call: id, path, how: 'tool' }];
  if (at % 43 === 42)
    return [call, writeOf(id, placed(`tmp/shared${at % 5}.txt`, 'temporary'), number, at)];
  return [call, writeOf(id, path, number, at)];
}

const writeOf = (call, path, number, at) => ({
  kind: 'write',
  call,
  path,
  op: 'edit',
  how: 'tool',
  preHash: null,
  postHash: null,
  content: null,
  added: { hashes: [number * 1000 + at], lines: 1 },
  removed: { hashes: [number * 1000 + at - 1], lines: 1 },
  defines: at % 9 === 0 ? [`make${WORDS[at % 10]}${number % 60}`] : [],
  imports: [`./${WORDS[(at + 1) % 10]}${at % 40}.js`],
  literals: [String(7000 + ((number + at) % 200))],
  names: Array.from({ length: 8 }, (_, index) => `name_${(number * 7 + at + index) % 400}`),
  settings: [`limit=${7000 + ((number + at) % 200)}`],
});

const NO_NOTES = {
  unknownRecords: {},
  unreadableLines: 0,
  tornLines: 0,
  longLines: 0,
  repeatedRecords: 0,
  clockSteps: 0,
  unpairedCalls: 0,
  missingAgents: [],
  orphanAgents: [],
  unreadableFiles: [],
  droppedEvents: 0,
};
