import { buildCommand } from '@stricli/core';
import { failure } from '../../domain/failure.ts';
import { REPLAY_POLICIES } from '../../domain/replay/policies.ts';
import type { ReplayPolicy } from '../../domain/replay/policies.ts';
import type { ReplayFile } from '../../domain/replay/replay-file.ts';
import { err, ok } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import { choiceFlag } from '../app/choice-flag.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { seedFlag } from '../app/seed-flag.ts';
import { EXIT } from '../exit-codes.ts';
import { resolveRun } from '../ids/resolve.ts';
import { withRuns } from '../model/open-runs.ts';
import { replayFooting, replayHeading, replayJson, replayLines } from '../screens/replay.ts';

interface Flags extends CommonFlags {
  readonly seeds?: number;
  readonly first?: number;
  readonly policy?: readonly ReplayPolicy[];
  readonly record?: boolean;
}

/** Seeds of each table where nothing is said. */
const SEEDS = 100;

/** `fanin replay <file>…` */
export const route = buildCommand<Flags, string[], CommandBench>({
  func: handled(replay),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      seeds: seedFlag(`Replays under each policy, each with a seed of its own; default: ${SEEDS}`),
      first: seedFlag('The first seed; default: 1'),
      policy: choiceFlag(
        REPLAY_POLICIES,
        'Only this one (fanin, serial, prefix-chain …); can be repeated',
      ),
      record: toggle('Print a file of what came to the merge queue of a run instead'),
    },
    aliases: COMMON_ALIASES,
    positional: {
      kind: 'array',
      parameter: { parse: text, brief: 'A replay file, in YAML or JSON', placeholder: 'file' },
    },
  },
  docs: {
    brief: 'How merge queues would fare with given changes; simulated, starts nothing',
    customUsage: [
      '<file>...',
      '--policy fanin --policy serial <file>...',
      '--record [--run run] > recorded.json',
    ],
  },
});

async function replay(cli: Cli, flags: Flags, ...files: string[]): Promise<Outcome> {
  if (flags.record === true) return record(cli);
  if (files.length === 0)
    return err(
      failure('usage', 'no file was given', { hint: 'fanin replay scenarios/queue/burst.yaml' }),
    );
  const { replayFiles } = await import('../../compose/replay.ts');
  const wish = {
    cwd: cli.cwd,
    files,
    policies: flags.policy ?? REPLAY_POLICIES,
    seeds: { first: flags.first ?? 1, count: flags.seeds ?? SEEDS },
  };
  let above: ReplayFile | null = null;
  const done = await replayFiles(wish, (file, point) => {
    if (cli.json) return cli.out.lines([JSON.stringify(replayJson(file, point))]);
    const heading = above === file ? [] : replayHeading(file, cli.look());
    above = file;
    cli.out.lines([...heading, ...replayLines(file, point, cli.look()), '']);
  });
  if (done.ok && !cli.json) cli.out.lines(replayFooting(cli.look()));
  return done.ok ? ok(EXIT.ok) : done;
}

function record(cli: Cli): Promise<Outcome> {
  return withRuns(cli.cwd, async ({ known, model }) => {
    const run = resolveRun(known, cli.run);
    if (!run.ok) return run;
    const { recordReplay } = await import('../../compose/record-replay.ts');
    const recorded = recordReplay(model.reader, run.value);
    if (!recorded.ok) return recorded;
    cli.out.lines([recorded.value]);
    return ok(EXIT.ok);
  });
}
