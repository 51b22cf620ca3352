import { planOutlook } from '../../compose/plan-outlook.ts';
import type { PlanOutlook } from '../../compose/plan-outlook.ts';
import { openProject } from '../../compose/project.ts';
import { ok } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import type { Outcome } from '../app/command.ts';
import { layerOf } from '../app/plan-flags.ts';
import type { PlanFlags } from '../app/plan-flags.ts';
import { planSource } from '../app/plan-source.ts';
import { planWords } from '../app/plan-words.ts';
import { EXIT, exitCodeOf } from '../exit-codes.ts';
import { planLines } from '../screens/plan.ts';

/** `fanin plan`, and `fanin run --dry-run`: what a run would look like. A missing agent shows in the exit code. */
export async function showPlan(
  cli: Cli,
  flags: PlanFlags & { readonly why?: boolean },
  words: readonly string[],
): Promise<Outcome> {
  const place = openProject(cli.cwd);
  if (!place.ok) return place;
  const named = planWords(words, flags.plan);
  if (!named.ok) return named;
  const { plan, tasks } = named.value;
  const wanted = plan === undefined ? flags : { ...flags, plan };
  const from = planSource(wanted, [...new Set([cli.cwd, place.value.root])]);
  if (!from.ok) return from;
  const outlook = await planOutlook(place.value, {
    from: from.value,
    cwd: cli.cwd,
    flags: layerOf(flags),
    tasks,
  });
  if (!outlook.ok) return outlook;
  show(cli, outlook.value, flags.why === true);
  const [first] = outlook.value.missing;
  return ok(first === undefined ? EXIT.ok : exitCodeOf(first));
}

function show(cli: Cli, outlook: PlanOutlook, why: boolean): void {
  cli.out.lines(cli.json ? [planJson(outlook)] : planLines(outlook, why, cli.look()));
}

const planJson = ({
  plan,
  facts: _facts,
  layered: _layered,
  past: _past,
  ...outlook
}: PlanOutlook): string =>
  JSON.stringify({
    schema: 1,
    ...outlook,
    plan: {
      ...plan,
      tasks: plan.tasks.map(({ writes, ...task }) => ({
        ...task,
        writes: writes === null ? null : writes.globs.map(({ source }) => source),
      })),
    },
  });
