import type { AgentExit, AgentProcess } from '../../src/domain/attempt/attempt.ts';
import { failure } from '../../src/domain/failure.ts';
import type { Failure } from '../../src/domain/failure.ts';
import type { AttemptId } from '../../src/domain/ids.ts';
import { err, ok } from '../../src/domain/result.ts';
import type {
  SupervisedLaunch,
  Supervision,
  SupervisionState,
} from '../../src/ports/supervision.ts';

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
export interface FakeSupervision {
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
export function fakeSupervision(now: () => number): FakeSupervision {
  const agents = new Map<AttemptId, Agent>();
  const refused = new Map<AttemptId, Failure>();
  const failedStarts = new Set<AttemptId>();
  const stubborn = new Set<AttemptId>();
  const launches: SupervisedLaunch[] = [];
  const end = (attempt: AttemptId, exit: Partial<AgentExit>): void => {
    const agent = agents.get(attempt);
    if (agent?.state.kind !== 'alive') return;
    const full = { code: 0, signal: null, lost: false, stopped: null, ...exit };
    const { process, startedAt } = agent.alive;
    const state: Exited = { kind: 'exited', process, startedAt, exit: full, at: now() };
    agent.state = state;
    for (const done of agent.watchers) queueMicrotask(() => done(state));
    agent.watchers.clear();
  };
  const supervision: Supervision = {
    start: (launch) => {
      const why = refused.get(launch.attempt);
      if (why !== undefined) {
        failedStarts.add(launch.attempt);
        return Promise.resolve(err(why));
      }
      const known = agents.get(launch.attempt);
      if (known !== undefined) return Promise.resolve(ok(known.state));
      launches.push(launch);
      const agent = newAgent(launch, launches.length, now());
      agents.set(launch.attempt, agent);
      return Promise.resolve(ok(agent.state));
    },
    probe: (attempt) => {
      const exit: AgentExit = { code: 127, signal: null, lost: false, stopped: null };
      if (failedStarts.has(attempt)) {
        return Promise.resolve({
          kind: 'exited',
          process: null,
          startedAt: now(),
          exit,
          at: now(),
        });
      }
      return Promise.resolve(agents.get(attempt)?.state ?? { kind: 'absent' });
    },
    watch: (attempt, _folder, done) => watch(agents.get(attempt), done),
    send: (attempt, _folder, text) => {
      const agent = agents.get(attempt);
      const open = agent?.state.kind === 'alive' && agent.launch.keepOpen;
      if (open) agent.sent.push(text);
      return Promise.resolve(open);
    },
    stop: (attempt, _folder, why) => {
      if (!stubborn.has(attempt)) end(attempt, { code: null, signal: 'SIGTERM', stopped: why });
      return Promise.resolve();
    },
  };
  return {
    supervision,
    launches,
    sent: (attempt) => agents.get(attempt)?.sent ?? [],
    exit: (attempt, exit = {}) => end(attempt, exit),
    lose: (attempt) => end(attempt, { code: null, lost: true }),
    due: (attempt) => end(attempt, { code: null, signal: 'SIGTERM', stopped: 'deadline' }),
    ignoreStop: (attempt) => void stubborn.add(attempt),
    refuse: (attempt, why = failure('agent-not-found', 'there is no such program')) =>
      void refused.set(attempt, why),
  };
}

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
