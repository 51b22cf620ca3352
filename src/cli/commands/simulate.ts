import { buildCommand } from '@stricli/core';
import { failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import { POLICIES } from '../../domain/simulation/policy.ts';
import type { Policy } from '../../domain/simulation/policy.ts';
import type { Cli } from '../app/cli.ts';
import { choiceFlag } from '../app/choice-flag.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { seedFlag } from '../app/seed-flag.ts';
import { EXIT } from '../exit-codes.ts';
import { simulationJson, simulationLines } from '../screens/simulation.ts';

interface Flags extends CommonFlags {
  readonly seeds?: number;
  readonly first?: number;
  readonly policy?: readonly Policy[];
}

/** Seeds of each table where nothing is said. */
const SEEDS = 20;

/** `fanin simulate <scenario>…` */
export const route = buildCommand<Flags, string[], CommandBench>({
  func: handled(simulateFiles),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      seeds: seedFlag(`Runs of each policy, each with a seed of its own; default: ${SEEDS}`),
      first: seedFlag('The first seed; default: 1'),
      policy: choiceFlag(
        POLICIES,
        'Only this one (fanin, serial, fixed-4, oracle …); can be repeated',
      ),
    },
    aliases: COMMON_ALIASES,
    positional: {
      kind: 'array',
      parameter: { parse: text, brief: 'A scenario, as a YAML file', placeholder: 'scenario' },
    },
  },
  docs: {
    brief: 'How policies would fare with modelled agents; simulated, starts nothing',
    customUsage: ['<scenario>...', '--seeds 200 <scenario>...'],
  },
});

async function simulateFiles(cli: Cli, flags: Flags, ...files: string[]): Promise<Outcome> {
  if (files.length === 0)
    return err(
      failure('usage', 'no scenario was given', { hint: 'fanin simulate scenarios/seqtk.yaml' }),
    );
  const { simulate } = await import('../../compose/simulate.ts');
  const wish = {
    cwd: cli.cwd,
    files,
    policies: flags.policy ?? POLICIES,
    first: flags.first ?? 1,
    count: flags.seeds ?? SEEDS,
  };
  const done = await simulate(wish, (simulated) =>
    cli.out.lines(
      cli.json
        ? [JSON.stringify(simulationJson(simulated))]
        : [...simulationLines(simulated, cli.look()), ''],
    ),
  );
  return done.ok ? ok(EXIT.ok) : done;
}
