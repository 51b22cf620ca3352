/** Files that a patch in the form of Codex's `apply_patch` writes and takes away; null: it is none. */
export function patchedFiles(
  patch: string,
): { readonly paths: readonly string[]; readonly removed: readonly string[] } | null {
  const heads = [
    ...patch.matchAll(/^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$/gm),
  ];
  if (heads.length === 0) return null;
  const named = (kind: RegExp): readonly string[] =>
    heads.filter(([, verb = '']) => kind.test(verb)).map(([, , path = '']) => path);
  return { paths: named(/^(?:Add|Update|Move)/), removed: named(/^Delete/) };
}
