import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import type { Failure } from '../../../domain/failure.ts';
import { ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import { runGit } from '../git.ts';
import type { GitCommand } from '../git.ts';
import { fields } from '../paths.ts';
import type { InTree } from './index-copy.ts';

/** Lists what the copy of the index holds of HEAD's files in another version. */
export const modifiedInIndex = (head: string, inTree: InTree): GitCommand =>
  inTree(['diff-index', '--cached', '-z', '--no-renames', '--diff-filter=M', head, '--'], {
    readOnly: true,
  });

/**
 * Gives files that are byte for byte what HEAD holds HEAD's entry back. Attributes and filters that
 * came after a file was committed make git see a change (line ends, Git LFS) that nobody made.
 * `modified` is the output of `modifiedInIndex`; the value says whether the index was changed.
 */
export const restoreIdentical = async (
  workspace: string,
  modified: Buffer,
  inTree: InTree,
): Promise<Result<boolean, Failure>> => {
  const parts = fields(modified);
  const entries: Buffer[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = '', was = '', is = ''] = (parts[at]?.toString('latin1') ?? '').split(' ');
    const path = parts[at + 1];
    if (path === undefined || was === is || !mode.startsWith('100')) continue;
    const file = Buffer.concat([Buffer.from(`${workspace}/`), path]);
    if ((await blobId(file, was.length)) !== was) continue;
    entries.push(Buffer.from(`${mode} ${was}\t`), path, Buffer.from('\0'));
  }
  if (entries.length === 0) return ok(false);
  const input = Buffer.concat(entries);
  const done = await runGit(inTree(['update-index', '-z', '--index-info'], { input }));
  return done.ok ? ok(true) : done;
};

const SHA1_LENGTH = 40;

/** The id git would give the file's bytes as they are; null when it cannot be read. */
const blobId = async (file: Buffer, length: number): Promise<string | null> => {
  try {
    const { size } = await lstat(file);
    const hash = createHash(length === SHA1_LENGTH ? 'sha1' : 'sha256').update(
      `blob ${String(size)}\0`,
    );
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  } catch {
    return null;
  }
};
