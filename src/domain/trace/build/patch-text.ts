import type { PatchedFile } from './tool-use.ts';

const HEAD = /^\*\*\* (Add File|Update File|Delete File): (.+?)\s*$/;
const MOVE = /^\*\*\* Move to: (.+?)\s*$/;
const MOST_FILES = 500;

/** The files of a patch in the form of Codex's `apply_patch`; none where the text is no such patch. */
export function filesOfPatch(text: string): readonly PatchedFile[] {
  const files: PatchedFile[] = [];
  let open: { path: string; op: PatchedFile['op']; added: string[]; removed: string[] } | null =
    null;
  const close = (): void => {
    if (open !== null && files.length < MOST_FILES)
      files.push({ ...open, added: open.added.join('\n'), removed: open.removed.join('\n') });
    open = null;
  };
  for (const line of text.split('\n')) {
    const [, verb, path] = HEAD.exec(line) ?? [];
    if (verb !== undefined && path !== undefined) {
      close();
      const op = verb === 'Add File' ? 'create' : verb === 'Delete File' ? 'delete' : 'edit';
      open = { path, op, added: [], removed: [] };
      continue;
    }
    if (open === null) continue;
    const to = MOVE.exec(line)?.[1];
    if (to !== undefined) {
      const { path: from, removed } = open;
      if (files.length < MOST_FILES)
        files.push({ path: from, op: 'delete', added: '', removed: removed.join('\n') });
      open = { ...open, path: to, op: 'move' };
    } else if (line.startsWith('+')) open.added.push(line.slice(1));
    else if (line.startsWith('-')) open.removed.push(line.slice(1));
    else if (line.startsWith('*** End Patch')) close();
  }
  close();
  return files;
}

/** The lines that a unified diff puts in and takes out. */
export function linesOfDiff(diff: string): { readonly added: string; readonly removed: string } {
  const lines = diff.split('\n').filter((line) => !/^(?:\+\+\+|---) /.test(line));
  const of = (sign: string): string =>
    lines
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n');
  return { added: of('+'), removed: of('-') };
}
