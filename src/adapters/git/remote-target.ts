import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from './discover.ts';
import { runGit } from './git.ts';
import { ownHooks } from './landing-ways.ts';
import { onObjects } from './object-access.ts';
import { readRef } from './refs.ts';

/** A branch of another repository that others push to, too. */
export interface RemoteTarget {
  readonly place: RepositoryPlace;
  readonly remote: string;
  /** Its full name there: `refs/heads/main`. */
  readonly ref: string;
}

/** Where the remote's branch was when it was last asked; null: it has none. Codes: `remote-unreachable`. */
export const fetchTarget = async ({
  place,
  remote,
  ref,
}: RemoteTarget): Promise<Result<string | null, Failure>> => {
  const kept = `refs/fanin/remote/${ref.replace(/^refs\//, '')}`;
  const args = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    '--no-auto-maintenance',
    '--no-recurse-submodules',
  ];
  // At the root, as git itself takes a remote's relative path.
  const fetched = await runGit({
    cwd: place.root,
    args: [...args, '--end-of-options', remote, `+${ref}:${kept}`],
    options: onObjects(place),
  });
  if (fetched.ok) return ok(await readRef(place, kept));
  return /couldn't find remote ref/.test(fetched.error.message)
    ? ok(null)
    : err(unreachable(remote, fetched.error));
};

/**
 * Moves the remote's branch from `from` to `to`, and only from there: compare-and-swap by push. `from` null: it
 * must not exist. Codes: `remote-moved` when somebody else was faster, `remote-refused`, `remote-unreachable`.
 */
export const pushTarget = async (
  { place, remote, ref }: RemoteTarget,
  move: { readonly from: string | null; readonly to: string; readonly hooks: boolean },
): Promise<Result<null, Failure>> => {
  const lease = `--force-with-lease=${ref}:${move.from ?? ''}`;
  const pushed = await runGit({
    cwd: place.root,
    args: [
      'push',
      '--porcelain',
      '--no-follow-tags',
      lease,
      '--end-of-options',
      remote,
      `${move.to}:${ref}`,
    ],
    options: onObjects(place, {
      exits: [0, 1],
      ...(move.hooks ? { config: [await ownHooks(place)] } : {}),
    }),
  });
  if (!pushed.ok) return err(unreachable(remote, pushed.error));
  const { exit, stdout, stderr } = pushed.value;
  if (exit === 0) return ok(null);
  const said = stdout.toString('utf8');
  if (/^!.*\[rejected\] \((stale info|fetch first|non-fast-forward)/m.test(said))
    return err(
      failure('remote-moved', `${ref} of ${remote} was moved by somebody else.`, {
        hint: 'Nothing was landed; what waits is merged and checked again on what is there now.',
      }),
    );
  return err(
    failure('remote-refused', `${remote} refused the landing${refusalText(said, stderr)}`, {
      hint: 'see what it asks for (a protected branch, a hook), then approve again',
    }),
  );
};

/** What the other side says of it; all that git says where it says nothing. */
const refusalText = (said: string, heard: string | Buffer): string => {
  const [, why] = /\[(?:remote )?rejected\] \((.+)\)/.exec(said) ?? [];
  const words = [...heard.toString().matchAll(/^remote: (.*\S)\s*$/gm)].map(([, line]) => line);
  const reason = why === undefined ? '' : ` (${why})`;
  return words.length > 0 || why !== undefined
    ? `${reason}${words.length > 0 ? `: ${words.join(' · ')}` : ''}`
    : `: ${`${said}${heard.toString()}`.trim()}`;
};

const unreachable = (remote: string, { message }: Failure): Failure =>
  failure('remote-unreachable', `${remote} could not be asked: ${message}`, {
    hint: 'approve again once it can be reached, or leave landing.push out',
  });
