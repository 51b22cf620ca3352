import { buildCommand } from '@stricli/core';
import type { Repaired } from '../../compose/doctor.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, toggle } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { doctorLines } from '../screens/doctor.ts';
import { repairLines } from '../screens/repairs.ts';

interface Flags extends CommonFlags {
  readonly repair?: boolean;
}

/** `fanin doctor` */
export const route = buildCommand<Flags, [], CommandBench>({
  func: handled(doctor),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      repair: toggle('Put right what is provably wrong with the shared config, locks and books'),
    },
    aliases: COMMON_ALIASES,
  },
  docs: {
    brief: 'Whether everything is there, and what earlier runs have left',
    fullDescription:
      'Looks only. With --repair it changes what it can prove to be wrong, shows what was before, and keeps that in .git/fanin/repairs; it never takes work away.',
  },
});

async function doctor(cli: Cli, flags: Flags): Promise<Outcome> {
  const { examine, repairAt } = await import('../../compose/doctor.ts');
  const repaired: Result<readonly Repaired[], Failure> =
    flags.repair === true ? await repairAt(cli.cwd) : ok([]);
  if (!repaired.ok) return repaired;
  const findings = await examine(cli.cwd);
  const ready = findings.every(({ state }) => state !== 'problem');
  const repairs = repaired.value;
  if (cli.json) {
    const more = flags.repair === true ? { repairs } : {};
    cli.out.lines([JSON.stringify({ schema: 1, ready, findings, ...more })]);
  } else {
    if (flags.repair === true) cli.out.lines([...repairLines(repairs, cli.look()), '']);
    cli.out.lines(doctorLines(findings, cli.look()));
  }
  return ok(ready ? EXIT.ok : EXIT.environment);
}
