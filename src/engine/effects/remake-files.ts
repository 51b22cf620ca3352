import type { Delivery } from '../../domain/delivery/delivery.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { doubledEntry, mergeLock } from '../../domain/resolve/lock-entries.ts';
import { lockToolFor } from '../../domain/resolve/lock-tools.ts';
import type { LockTool } from '../../domain/resolve/lock-tools.ts';
import type { GeneratedRule, Resolution } from '../../domain/resolve/rules.ts';
import { isPointer, storedText } from '../../domain/resolve/stored-text.ts';
import type { TreeChange } from '../../ports/merge-files.ts';
import { remake } from './regenerate.ts';
import type { Remade, ResolveContext } from './regenerate.ts';
import { versionsOf } from './resolve-texts.ts';
import type { MergeTexts } from './resolve-texts.ts';

/** The tree with lock files and generated files made anew. */
export interface RemadeFiles {
  readonly tree: string;
  readonly resolutions: readonly Resolution[];
  readonly refused: ReadonlyMap<string, string>;
  /** Something stayed as git merged it: the next time it may be made. */
  readonly partial: boolean;
}

/** Makes lock files and generated files anew in `tree`, one after the other; each sees what the ones before it made. */
export const remakeFiles = async (
  context: ResolveContext,
  delivery: Delivery,
  merge: MergeTexts,
  tree: string,
): Promise<Result<RemadeFiles, Failure>> => {
  const scene: Scene = { context, delivery, merge };
  let done: RemadeFiles = { tree, resolutions: [], refused: new Map(), partial: false };
  for (const lock of merge.work.locks) {
    const next = await remakeLock(scene, done, lock);
    if (!next.ok) return next;
    done = next.value;
  }
  for (const rule of new Set(merge.work.generated.map((each) => each.rule))) {
    const paths = merge.work.generated
      .filter((each) => each.rule === rule)
      .map((each) => each.path);
    const next = await remakeGenerated(scene, done, { rule, paths });
    if (!next.ok) return next;
    done = next.value;
  }
  return ok(done);
};

interface Scene {
  readonly context: ResolveContext;
  readonly delivery: Delivery;
  readonly merge: MergeTexts;
}

/** How long a lock's tool may take: it may have to ask a registry. */
const LOCK_TIMEOUT = 5 * 60_000;

const remakeLock = async (
  scene: Scene,
  done: RemadeFiles,
  { path, tool }: { readonly path: string; readonly tool: LockTool },
): Promise<Result<RemadeFiles, Failure>> => {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const outputs = [path, ...tool.also.map((name) => `${folder}${name}`)];
  const starts = await startsOf(scene.merge, path, tool);
  // One side has taken the lock away: git has its own word on that.
  if (starts === null) return ok(done);
  if (starts.some(isPointer))
    return ok(await notMade(scene.merge, done, { path, resolver: 'lock', why: BY_LFS }));
  let why = '';
  for (const start of starts) {
    const made = await remakeIn(scene, [{ kind: 'text', path, text: start }], done.tree, {
      name: tool.program,
      program: tool.program,
      commands: [tool.regenerate, tool.gate],
      folder,
      timeoutMs: LOCK_TIMEOUT,
      outputs,
    });
    if (!made.ok) return made;
    if (made.value.remade.ok) {
      const did = `made anew by ${isOneCommand(tool) ? `\`${tool.regenerate}\`` : tool.program}`;
      return withTexts(scene, done, { texts: made.value.remade.texts, resolver: 'lock', did });
    }
    why = made.value.remade.why;
  }
  return ok(await notMade(scene.merge, done, { path, resolver: 'lock', why }));
};

const isOneCommand = ({ regenerate, program }: LockTool): boolean =>
  regenerate.startsWith(`${program} `) && !regenerate.includes('\n');

/**
 * What a lock is made anew from: what both sides have pinned, then as the target has it. Pins come together as git merged
 * them where the tool reads conflict markers, else entry by entry. One that is broken is no start, however cleanly it
 * merged.
 */
const startsOf = async (
  { files, parser, tree, ours, theirs, sides, conflicted }: MergeTexts,
  path: string,
  { reads }: LockTool,
): Promise<readonly string[] | null> => {
  const trees = [tree, ours, theirs, sides.base];
  const [merged, mine, other, base] = await versionsOf(files, path, trees);
  if (typeof mine !== 'string' || typeof other !== 'string') return null;
  if (reads !== 'marks')
    return [mergeLock(reads, { base: base ?? '', ours: mine, theirs: other }), mine];
  const isMarked = conflicted.includes(path);
  const mayStart = isMarked || (await parser.broken(path, merged ?? '')) === null;
  return typeof merged === 'string' && mayStart ? [merged, mine] : [mine];
};

const remakeGenerated = async (
  scene: Scene,
  done: RemadeFiles,
  { rule, paths }: { readonly rule: GeneratedRule; readonly paths: readonly string[] },
): Promise<Result<RemadeFiles, Failure>> => {
  const { merge, context } = scene;
  const mine = await merge.files.read(merge.ours, paths);
  const start = paths.flatMap((path, index): readonly TreeChange[] => {
    const text = mine[index];
    return typeof text === 'string' ? [{ kind: 'text', path, text }] : [];
  });
  const { setup } = context.run().plan;
  if (start.some((each) => each.kind === 'text' && isPointer(each.text)))
    return ok(await noneMade(merge, done, paths, BY_LFS));
  const made = await remakeIn(scene, start, done.tree, {
    name: 'generated',
    program: null,
    commands: [...(setup === null ? [] : [setup.run]), rule.run],
    folder: '',
    timeoutMs: rule.timeoutMs,
    outputs: paths,
  });
  if (!made.ok) return made;
  const { remade } = made.value;
  if (remade.ok)
    return withTexts(scene, done, {
      texts: remade.texts,
      resolver: 'generated',
      did: `made anew by \`${rule.run}\``,
    });
  return ok(await noneMade(merge, done, paths, remade.why));
};

