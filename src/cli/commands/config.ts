import { buildCommand } from '@stricli/core';
import { openProject } from '../../compose/project.ts';
import type { ShownConfig } from '../../compose/config-rows.ts';
import { ok } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, toggle } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { configLines } from '../screens/config.ts';

interface Flags extends CommonFlags {
  readonly origin?: boolean;
}

/** `fanin config` */
export const route = buildCommand<Flags, [], CommandBench>({
  func: handled(show),
  parameters: {
    flags: { ...COMMON_FLAGS, origin: toggle('Say where each value comes from') },
    aliases: COMMON_ALIASES,
  },
  docs: { brief: 'What the config comes to' },
});

async function show(cli: Cli, { origin = false }: Flags): Promise<Outcome> {
  const place = openProject(cli.cwd);
  if (!place.ok) return place;
  const { readConfig } = await import('../../compose/config-rows.ts');
  const shown = await readConfig(place.value);
  if (!shown.ok) return shown;
  cli.out.lines(
    cli.json ? [configJson(shown.value)] : configLines(shown.value, origin, cli.look()),
  );
  return ok(EXIT.ok);
}

/** The values as fanin has them (durations in ms, shares from 0 to 1), and their origins by key. */
const configJson = ({ file, config, rows }: ShownConfig): string => {
  const { layered, ...own } = config;
  const origins = Object.fromEntries(rows.map(({ key, origin }) => [key, origin]));
  return JSON.stringify({ schema: 1, file, values: layered.values, ...own, origins });
};
