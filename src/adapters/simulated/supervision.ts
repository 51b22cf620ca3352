import type { AgentExit, AgentProcess } from '../../domain/attempt/attempt.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import type { AttemptId } from '../../domain/ids.ts';
import { err, ok } from '../../domain/result.ts';
import type { SupervisedLaunch, Supervision, SupervisionState } from '../../ports/supervision.ts';

type Exited = SupervisionState & { kind: 'exited' };
type Alive = SupervisionState & { kind: 'alive' };

interface Agent {
  readonly launch: SupervisedLaunch;
  readonly alive: Alive;
  state: Alive | Exited;
  readonly sent: string[];
  readonly watchers: Set<(state: Exited) => void>;
}

/** Supervision without processes: a test says what becomes of each agent. */
export interface MemorySupervision {
  readonly supervision: Supervision;
  /** Every launch that started an agent, in order. */
  readonly launches: readonly SupervisedLaunch[];
  /** What was written to the agent: its standard input first, then each message. */
  sent(attempt: AttemptId): readonly string[];
  /** The agent ends by itself, or as the exit says. */
  exit(attempt: AttemptId, exit?: Partial<AgentExit>): void;
  /** Its supervisor dies. */
  lose(attempt: AttemptId): void;
  /** It comes to its deadline. */
  due(attempt: AttemptId): void;
  /** It goes on when it is asked to stop, until `exit`. */
  ignoreStop(attempt: AttemptId): void;
  /** Its program cannot be started. */
  refuse(attempt: AttemptId, why?: Failure): void;
}

/** Agents in memory. `now` is the clock of their times. */
export function memorySupervision(now: () => number): MemorySupervision {
  const house: House = {
    now,
    agents: new Map(),
    refused: new Map(),
    failedStarts: new Set(),
    stubborn: new Set(),
    launches: [],
  };
  return {
    supervision: supervisionOf(house),
    launches: house.launches,
    sent: (attempt) => house.agents.get(attempt)?.sent ?? [],
    exit: (attempt, exit = {}) => end(house, attempt, exit),
    lose: (attempt) => end(house, attempt, { code: null, lost: true }),
    due: (attempt) => end(house, attempt, { code: null, signal: 'SIGTERM', stopped: 'deadline' }),
    ignoreStop: (attempt) => void house.stubborn.add(attempt),
    refuse: (attempt, why = failure('agent-not-found', 'there is no such program')) =>
      void house.refused.set(attempt, why),
  };
}

interface House {
  readonly now: () => number;
  readonly agents: Map<AttemptId, Agent>;
  readonly refused: Map<AttemptId, Failure>;
  readonly failedStarts: Set<AttemptId>;
  readonly stubborn: Set<AttemptId>;
  readonly launches: SupervisedLaunch[];
}

const supervisionOf = (house: House): Supervision => ({
  start: (launch) => {
    const why = house.refused.get(launch.attempt);
    if (why !== undefined) {
      house.failedStarts.add(launch.attempt);
      return Promise.resolve(err(why));
    }
    const known = house.agents.get(launch.attempt);
    if (known !== undefined) return Promise.resolve(ok(known.state));
    house.launches.push(launch);
    const agent = newAgent(launch, house.launches.length, house.now());
    house.agents.set(launch.attempt, agent);
    return Promise.resolve(ok(agent.state));
  },
  probe: (attempt) => {
    if (!house.failedStarts.has(attempt))
      return Promise.resolve(house.agents.get(attempt)?.state ?? { kind: 'absent' });
    const exit: AgentExit = { code: 127, signal: null, lost: false, stopped: null };
    const at = house.now();
    return Promise.resolve({ kind: 'exited', process: null, startedAt: at, exit, at });
  },
  watch: (attempt, _folder, done) => watch(house.agents.get(attempt), done),
  send: (attempt, _folder, text) => {
    const agent = house.agents.get(attempt);
    const open = agent?.state.kind === 'alive' && agent.launch.keepOpen;
    if (open) agent.sent.push(text);
    return Promise.resolve(open);
  },
  stop: (attempt, _folder, why) => {
    if (!house.stubborn.has(attempt))
      end(house, attempt, { code: null, signal: 'SIGTERM', stopped: why });
    return Promise.resolve();
  },
});

const end = (house: House, attempt: AttemptId, exit: Partial<AgentExit>): void => {
  const agent = house.agents.get(attempt);
  if (agent?.state.kind !== 'alive') return;
  const full = { code: 0, signal: null, lost: false, stopped: null, ...exit };
  const { process, startedAt } = agent.alive;
  const state: Exited = { kind: 'exited', process, startedAt, exit: full, at: house.now() };
  agent.state = state;
  for (const done of agent.watchers) queueMicrotask(() => done(state));
  agent.watchers.clear();
};

function newAgent(launch: SupervisedLaunch, count: number, startedAt: number): Agent {
  const process: AgentProcess = {
    supervisorPid: 1000 + 2 * count,
    pid: 1001 + 2 * count,
    startTime: String(count),
  };
  const alive: Alive = { kind: 'alive', process, startedAt };
  const sent = launch.stdin === '' ? [] : [launch.stdin];
  return { launch, alive, state: alive, sent, watchers: new Set() };
}

function watch(agent: Agent | undefined, done: (state: Exited) => void): () => void {
  let stopped = false;
  const once = (state: Exited): void => {
    if (!stopped) done(state);
  };
  const state = agent?.state;
  if (state?.kind === 'exited') queueMicrotask(() => once(state));
  else agent?.watchers.add(once);
  return () => {
    stopped = true;
    agent?.watchers.delete(once);
  };
}
