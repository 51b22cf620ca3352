import { killRun } from './kill-run.ts';
import type { KillOptions, KillReport } from './kill-run.ts';

/** How many engines are to be killed, and how. */
export interface KillPlan {
  /** The seed of the first run; each run has the next one. */
  readonly seed: number;
  /** Engines that are to be killed in all. */
  readonly kills: number;
  /** Engines that are killed in one run, one after the other. */
  readonly perRun: number;
  readonly tasks: number;
  /** `bin/fanin.mjs`, absolute. */
  readonly binary: string;
  /** Told of each run as it ends. */
  readonly say: (line: string) => void;
  /** One run with its kills; default: its engines are killed. */
  readonly killIn?: (options: KillOptions) => Promise<KillReport>;
}

/** What all of it came to. */
export interface KillSummary {
  readonly kills: number;
  readonly runs: number;
  readonly faulty: readonly KillReport[];
}

/** The first run is left alone: it shows how far a moment may lie. Ends early where nothing can be killed. */
export const killMany = async (plan: KillPlan): Promise<KillSummary> => {
  const { tasks, binary, say, killIn = killRun } = plan;
  const nothing = { ms: 0, gitCommands: 0 };
  const calm = await killIn({
    seed: plan.seed,
    tasks,
    kills: 0,
    before: 0,
    span: nothing,
    binary,
  });
  const { ms, gitCommands } = calm.span;
  say(`seed ${plan.seed}: a run without a kill takes ${ms} ms and ${gitCommands} git commands`);
  // Where even that goes wrong, kills would tell nothing.
  if (calm.faults.length > 0) {
    say(reportText(calm));
    return { kills: 0, runs: 1, faulty: [calm] };
  }
  const faulty: KillReport[] = [];
  let kills = 0;
  let runs = 1;
  for (; kills < plan.kills && runs <= 2 * plan.kills; runs += 1) {
    const wanted = Math.min(plan.perRun, plan.kills - kills);
    const seed = plan.seed + runs;
    const report = await killIn({
      seed,
      tasks,
      kills: wanted,
      before: kills,
      span: calm.span,
      binary,
    });
    kills += report.kills.length;
    if (report.faults.length > 0) faulty.push(report);
    const verdict = report.faults.length === 0 ? 'ok' : reportText(report);
    say(`seed ${seed}: killed ${report.kills.join(', then ') || 'never'}: ${verdict}`);
  }
  return { kills, runs, faulty };
};

/** Everything that a faulty run broke, and where to look. */
export const reportText = ({ seed, kills, faults, folder }: Omit<KillReport, 'span'>): string =>
  [
    `seed ${seed}, killed ${kills.join(', then ') || 'never'}: ${faults.length} faults; see ${folder}`,
    ...faults.map((fault) => `  ${fault}`),
  ].join('\n');
