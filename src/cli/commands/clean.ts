import { buildCommand } from '@stricli/core';
import type { CleanedItem, CleanWish } from '../../compose/clean.ts';
import { openProject } from '../../compose/project.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { EXIT, exitCodeOf } from '../exit-codes.ts';
import type { Known } from '../ids/known.ts';
import { resolveAttempt, resolveRun } from '../ids/resolve.ts';
import { withRuns } from '../model/open-runs.ts';
import { cleanLines } from '../screens/clean.ts';

interface Flags extends CommonFlags {
  readonly all?: boolean;
  readonly dryRun?: boolean;
}

/** `fanin clean [run|attempt…]` */
export const route = buildCommand<Flags, string[], CommandBench>({
  func: handled((cli: Cli, flags: Flags, ...words: string[]) => clean(cli, flags, words)),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      all: toggle('Also workspaces whose delivery waits for you'),
      dryRun: toggle('Say what would go, and remove nothing'),
    },
    aliases: { ...COMMON_ALIASES, n: 'dryRun' },
    positional: {
      kind: 'array',
      parameter: {
        parse: text,
        brief: 'Only these runs and attempts; default: all',
        placeholder: 'run or attempt',
      },
    },
  },
  docs: {
    brief: 'Remove workspaces whose work is held elsewhere',
    customUsage: ['[-n] [--all] [run or attempt]...'],
    fullDescription:
      'A workspace with anything in it that no ref holds is kept, and clean says why; files that git ignores do not count.',
  },
});

async function clean(cli: Cli, flags: Flags, words: readonly string[]): Promise<Outcome> {
  const place = openProject(cli.cwd);
  if (!place.ok) return place;
  const chosen = await chosenBy(cli, words);
  if (!chosen.ok) return chosen;
  const { runs, attempts, unknown } = chosen.value;
  const dryRun = flags.dryRun === true;
  const wish: CleanWish = {
    runs,
    attempts: [...attempts, ...unknown.map(({ word }) => word)],
    all: flags.all === true,
    dryRun,
  };
  const { cleanUp } = await import('../../compose/clean.ts');
  const items = await cleanUp(place.value, wish);
  if (!items.ok) return items;
  const strange = unknown.find(({ word }) => !items.value.some(({ name }) => name === word));
  if (strange !== undefined && items.value.length === 0) return err(strange.failure);
  cli.out.lines(
    cli.json ? [cleanJson(items.value, dryRun)] : cleanLines(items.value, dryRun, cli.look()),
  );
  if (strange !== undefined) return err(strange.failure);
  const failed = items.value.find(({ failure }) => failure !== null)?.failure ?? null;
  return ok(failed === null ? EXIT.ok : exitCodeOf(failed));
}

interface Chosen {
  readonly runs: readonly string[];
  readonly attempts: readonly string[];
  /** Words that are no run and no attempt: folders that no run knows can be meant. */
  readonly unknown: readonly { readonly word: string; readonly failure: Failure }[];
}

async function chosenBy(
  cli: Cli,
  words: readonly string[],
): Promise<Result<Chosen, Failure | readonly Failure[]>> {
  if (words.length === 0 && cli.run === null) return ok({ runs: [], attempts: [], unknown: [] });
  return withRuns(cli.cwd, ({ known }) => {
    if (words.length > 0) return ok(sorted(known, words, cli.run));
    const run = resolveRun(known, cli.run);
    return run.ok ? ok({ runs: [run.value], attempts: [], unknown: [] }) : run;
  });
}

/** A word that is a task counts as that before it counts as the beginning of a run's id. */
function sorted(known: Known, words: readonly string[], inRun: string | null): Chosen {
  const runs: string[] = [];
  const attempts: string[] = [];
  const unknown: { word: string; failure: Failure }[] = [];
  for (const word of words) {
    const attempt = resolveAttempt(known, word, inRun);
    const run = known.runs.includes(word) || !attempt.ok ? resolveRun(known, word) : null;
    if (run?.ok === true) runs.push(run.value);
    else if (attempt.ok) attempts.push(attempt.value.id);
    else unknown.push({ word, failure: attempt.error });
  }
  return { runs, attempts, unknown };
}

const cleanJson = (items: readonly CleanedItem[], dryRun: boolean): string =>
  JSON.stringify({
    schema: 1,
    dryRun,
    bytes: items.reduce((sum, item) => sum + (item.removed ? item.bytes : 0), 0),
    items,
  });
