import type { AttemptId } from '../domain/ids.ts';
import type { OutputSummary } from '../domain/receipt/build-receipt.ts';
import type { AgentFact } from '../domain/receipt/summarise-output.ts';
import { emptySummary, summarise } from '../domain/receipt/summarise-output.ts';
import type { RunState } from '../domain/run/state.ts';
import { planTask } from '../domain/run/state.ts';
import { hasProcess } from '../domain/attempt/evolve.ts';
import type { OutputFollower } from '../ports/attempt-files.ts';
import type { EngineDeps } from './deps.ts';

/** Keeps the last-value row of each live attempt up to date; no decision hangs on it. */
export interface TelemetryPoller {
  close(): Promise<void>;
}

const INTERVAL_MS = 1_000;

interface Followed {
  readonly follower: OutputFollower;
  readonly summary: OutputSummary;
  readonly lastTool: string | null;
  readonly bytes: number;
}

/** Polls the output of the attempts that have a process, as long as it is not closed. */
export const telemetryPoller = (
  deps: EngineDeps,
  state: () => RunState | null,
): TelemetryPoller => {
  const followed = new Map<AttemptId, Followed>();
  let closed = false;
  let cancel = (): void => undefined;
  let polling = Promise.resolve();

  const poll = async (): Promise<void> => {
    const run = state();
    if (run === null) return;
    for (const attempt of Object.values(run.attempts)) {
      const agent = deps.agent(planTask(run, attempt.task).agent.use);
      if (agent === null || !hasProcess(attempt)) {
        followed.delete(attempt.id);
        continue;
      }
      const known = followed.get(attempt.id) ?? {
        follower: deps.files.follow(attempt.id, agent.decoder()),
        summary: emptySummary,
        lastTool: null,
        bytes: 0,
      };
      const { facts, bytes } = await known.follower.poll();
      const next = {
        ...known,
        bytes,
        summary: facts.reduce<OutputSummary>(summarise, known.summary),
        lastTool: lastTool(facts) ?? known.lastTool,
      };
      followed.set(attempt.id, next);
      if (bytes !== known.bytes)
        await deps.telemetry.put(attempt.id, rowOf(next, deps.clock.now()));
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

const lastTool = (facts: readonly AgentFact[]): string | null => {
  const tool = facts.findLast((fact) => fact.kind === 'tool');
  return tool?.kind === 'tool' ? tool.text : null;
};

const rowOf = ({ summary, lastTool: tool, bytes }: Followed, at: number) => {
  const { usage } = summary;
  return {
    tokens: usage === null ? null : usage.input + usage.cacheRead + usage.cacheWrite + usage.output,
    lastTool: tool,
    model: summary.model,
    outputBytes: bytes,
    unknownRecords: summary.unknownRecords,
    at,
  };
};
