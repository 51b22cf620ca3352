import { hasProcess } from '../domain/attempt/evolve.ts';
import type { AttemptId } from '../domain/ids.ts';
import type { AgentFact } from '../domain/receipt/agent-fact.ts';
import { spentByOutput } from '../domain/receipt/account.ts';
import {
  limitedUpTo,
  NEVER_LIMITED,
  rateLimitClock,
  stopped,
} from '../domain/receipt/rate-limit-clock.ts';
import type { RateLimitClock } from '../domain/receipt/rate-limit-clock.ts';
import { emptySummary } from '../domain/receipt/output-summary.ts';
import type { OutputSummary } from '../domain/receipt/output-summary.ts';
import { summarise } from '../domain/receipt/summarise-output.ts';
import { totalTokens } from '../domain/receipt/token-usage.ts';
import type { RunCommand } from '../domain/run/commands.ts';
import type { RunState } from '../domain/run/state.ts';
import { planTask } from '../domain/run/state.ts';
import type { Clock } from '../ports/clock.ts';
import type { OutputFollower } from '../ports/attempt-files.ts';
import type { HeldCheckpoint, TelemetryRow } from '../ports/telemetry.ts';
import type { EngineDeps } from './deps.ts';

/**
 * Listens to the agents' output: keeps the last-value row of each live attempt up to date, on which
 * no decision hangs, and hands on what an agent asks and hears. That is told again after a restart,
 * from the start of the output; whoever hears it twice has to bear that.
 */
export interface TelemetryPoller {
  close(): Promise<void>;
}

const INTERVAL_MS = 1_000;

interface Followed {
  readonly follower: OutputFollower;
  summary: OutputSummary;
  lastTool: string | null;
  bytes: number;
  checkpoint: HeldCheckpoint | null;
  diskBytes: number | null;
  limited: RateLimitClock;
}

/** What is asked while polling. */
export interface TelemetrySources {
  readonly state: () => RunState | null;
  /** The newest checkpoint of an attempt. */
  readonly heldBy: (attempt: AttemptId) => HeldCheckpoint | null;
  /** What an attempt takes on the disk. */
  readonly takenBy: (attempt: AttemptId) => number | null;
}

/** Polls the output of the attempts that have a process, as long as it is not closed. */
export const telemetryPoller = (
  deps: EngineDeps,
  { state, heldBy, takenBy }: TelemetrySources,
  heard: (command: RunCommand) => void,
): TelemetryPoller => {
  const followed = new Map<AttemptId, Followed>();

  const poll = async (): Promise<void> => {
    const run = state();
    if (run === null) return;
    for (const attempt of Object.values(run.attempts)) {
      if (!hasProcess(attempt)) {
        drop(run, attempt.id);
        continue;
      }
      const known = followed.get(attempt.id) ?? follow(deps, run, attempt.id);
      if (known === null) continue;
      followed.set(attempt.id, known);
      const before = known.bytes;
      const now = deps.clock.now();
      known.bytes = await known.follower.poll((fact) => {
        note(known, fact, now);
        const command = commandOf(attempt.id, fact);
        if (command !== null) heard(command);
      });
      await tell(run, attempt.id, known, known.bytes !== before);
    }
  };

  /** Whatever an agent that is gone has waited for, it does so no more. */
  const drop = (run: RunState, id: AttemptId): void => {
    const known = followed.get(id);
    const now = deps.clock.now();
    const wait = known === undefined ? null : waited(run, id, stopped(known.limited, now), now);
    if (wait !== null) heard(wait);
    followed.delete(id);
  };

  /** Puts the row where output, a checkpoint or a count is new, and says what the attempt has used. */
  const tell = async (run: RunState, id: AttemptId, known: Followed, output: boolean) => {
    const held = heldBy(id);
    const diskBytes = takenBy(id);
    const isNew = output || known.checkpoint?.seq !== held?.seq || known.diskBytes !== diskBytes;
    known.checkpoint = held;
    known.diskBytes = diskBytes;
    if (isNew) await deps.telemetry.put(id, rowOf(known, deps.clock.now()));
    const spent = output ? spentNow(run, id, known.summary) : null;
    const wait = waited(run, id, known.limited, deps.clock.now());
    for (const news of [spent, wait]) if (news !== null) heard(news);
  };

  return poller(deps.clock, poll);
};

