import { page } from '../../compose/pager.ts';
import type { Cli } from './cli.ts';

/** Prints `lines`, through the pager where they are more than the terminal is high. */
export const printLong = (cli: Cli, lines: readonly string[]): Promise<void> =>
  printText(cli, lines.length === 0 ? '' : `${lines.join('\n')}\n`);

/** The same for text as it is. */
export async function printText(cli: Cli, text: string): Promise<void> {
  const rows = cli.out.rows();
  const long = rows !== null && text.split('\n').length > rows;
  if (long && cli.env['PAGER'] !== 'cat' && (await page(text))) return;
  cli.out.write(text);
}
