import { join } from 'node:path';
import { REPO, type FileChange } from './session-files.ts';

/** A patch as the model writes it. A file that is there already is put anew, as `apply_patch` lets it. */
export function patchOf(change: FileChange, verb: string): string {
  const path = change.path.startsWith(`${REPO}/`)
    ? change.path.slice(join(REPO, '/').length)
    : change.path;
  const body =
    verb === 'edit'
      ? `*** Update File: ${path}\n@@\n${linesOf(change).join('\n')}`
      : `*** Add File: ${path}\n${signed('+', change.put)}`;
  return `*** Begin Patch\n${body}\n*** End Patch\n`;
}

/** The same as its result tells it. */
export const diffOf = (change: FileChange): string =>
  `@@ -1 +1 @@\n${linesOf(change).join('\n')}\n`;

/** What an edit leaves as it was in front is context. */
function linesOf({ old, put }: FileChange): readonly string[] {
  return put.startsWith(`${old}\n`)
    ? [signed(' ', old), signed('+', put.slice(old.length + 1))]
    : [signed('-', old), signed('+', put)];
}

const signed = (sign: string, text: string): string =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${sign}${line}`)
    .join('\n');
