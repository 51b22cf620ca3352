import { collectable } from '../../compose/collect/collectable.ts';
import type { Collectable } from '../../compose/collect/collectable.ts';
import { openProject } from '../../compose/project.ts';
import type { RepositoryPlace } from '../../compose/project.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import type { RunId } from '../../domain/ids.ts';
import { err, ok } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import type { Outcome } from '../app/command.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { carryOn } from '../run/carry-on.ts';
import { backgroundArgs } from '../run/background-args.ts';
import { inBackground } from '../run/in-background.ts';
import { collectedLines } from '../screens/collect.ts';

/** The flags of `fanin collect`. */
export interface CollectFlags extends CommonFlags {
  readonly into?: string;
  readonly target?: string;
  readonly base?: string;
  readonly check?: readonly string[];
  readonly by?: 'human' | 'checks';
  readonly isolation?: 'auto' | 'worktree' | 'sandbox';
  readonly detach?: boolean;
  readonly wait?: boolean;
  /** This process is the background engine. */
  readonly background?: boolean;
}

/** `fanin collect <branch|worktree>…`: everything that can be wrong is found before anything is taken. */
export async function collectCommand(
  cli: Cli,
  flags: CollectFlags,
  names: readonly string[],
): Promise<Outcome> {
  const place = openProject(cli.cwd);
  if (!place.ok) return place;
  const found = await collectable(place.value, {
    names,
    cwd: cli.cwd,
    into: flags.into ?? cli.run,
    flags: {
      target: flags.target,
      base: flags.base,
      isolation: flags.isolation,
      'review.by': flags.by,
      'defaults.checks': flags.check,
    },
    by: cli.user,
  });
  if (!found.ok) return err(found.error.map(inOurWords));
  const refused = misfit(flags, found.value.run);
  if (refused !== null) return err(refused);
  const background = flags.background === true;
  if (!background) cli.err.lines(collectedLines(found.value, cli.errLook()));
  if (found.value.items.length === 0) return nothingNew(cli, found.value);
  if (flags.detach === true && !background)
    return inBackground(cli, {
      place: place.value,
      args: backgroundArgs(cli.argv),
      cwd: process.cwd(),
      run: found.value.run,
    });
  const how = { background, wait: flags.wait ?? background };
  const { run } = found.value;
  return run === null
    ? intoNew(cli, place.value, found.value, how)
    : intoKnown(cli, place.value, { ...found.value, run }, how);
}

/** What only a run of its own can be told. */
function misfit(flags: CollectFlags, run: RunId | null): Failure | null {
  if (run === null) return null;
  const told = (['target', 'base', 'by'] as const).find((flag) => flags[flag] !== undefined);
  if (told === undefined) return null;
  return failure('usage', `--${told} cannot be told to run ${run}, which has begun`, {
    hint: 'leave it out, or collect into a run of its own: --into new',
  });
}

/** The same flag has another name where plans are carried out. */
const inOurWords = (each: Failure): Failure => ({
  ...each,
  message: each.message.replace(/^--checks\b/u, '--check'),
});

function nothingNew(cli: Cli, { run, nothingNew }: Collectable): Outcome {
  if (cli.json) cli.out.lines([JSON.stringify({ schema: 1, run, collected: [], nothingNew })]);
  return ok(EXIT.ok);
}

interface How {
  readonly background: boolean;
  readonly wait: boolean;
}

async function intoNew(
  cli: Cli,
  place: RepositoryPlace,
  { plan, start, items }: Collectable,
  { background, wait }: How,
): Promise<Outcome> {
  const { startRun } = await import('../../compose/run-engine.ts');
  const { base, targetRef } = start;
  const commands = items.map(({ command }) => command);
  const outcome = await carryOn(cli, {
    background,
    begin: (report) =>
      startRun(place, plan, { base: base.commit, targetRef, wait, report, commands }),
  });
  if (outcome.ok || !('code' in outcome.error) || outcome.error.code !== 'engine-running')
    return outcome;
  return err({
    ...outcome.error,
    hint: 'it can take this in too: fanin collect … --into <run>; fanin status names the run',
  });
}

/** A run that has begun is told by its inbox: the engine that is at work takes it in, or this process does. */
async function intoKnown(
  cli: Cli,
  place: RepositoryPlace,
  { run, items }: Collectable & { readonly run: RunId },
  { background, wait }: How,
): Promise<Outcome> {
  const { handIn } = await import('../../compose/collect/hand-in.ts');
  const commands = items.map(({ command }) => command);
  const handed = await handIn(place, run, commands);
  if (!handed.ok) return handed;
  try {
    const outcome = await carryOn(cli, {
      background,
      drains: true,
      begin: (report) => handed.value.carryOut({ wait, report }),
    });
    const busy = !outcome.ok && 'code' in outcome.error && outcome.error.code === 'engine-running';
    if (!outcome.ok && !busy) return outcome;
    const refusals = await handed.value.refusals();
    if (refusals.length > 0) return err(refusals);
    if (!busy) return outcome;
    const collected = items.map(({ task, n }) => `${task}#${n}`);
    if (cli.json) cli.out.lines([JSON.stringify({ schema: 1, run, collected })]);
    else cli.err.lines([`Run ${run} has taken it in; its engine checks it: fanin status`]);
    return ok(EXIT.ok);
  } finally {
    handed.value.close();
  }
}
