import type { Delivery } from '../../domain/delivery/delivery.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { resolutionMessage } from '../../domain/resolve/message.ts';
import { NO_RESOLVERS } from '../../domain/resolve/rules.ts';
import type { Resolution } from '../../domain/resolve/rules.ts';
import { isIdle, workFor } from '../../domain/resolve/work.ts';
import type { MergeFiles } from '../../ports/merge-files.ts';
import type { Merge } from '../../ports/repository.ts';
import type { ResolveContext } from './regenerate.ts';
import { remakeFiles } from './remake-files.ts';
import { resolveTexts } from './resolve-texts.ts';
import type { MergeTexts } from './resolve-texts.ts';

/** How a delivery goes onto a commit. `brings`: what is merged, the delivery's commit or the one that resolves it. */
export type OntoMerge =
  | {
      readonly kind: 'clean';
      readonly tree: string;
      readonly brings: string;
      readonly resolutions: readonly Resolution[];
    }
  | Extract<Merge, { kind: 'conflict' }>;

/**
 * Merges a delivery onto `tip`. Where a resolver was at work, the merge is a commit of its own beside the delivery's
 * (parents: the delivery, `tip`), so that what lands is a plain merge of it, and its work can be seen for itself.
 */
export const mergeOnto = async (
  context: ResolveContext,
  tip: string,
  delivery: Delivery,
): Promise<Result<OntoMerge, Failure>> => {
  const { repository } = context.deps;
  const merge = await repository.merge(tip, delivery.commit);
  if (!merge.ok) return merge;
  const plain = asItIs(merge.value, delivery);
  // Nothing has come to the target since: there are no two sides.
  const mayResolve = merge.value.kind === 'conflict' || delivery.base !== tip;
  const met = mayResolve ? await meet(context, tip, delivery, merge.value) : ok(null);
  if (!met.ok) return met;
  if (met.value === null) return ok(plain);
  const resolved = await resolveOnce(context, delivery, met.value);
  if (!resolved.ok) return resolved;
  const { tree, resolutions, refused } = resolved.value;
  if (refused.size > 0) return ok(refusedMerge(merge.value, refused));
  if (resolutions.length === 0 || tree === null) return ok(plain);
  const message = resolutionMessage(delivery.task, resolutions);
  const commit = await repository.commit(tree, [delivery.commit, tip], message);
  return commit.ok ? ok({ kind: 'clean', tree, brings: commit.value, resolutions }) : commit;
};

const asItIs = (merge: Merge, { commit }: Delivery): OntoMerge =>
  merge.kind === 'conflict'
    ? merge
    : { kind: 'clean', tree: merge.tree, brings: commit, resolutions: [] };

/** The merge as resolvers see it; null: there is nothing for them. */
const meet = async (
  { deps, run }: ResolveContext,
  tip: string,
  { commit }: Delivery,
  merge: Merge,
): Promise<Result<MergeTexts | null, Failure>> => {
  const rules = run().plan.resolve ?? NO_RESOLVERS;
  const { resolving } = deps;
  if (resolving === undefined || rules.resolvers.length === 0) return ok(null);
  const { files, parser } = resolving;
  const sides = await files.sides(tip, commit);
  if (!sides.ok) return sides;
  if (sides.value === null) return ok(null);
  const paths = merge.kind === 'conflict' ? merge.files.map(({ path }) => path) : [];
  const changed = { ours: sides.value.ours.changed, theirs: sides.value.theirs.changed };
  const work = workFor({ conflicted: paths, changed }, rules);
  if (work.left.length > 0) return ok(null);
  if (isIdle(work) && !rules.resolvers.includes('migrations')) return ok(null);
  const met = { files, parser, rules, ours: tip, theirs: commit, sides: sides.value, work };
  if (merge.kind === 'clean') return ok({ ...met, tree: merge.tree, conflicted: [] });
  const marked = await files.marked(tip, commit);
  return marked.ok ? ok({ ...met, ...marked.value }) : marked;
};

interface Resolved {
  readonly tree: string | null;
  readonly resolutions: readonly Resolution[];
  readonly refused: ReadonlyMap<string, string>;
  readonly partial: boolean;
}

/** What was made by commands, by what it was made from: a tree that is merged again comes out the same, and at once. */
const made = new WeakMap<MergeFiles, Map<string, Resolved>>();

/** More than any queue merges again. */
const MOST_KEPT = 200;

const resolveOnce = async (
  context: ResolveContext,
  delivery: Delivery,
  merge: MergeTexts,
): Promise<Result<Resolved, Failure>> => {
  const { locks, generated } = merge.work;
  if (locks.length + generated.length === 0) return resolve(context, delivery, merge);
  const kept = made.get(merge.files) ?? new Map<string, Resolved>();
  made.set(merge.files, kept);
  const [tree] = await context.deps.repository.resolve([`${merge.ours}^{tree}`]);
  const key = `${String(tree)} ${merge.theirs} ${merge.sides.base}`;
  const known = kept.get(key);
  if (known !== undefined) return ok(known);
  const resolved = await resolve(context, delivery, merge);
  if (!resolved.ok || resolved.value.partial || resolved.value.refused.size > 0) return resolved;
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, resolved.value);
  return resolved;
};

const resolve = async (
  context: ResolveContext,
  delivery: Delivery,
  merge: MergeTexts,
): Promise<Result<Resolved, Failure>> => {
  const texts = await resolveTexts(merge);
  const { refused } = texts;
  if (refused.size > 0) return ok({ tree: null, resolutions: [], refused, partial: false });
  const written =
    texts.changes.length === 0
      ? ok(merge.tree)
      : await merge.files.write(merge.tree, texts.changes);
  if (!written.ok) return written;
  const remade = await remakeFiles(context, delivery, merge, written.value);
  if (!remade.ok) return remade;
  const resolutions = [...texts.resolutions, ...remade.value.resolutions];
  const done = new Set(resolutions.map(({ path }) => path));
  const open = merge.conflicted.filter(
    (path) => !done.has(path) && !remade.value.refused.has(path),
  );
  return ok({
    tree: remade.value.tree,
    partial: remade.value.partial,
    resolutions,
    refused: new Map([
      ...remade.value.refused,
      ...open.map((path) => [path, 'no resolver could settle it'] as const),
    ]),
  });
};

/** The conflict as git has it, with the reason why no resolver took it; a merge that was clean is none to land either. */
const refusedMerge = (merge: Merge, refused: ReadonlyMap<string, string>): OntoMerge => {
  const known = merge.kind === 'conflict' ? merge.files : [];
  const said = (path: string): string => {
    const why = refused.get(path);
    return why === undefined ? '' : `${why}\n`;
  };
  const others = [...refused].filter(([path]) => !known.some((file) => file.path === path));
  return {
    kind: 'conflict',
    files: [
      ...known.map(({ path, text }) => ({ path, text: `${said(path)}${text}` })),
      ...others.map(([path, why]) => ({ path, text: why })),
    ],
  };
};
