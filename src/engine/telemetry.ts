import { hasProcess } from '../domain/attempt/evolve.ts';
import type { AttemptId } from '../domain/ids.ts';
import type { AgentFact } from '../domain/receipt/agent-fact.ts';
import type { Spent } from '../domain/governor/spent.ts';
import { spentByOutput } from '../domain/receipt/account.ts';
import { emptySummary } from '../domain/receipt/output-summary.ts';
import type { OutputSummary } from '../domain/receipt/output-summary.ts';
import { summarise } from '../domain/receipt/summarise-output.ts';
import { totalTokens } from '../domain/receipt/token-usage.ts';
import type { RunCommand } from '../domain/run/commands.ts';
import type { RunState } from '../domain/run/state.ts';
import { planTask } from '../domain/run/state.ts';
import type { OutputFollower } from '../ports/attempt-files.ts';
import type { TelemetryRow } from '../ports/telemetry.ts';
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
}

/** Polls the output of the attempts that have a process, as long as it is not closed. */
export const telemetryPoller = (
  deps: EngineDeps,
  state: () => RunState | null,
  heard: (command: RunCommand) => void,
): TelemetryPoller => {
  const followed = new Map<AttemptId, Followed>();
  let closed = false;
  let cancel = (): void => undefined;
  let polling = Promise.resolve();

  const poll = async (): Promise<void> => {
    const run = state();
    if (run === null) return;
    for (const attempt of Object.values(run.attempts)) {
      if (!hasProcess(attempt)) {
        followed.delete(attempt.id);
        continue;
      }
      const known = followed.get(attempt.id) ?? follow(deps, run, attempt.id);
      if (known === null) continue;
      followed.set(attempt.id, known);
      const before = known.bytes;
      known.bytes = await known.follower.poll((fact) => {
        note(known, fact);
        const command = commandOf(attempt.id, fact);
        if (command !== null) heard(command);
      });
      if (known.bytes === before) continue;
      await deps.telemetry.put(attempt.id, rowOf(known, deps.clock.now()));
      const spent = spentNow(run, attempt.id, known.summary);
      if (spent !== null) heard({ type: 'spent', attempt: attempt.id, ...spent });
    }
  };

  const again = (): void => {
    if (closed) return;
    cancel = deps.clock.schedule(INTERVAL_MS, () => {
      // What telemetry meets (a vanished file, a full disk) must not hurt the run.
      polling = poll()
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
  };
};

/** What the attempt has used, where the run has a limit that it counts for and it is a hundredth more than is known. */
const spentNow = (run: RunState, attempt: AttemptId, summary: OutputSummary): Spent | null => {
  const { limits, prices } = run.plan;
  if (limits.tokens === null && limits.usd === null) return null;
  const spent = spentByOutput(summary, prices);
  if (spent === null) return null;
  const known = run.spent[attempt] ?? { tokens: 0, usd: 0 };
  const more =
    spent.tokens - known.tokens >= (limits.tokens ?? Infinity) / STEPS ||
    (spent.usd ?? 0) - (known.usd ?? 0) >= (limits.usd ?? Infinity) / STEPS;
  return more ? spent : null;
};

/** Into so many steps a limit is divided: each is an event of the log. */
const STEPS = 100;

const note = (followed: Followed, fact: AgentFact): void => {
  followed.summary = summarise(followed.summary, fact);
  if (fact.kind === 'tool') followed.lastTool = fact.text;
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

const rowOf = ({ summary, lastTool, bytes }: Followed, at: number): TelemetryRow => ({
  tokens: summary.usage === null ? null : totalTokens(summary.usage.total),
  lastTool,
  model: summary.model,
  subAgents: Math.max(0, summary.subAgents.started - summary.subAgents.ended),
  outputBytes: bytes,
  unknownRecords: summary.unknownRecords,
  at,
});
