import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Failure } from '../../../domain/failure.ts';
import { ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { RepositoryPlace } from '../../git/discover.ts';
import { git } from '../../git/git.ts';
import { onObjects } from '../../git/object-access.ts';

/** A ref of the user's repository. */
export interface SeedRef {
  readonly ref: string;
  readonly id: string;
  /** The ref that it stands for; empty for a plain one. */
  readonly symbolic: string;
}

/** The user's branches, tags and what is known of the upstream, without fanin's own. Codes: those of git. */
export const seedRefs = async (
  place: RepositoryPlace,
): Promise<Result<readonly SeedRef[], Failure>> => {
  const args = [
    'for-each-ref',
    '--format=%(objectname) %(refname) %(symref)',
    'refs/heads',
    'refs/tags',
    'refs/remotes',
  ];
  const listed = await git(place.commonDir, args, onObjects(place, { readOnly: true }));
  if (!listed.ok) return listed;
  const lines = listed.value.stdout.toString('utf8').split('\n').slice(0, -1);
  const refs = lines.map((line): SeedRef => {
    const [id = '', ref = '', symbolic = ''] = line.split(' ');
    return { ref, id, symbolic };
  });
  return ok(refs.filter(({ ref }) => !ref.startsWith('refs/heads/fanin/')));
};

/** Writes them into a git folder that nobody was in yet, with the work branch at its base. */
export const plantRefs = (
  gitDir: string,
  refs: readonly SeedRef[],
  own: { readonly ref: string; readonly id: string },
): void => {
  const plain = [...refs.filter(({ symbolic }) => symbolic === ''), own].toSorted((a, b) =>
    Buffer.compare(Buffer.from(a.ref), Buffer.from(b.ref)),
  );
  const packed = plain.map(({ ref, id }) => `${id} ${ref}\n`).join('');
  writeFileSync(join(gitDir, 'packed-refs'), `# pack-refs with: sorted \n${packed}`);
  for (const { ref, symbolic } of refs.filter((each) => each.symbolic !== '')) {
    mkdirSync(dirname(join(gitDir, ref)), { recursive: true });
    writeFileSync(join(gitDir, ref), `ref: ${symbolic}\n`);
  }
};
