import { engineLog, startInBackground } from '../../compose/background.ts';
import type { BackgroundWish } from '../../compose/background.ts';
import type { RepositoryPlace } from '../../compose/project.ts';
import { ok } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import type { Outcome } from '../app/command.ts';
import { EXIT } from '../exit-codes.ts';

/** Starts the engine in the background, and says what to type next; the run's id is the data. */
export async function inBackground(
  cli: Cli,
  wish: BackgroundWish & { readonly place: RepositoryPlace },
): Promise<Outcome> {
  const started = await startInBackground(wish.place, wish);
  if (!started.ok) return started;
  const run = started.value;
  const log = engineLog(wish.place);
  cli.out.lines([cli.json ? JSON.stringify({ run, log }) : run]);
  cli.err.lines([
    'It goes on in the background, and waits there when only you can move it on.',
    '  fanin status    how it stands',
    '  fanin review    what waits for you',
    '  fanin stop      ends it',
  ]);
  return ok(EXIT.ok);
}
