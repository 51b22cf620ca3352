import { cliOf } from '../app/cli.ts';
import { withCurrentStore } from '../app/current-store.ts';
import type { PlainStatus } from './plain-args.ts';
import { showStatus } from './show-status.ts';

/** Runs a plain `fanin status`; the value is the exit code. */
export async function runHotStatus({ flags, wish }: PlainStatus): Promise<number> {
  const cli = cliOf(flags);
  const outcome = await withCurrentStore(cli.cwd, () => showStatus(cli, wish));
  return outcome.ok ? outcome.value : (await import('../app/report.ts')).report(outcome.error, cli);
}
