import type { TraceAgent } from '../../src/domain/trace/agent.ts';
import type {
  FileWrite,
  ModelRequest,
  TestRun,
  ToolCall,
  TraceEvent,
} from '../../src/domain/trace/event.ts';
import type { Evidence } from '../../src/domain/trace/evidence.ts';
import type { PlacedPath } from '../../src/domain/trace/place.ts';
import { NO_BUDGET, TRACE_VERSION, type Trace } from '../../src/domain/trace/trace.ts';

export const AT: Evidence = { file: 'made.jsonl', line: 1, record: null };

/** An agent that completed; `more` says what is different. */
export const madeAgent = (id: string, more: Partial<TraceAgent> = {}): TraceAgent => ({
  id,
  kind: 'sub',
  parent: 'root',
  name: id,
  type: null,
  model: null,
  launch: 'foreground',
  spawnedBy: null,
  brief: null,
  inheritsContext: null,
  place: { path: '/repo', own: false, branch: null },
  scope: null,
  unit: null,
  retryOf: null,
  startedAt: 0,
  live: [{ from: 0, to: 1000 }],
  end: { state: 'completed', by: 'itself', at: 1000, reason: null, evidence: AT },
  role: 'unknown',
  recorded: true,
  evidence: AT,
  ...more,
});

/** A trace of a root and other agents. */
export const madeTrace = (
  agents: readonly TraceAgent[],
  events: readonly TraceEvent[] = [],
  more: Partial<Trace> = {},
): Trace => ({
  version: TRACE_VERSION,
  id: 'made0001',
  source: 'claude-code',
  session: 'made',
  programVersion: null,
  title: null,
  cwd: '/repo',
  branch: null,
  workspaces: ['/repo'],
  startedAt: 0,
  endedAt: 1000,
  agents: [madeAgent('root', { kind: 'root', parent: null, launch: 'person' }), ...agents],
  events,
  budget: NO_BUDGET,
  deliverables: null,
  units: null,
  stated: [],
  files: [],
  notes: NO_NOTES,
  ...more,
});

const NO_NOTES: Trace['notes'] = {
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

const base = (agent: string, order: number) => ({ order, agent, at: order, evidence: AT });

export const madeCall = (agent: string, order = 0): ToolCall => ({
  ...base(agent, order),
  kind: 'tool',
  id: `call-${order}`,
  name: 'Read',
  tool: 'read',
  until: null,
  outcome: 'ok',
  exit: null,
  error: null,
  resultLength: null,
  resultCut: false,
});

export const madeWrite = (
  agent: string,
  path: string,
  kind: PlacedPath['kind'] = 'product',
  order = 0,
): FileWrite => ({
  ...base(agent, order),
  kind: 'write',
  call: `call-${order}`,
  path: { workspace: '/repo', path, kind },
  op: 'replace',
  how: 'tool',
  preHash: null,
  postHash: null,
  content: null,
  added: null,
  removed: null,
  defines: [],
  imports: [],
  literals: [],
  names: [],
  settings: [],
});

export const madeTest = (agent: string, verdict: TestRun['verdict'], order = 0): TestRun => ({
  ...base(agent, order),
  kind: 'test',
  call: `call-${order}`,
  what: 'test',
  runner: 'npm test',
  scope: [],
  until: null,
  verdict,
  passed: null,
  failed: null,
  failures: '',
  workspace: '/repo',
});

/** A request that was answered with so many tokens, and read none. */
export const madeRequest = (agent: string, output: number, order = 0): ModelRequest => ({
  ...base(agent, order),
  kind: 'request',
  model: null,
  usage: { input: 0, cacheRead: 0, cacheWrite: 0, output },
  of: 'request',
  stop: 'end',
});