const noneMade = async (
  merge: MergeTexts,
  done: RemadeFiles,
  paths: readonly string[],
  why: string,
): Promise<RemadeFiles> => {
  let state = done;
  for (const path of paths)
    state = await notMade(merge, state, { path, resolver: 'generated', why });
  return state;
};

const BY_LFS = 'its content lies with Git LFS, where fanin writes nothing';

/** Runs it on `tree` with some files as they are to be met. */
const remakeIn = async (
  { context, delivery, merge }: Scene,
  start: readonly TreeChange[],
  tree: string,
  wanted: Parameters<typeof remake>[3],
): Promise<Result<{ readonly remade: Remade }, Failure>> => {
  const begun = await merge.files.write(tree, start);
  if (!begun.ok) return begun;
  const commit = await context.deps.repository.commit(begun.value, [merge.ours], BETWEEN);
  if (!commit.ok) return commit;
  const remade = await remake(context, delivery, commit.value, wanted);
  return remade.ok ? ok({ remade: remade.value }) : remade;
};

/** Of a commit that nothing holds. */
const BETWEEN = 'fanin: to be resolved';

type TextChange = Extract<TreeChange, { kind: 'text' }>;

const withTexts = async (
  { merge }: Scene,
  done: RemadeFiles,
  {
    texts,
    resolver,
    did,
  }: { readonly texts: ReadonlyMap<string, string> } & Omit<Resolution, 'path'>,
): Promise<Result<RemadeFiles, Failure>> => {
  const paths = [...texts.keys()];
  const [mine, before] = await Promise.all([
    merge.files.read(merge.ours, paths),
    merge.files.read(done.tree, paths),
  ]);
  const changes = paths.flatMap((path, index): readonly TextChange[] => {
    const text = storedText(texts.get(path) ?? '', mine[index] ?? before[index] ?? null);
    // What came out as git had merged it was not resolved by anybody.
    return text === before[index] ? [] : [{ kind: 'text', path, text }];
  });
  if (changes.length === 0) return ok(done);
  const tree = await merge.files.write(done.tree, changes);
  if (!tree.ok) return tree;
  const resolutions = changes.map(({ path }): Resolution => ({ path, resolver, did }));
  return ok({ ...done, tree: tree.value, resolutions: [...done.resolutions, ...resolutions] });
};

/** What a clean merge may do to a lock that has no parser here. */
const doubledIn = (path: string, text: string): string | null => {
  const reads = lockToolFor(path)?.reads ?? 'marks';
  const doubled = reads === 'marks' ? null : doubledEntry(reads, text);
  return doubled === null ? null : `${doubled} is in it twice`;
};

/**
 * A file that could not be made anew. Where git has merged it and it can be read, it stays like that, and that is told:
 * the checks have the last word. Where not, nothing can land.
 */
const notMade = async (
  { files, parser, conflicted }: MergeTexts,
  done: RemadeFiles,
  { path, resolver, why }: Pick<Resolution, 'path' | 'resolver'> & { readonly why: string },
): Promise<RemadeFiles> => {
  const [text] = await files.read(done.tree, [path]);
  const broken =
    typeof text === 'string' ? ((await parser.broken(path, text)) ?? doubledIn(path, text)) : null;
  const refuse = (words: string): RemadeFiles => ({
    ...done,
    refused: new Map([...done.refused, [path, words]]),
  });
  if (conflicted.includes(path)) return refuse(`it could not be made anew: ${why}`);
  if (broken !== null)
    return refuse(`it merges cleanly and is broken (${broken}); it could not be made anew: ${why}`);
  const did = `left as git merged it, for it could not be made anew: ${why}`;
  const resolutions = [...done.resolutions, { path, resolver, did }];
  return { ...done, resolutions, partial: true };
};
