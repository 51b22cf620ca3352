import { buildCommand } from '@stricli/core';
import { ok } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { doctorLines } from '../screens/doctor.ts';

/** `fanin doctor` */
export const route = buildCommand<CommonFlags, [], CommandBench>({
  func: handled(doctor),
  parameters: { flags: COMMON_FLAGS, aliases: COMMON_ALIASES },
  docs: { brief: 'Whether everything is there, and what earlier runs have left' },
});

async function doctor(cli: Cli): Promise<Outcome> {
  const { examine } = await import('../../compose/doctor.ts');
  const findings = await examine(cli.cwd);
  const ready = findings.every(({ state }) => state !== 'problem');
  cli.out.lines(
    cli.json ? [JSON.stringify({ schema: 1, ready, findings })] : doctorLines(findings, cli.look()),
  );
  return ok(ready ? EXIT.ok : EXIT.environment);
}
