import { paths } from '../paths.ts';

/** How two commits of a batch merged. `files`: those in conflict. */
export type TrialMerge =
  | { readonly kind: 'clean'; readonly tree: string }
  | { readonly kind: 'conflict'; readonly files: readonly string[] };

/**
 * Reads what `merge-tree --stdin --name-only` has printed, whole records alone:
 * `status, tree, files in conflict, '', messages, ''`, the messages for a conflict alone. A status of
 * 1 is clean here, 0 a conflict: the reverse of its exit codes.
 */
export const mergeRecords = (output: Uint8Array): readonly TrialMerge[] => {
  const parts = paths(output);
  const records: TrialMerge[] = [];
  let at = 0;
  while (at + 2 < parts.length) {
    const [status = '', tree = ''] = parts.slice(at, at + 2);
    at += 2;
    if (status === '1') {
      records.push({ kind: 'clean', tree });
      at += 1;
      continue;
    }
    const end = parts.indexOf('', at);
    if (end === -1) break;
    const messages = messagesAt(parts, end + 1);
    if (messages === null) break;
    const staged = parts.slice(at, end);
    records.push({ kind: 'conflict', files: staged.length > 0 ? staged : messages.about });
    at = messages.end;
  }
  return records;
};

/**
 * `count, path × count, type, text`, again and again; null where the output breaks off. After a
 * conflict of submodules git says what to do, in the place of the empty field that ends a record.
 */
const messagesAt = (
  parts: readonly string[],
  from: number,
): { readonly about: readonly string[]; readonly end: number } | null => {
  const about = new Set<string>();
  let at = from;
  for (let count = countAt(parts, at); count !== null; count = countAt(parts, at)) {
    const isConflict = parts[at + 1 + count]?.startsWith('CONFLICT') === true;
    if (isConflict) for (const path of parts.slice(at + 1, at + 1 + count)) about.add(path);
    at += count + 3;
  }
  return at < parts.length ? { about: [...about], end: at + 1 } : null;
};

const countAt = (parts: readonly string[], at: number): number | null => {
  const part = parts[at] ?? '';
  return /^\d+$/.test(part) ? Number(part) : null;
};
