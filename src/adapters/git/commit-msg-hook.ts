import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from './discover.ts';
import { runGit } from './git.ts';
import { ownHooks } from './landing-ways.ts';
import { onTree } from './object-access.ts';

let messages = 0;

/**
 * The message as the repository's `commit-msg` hook leaves it. The hook runs where a person's would: at the
 * root of the main checkout. Code: `hook-refused`, with what it said.
 */
export const messageByHook = async (
  place: RepositoryPlace,
  message: string,
): Promise<Result<string, Failure>> => {
  messages += 1;
  await mkdir(place.stateDir, { recursive: true });
  const file = join(place.stateDir, `landing-message-${String(process.pid)}-${String(messages)}`);
  await writeFile(file, message);
  try {
    const ran = await runGit({
      cwd: place.root,
      args: ['hook', 'run', '--ignore-missing', 'commit-msg', '--', file],
      options: onTree(place.commonDir, place.root, { config: [await ownHooks(place)] }),
    });
    if (!ran.ok) return err(refusedBy('commit-msg', ran.error));
    const left = await readFile(file, 'utf8');
    const lost = trailersOf(message).find((line) => !left.split('\n').includes(line));
    return lost === undefined
      ? ok(left)
      : err(
          failure(
            'hook-refused',
            `the hook commit-msg took "${lost}" out of the landing's message`,
            {
              hint: 'let it keep what begins with Fanin-, or set landing.hooks: false',
            },
          ),
        );
  } finally {
    await rm(file, { force: true });
  }
};

const trailersOf = (message: string): readonly string[] =>
  message.split('\n').filter((line) => line.startsWith('Fanin-'));

/** A hook's no, with its own words. */
export const refusedBy = (hook: string, { message }: Failure): Failure =>
  failure('hook-refused', `the hook ${hook} refused the landing: ${message}`, {
    hint: 'approve again once it lets it pass, or set landing.hooks: false',
  });
