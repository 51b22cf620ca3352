import { mergeAdditive } from '../../domain/resolve/additive.ts';
import { listKindOf } from '../../domain/resolve/kinds.ts';
import { mergeManifest } from '../../domain/resolve/manifest.ts';
import type { MergedManifest, ThreeTexts } from '../../domain/resolve/manifest.ts';
import { isLineManifest, mergeLineManifest } from '../../domain/resolve/manifest-lines.ts';
import { parseJsonText } from '../../domain/resolve/json-text.ts';
import { renumberMigrations } from '../../domain/resolve/migrations.ts';
import type { Resolution, ResolveRules } from '../../domain/resolve/rules.ts';
import type { ResolveWork } from '../../domain/resolve/work.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { MergeFiles, MergeSides, TreeChange } from '../../ports/merge-files.ts';
import type { TextParser } from '../../ports/text-parser.ts';

/** A merge whose texts are looked at. */
export interface MergeTexts {
  readonly files: MergeFiles;
  readonly parser: TextParser;
  readonly rules: ResolveRules;
  readonly ours: string;
  readonly theirs: string;
  readonly sides: MergeSides;
  /** The tree that git came to, with markers where it could not merge. */
  readonly tree: string;
  readonly conflicted: readonly string[];
  readonly work: ResolveWork;
}

/** What was settled by the texts alone, and which paths could not be, with the reason. */
export interface ResolvedTexts {
  readonly changes: readonly TreeChange[];
  readonly resolutions: readonly Resolution[];
  readonly refused: ReadonlyMap<string, string>;
}

/** Settles manifests, lists that both added to, and numbers of migrations; no command is run for them. */
export const resolveTexts = async (merge: MergeTexts): Promise<ResolvedTexts> => {
  const found: Found = { changes: [], resolutions: [], refused: new Map() };
  for (const path of merge.work.manifests) await manifest(merge, path, found);
  for (const path of merge.work.additive) await additive(merge, path, found);
  if (merge.rules.resolvers.includes('migrations')) await migrations(merge, found);
  return found;
};

/** One file in several trees; null where it is none there that can be read. */
export const versionsOf = (
  files: MergeFiles,
  path: string,
  trees: readonly string[],
): Promise<readonly (string | null)[]> =>
  Promise.all(trees.map(async (tree) => (await files.read(tree, [path]))[0] ?? null));

interface Found {
  readonly changes: TreeChange[];
  readonly resolutions: Resolution[];
  readonly refused: Map<string, string>;
}

const manifest = async (merge: MergeTexts, path: string, found: Found): Promise<void> => {
  const { files, sides, tree } = merge;
  const at = [sides.base, merge.ours, merge.theirs, tree];
  const [base = null, ours, theirs, now = null] = await versionsOf(files, path, at);
  // One side has taken it away or made something else of it: git has its own word on that.
  if (typeof ours !== 'string' || typeof theirs !== 'string') return;
  const isClean = !merge.conflicted.includes(path);
  if (isLineManifest(path)) {
    // Where git could merge lines there is nothing to add.
    if (!isClean) await lineManifest(merge, path, { base, ours, theirs }, found);
    return;
  }
  const merged = mergeManifest({ base, ours, theirs, merged: isClean ? now : null });
  if (!merged.ok) {
    // A manifest that is no JSON object in the first place is none of this resolver's.
    const isOne = parseJsonText(ours) !== null && parseJsonText(theirs) !== null;
    if (isOne || !isClean) found.refused.set(path, merged.error);
    return;
  }
  if (isClean && sameJson(now, merged.value.text)) return;
  keep(path, merged.value, found);
};

const keep = (path: string, { text, took }: MergedManifest, found: Found): void => {
  const did = took.length === 0 ? 'merged by key' : `merged by key: took ${someOf(took)}`;
  found.changes.push({ kind: 'text', path, text });
  found.resolutions.push({ path, resolver: 'manifest', did });
};

const lineManifest = async (
  { parser }: MergeTexts,
  path: string,
  texts: ThreeTexts,
  found: Found,
): Promise<void> => {
  const merged = mergeLineManifest(path, texts);
  const broken = merged.ok ? await parser.broken(path, merged.value.text) : null;
  if (!merged.ok) found.refused.set(path, merged.error);
  else if (broken === null) keep(path, merged.value, found);
  else found.refused.set(path, `merged by key it is broken: ${broken}`);
};

const sameJson = (now: string | null, merged: string): boolean =>
  now !== null &&
  parseJsonText(now) !== null &&
  canonicalJson(JSON.parse(now)) === canonicalJson(JSON.parse(merged));

const additive = async (merge: MergeTexts, path: string, found: Found): Promise<void> => {
  const { files, parser } = merge;
  const at = [merge.ours, merge.theirs, merge.tree];
  const [ours, theirs, text] = await versionsOf(files, path, at);
  if (typeof ours !== 'string' || typeof theirs !== 'string' || typeof text !== 'string') {
    found.refused.set(path, 'one side has taken it away or made something else of it');
    return;
  }
  const names = { ours: merge.ours, theirs: merge.theirs };
  const added = mergeAdditive(text, names, listKindOf(path));
  const broken = added.ok ? await parser.broken(path, added.value.text) : null;
  if (!added.ok) found.refused.set(path, added.error);
  else if (broken !== null)
    found.refused.set(path, `with what both have added it is broken: ${broken}`);
  else {
    const { places } = added.value;
    const did = `kept what both sides added, in ${String(places)} place${places === 1 ? '' : 's'}`;
    found.changes.push({ kind: 'text', path, text: added.value.text });
    found.resolutions.push({ path, resolver: 'additive', did });
  }
};

const migrations = async (merge: MergeTexts, found: Found): Promise<void> => {
  const { files, sides, tree } = merge;
  const mine = new Set(sides.ours.added);
  const other = new Set(sides.theirs.added);
  const added = {
    ours: [...mine].filter((path) => !other.has(path)),
    theirs: [...other].filter((path) => !mine.has(path)),
  };
  // Nearly always there is nothing to list a tree for, and then no two have one number.
  if (!added.theirs.some((path) => /(?:^|\/)migrat(?:e|ions?)\/[^/]+$/u.test(path))) return;
  const listed = await files.list(tree);
  const blind = { files: listed, added, isNamed: () => false, says: () => false };
  const first = renumberMigrations(blind);
  if (first.moves.length + first.refused.length === 0) return;
  const moved = first.moves.map(({ from }) => from);
  const paths = [...new Set([...moved, ...sides.theirs.changed])].slice(0, MOST_READ);
  const read = await files.read(merge.theirs, paths);
  const texts = new Map(paths.map((path, index) => [path, read[index] ?? '']));
  const { moves, refused } = renumberMigrations({
    ...blind,
    isNamed: (name) => read.some((text) => text?.includes(name) === true),
    says: (path, what) => what.test(texts.get(path) ?? ''),
  });
  for (const { from, to } of moves) {
    const name = to.slice(to.lastIndexOf('/') + 1);
    found.changes.push({ kind: 'move', from, to });
    found.resolutions.push({ path: from, resolver: 'migrations', did: `numbered anew: ${name}` });
  }
  for (const { path, why } of refused) found.refused.set(path, why);
};

/** A name in a file beyond that is not found; the checks have the last word. */
const MOST_READ = 500;

const SHOWN = 4;

const someOf = (names: readonly string[]): string =>
  names.length <= SHOWN
    ? names.join(', ')
    : `${names.slice(0, SHOWN).join(', ')} and ${String(names.length - SHOWN)} more`;