/** Does the work again and again, never twice at once. */
const poller = (clock: Clock, work: () => Promise<void>): TelemetryPoller => {
  let closed = false;
  let cancel = (): void => undefined;
  let polling = Promise.resolve();
  const again = (): void => {
    if (closed) return;
    cancel = clock.schedule(INTERVAL_MS, () => {
      // What telemetry meets (a vanished file, a full disk) must not hurt the run.
      polling = work()
        .catch(() => undefined)
        .then(again);
    });
  };
  again();
  return {
    close: async () => {
      closed = true;
      cancel();
      await polling;
    },
  };
};

/** Text for people is not read: it holds nothing that a row could show. */
const follow = (deps: EngineDeps, run: RunState, attempt: AttemptId): Followed | null => {
  const task = run.attempts[attempt]?.task;
  const agent = task === undefined ? null : deps.agent(planTask(run, task).agent.use);
  if (agent === null) return null;
  const decoder = agent.capabilities.output === 'records' ? agent.decoder() : null;
  return {
    follower: deps.files.follow(attempt, decoder),
    summary: emptySummary,
    lastTool: null,
    bytes: 0,
    checkpoint: null,
    diskBytes: null,
    limited: { ...NEVER_LIMITED, ms: run.rateLimited[attempt] ?? 0 },
  };
};

/** What the attempt has used, where the run has a limit that it counts for and it is a hundredth more than is known. */
const spentNow = (run: RunState, attempt: AttemptId, summary: OutputSummary): RunCommand | null => {
  const { limits, prices } = run.plan;
  if (limits.tokens === null && limits.usd === null) return null;
  const spent = spentByOutput(summary, prices);
  if (spent === null) return null;
  const known = run.spent[attempt] ?? { tokens: 0, usd: 0 };
  const more =
    spent.tokens - known.tokens >= (limits.tokens ?? Infinity) / STEPS ||
    (spent.usd ?? 0) - (known.usd ?? 0) >= (limits.usd ?? Infinity) / STEPS;
  return more ? { type: 'spent', attempt, ...spent } : null;
};

/** Into so many steps a limit is divided: each is an event of the log. */
const STEPS = 100;

/** How often a wait that goes on is told: it counts for what is left of agent time. */
const TELL_WAIT_MS = 30_000;

/** How long the rate limit has held an attempt up, when that is news. */
const waited = (
  run: RunState,
  attempt: AttemptId,
  limited: RateLimitClock,
  now: number,
): RunCommand | null => {
  const ms = limitedUpTo(limited, now);
  const step = limited.since === null ? 1 : TELL_WAIT_MS;
  return ms >= (run.rateLimited[attempt] ?? 0) + step
    ? { type: 'rate-limited', attempt, ms }
    : null;
};

const note = (followed: Followed, fact: AgentFact, now: number): void => {
  followed.summary = summarise(followed.summary, fact);
  if (fact.kind === 'tool') followed.lastTool = fact.text;
  followed.limited = rateLimitClock(followed.limited, fact, now);
};

const commandOf = (attempt: AttemptId, fact: AgentFact): RunCommand | null => {
  switch (fact.kind) {
    case 'question':
      return { type: 'asked', attempt, question: fact.question };
    case 'answered':
      return fact.by === 'default'
        ? { type: 'answered', attempt, question: fact.id, choice: fact.choice }
        : null;
    case 'message':
      return { type: 'told', attempt, message: fact.id, way: fact.way };
    default:
      return null;
  }
};

const rowOf = (
  { summary, lastTool, bytes, checkpoint, diskBytes, limited }: Followed,
  at: number,
): TelemetryRow => ({
  tokens: summary.usage === null ? null : totalTokens(summary.usage.total),
  lastTool,
  model: summary.model,
  subAgents: Math.max(0, summary.subAgents.started - summary.subAgents.ended),
  rateLimitedSince: limited.since,
  outputBytes: bytes,
  unknownRecords: summary.unknownRecords,
  checkpoint,
  diskBytes,
  at,
});
