import type { RepositoryPlace } from '../../adapters/git/discover.ts';
import { gitMergeMatrix } from '../../adapters/git/matrix/matrix.ts';
import type { Matrix } from '../../domain/conflicts/matrix.ts';
import type { Failure } from '../../domain/failure.ts';
import { resolverFor } from '../../domain/resolve/kinds.ts';
import type { ResolverName } from '../../domain/resolve/rules.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { ConflictText, MergeMatrix } from '../../ports/merge-matrix.ts';
import type { Compared, Gathered } from './compared.ts';
import { withCompared } from './with-compared.ts';
import type { Target } from './with-compared.ts';

/** What is asked. */
export interface ConflictWish {
  /** Branches, commits or folders of worktrees; none: whatever somebody is at work on. */
  readonly names: readonly string[];
  /** As typed; null: see `ConflictReport.target`. */
  readonly target: string | null;
  /** How many conflicts are wanted with their lines. */
  readonly hunks: number;
  readonly progress: (done: number, all: number) => void;
}

/** A conflict with its lines; `b` null: with the target. */
export interface ShownConflict {
  readonly a: string;
  readonly b: string | null;
  readonly texts: readonly ConflictText[];
}

/** What was found. */
export interface ConflictReport {
  /** What was asked for; else the target of the run at work, the main checkout's branch, or the remote's. */
  readonly target: Target;
  readonly compared: readonly Compared[];
  readonly matrix: Matrix;
  readonly shown: readonly ShownConflict[];
  /** Who can settle a file on the way to the target, by its path; a real clash in it comes back all the same. */
  readonly resolvers: Readonly<Record<string, ResolverName>>;
}

/**
 * Who conflicts with the target and who with whom, of branches, worktrees of any tool, and what runs
 * have under way. Nothing is written into the repository or into a work copy.
 * Codes: `no-such-commit`, those of git and of the store.
 */
export const conflictsHere = (
  cwd: string,
  wish: ConflictWish,
): Promise<Result<ConflictReport, Failure>> =>
  withCompared(cwd, { ...wish, command: 'fanin conflicts --target' }, async (scene, gathered) => {
    const matrix = gitMergeMatrix(scene.place, { alsoFrom: scene.alsoFrom });
    const report = await compare(matrix, gathered, wish);
    return report.ok
      ? ok({ ...report.value, ...(await resolversHere(scene.place, report.value)) })
      : report;
  });

const compare = async (
  matrix: MergeMatrix,
  { tips, unread, target }: Gathered & { readonly target: Target },
  { hunks, progress }: ConflictWish,
): Promise<Result<Omit<ConflictReport, 'resolvers'>, Failure>> => {
  const compared = tips.filter(({ name }) => name !== target.name);
  const found = await matrix.compare({ target: target.commit, tips: compared, progress });
  if (!found.ok) return found;
  const { against, pairs } = found.value;
  const wanted = [
    ...against.map(({ name }) => ({ a: name, b: null })),
    ...pairs.map(({ a, b }) => ({ a, b })),
  ].slice(0, hunks);
  const shown: ShownConflict[] = [];
  for (const { a, b } of wanted) {
    const one = compared.find(({ name }) => name === a);
    const other = b === null ? null : (compared.find(({ name }) => name === b) ?? null);
    if (one === undefined) continue;
    const texts = await matrix.conflict({ target: target.commit, a: one, b: other });
    if (!texts.ok) return texts;
    shown.push({ a, b, texts: texts.value });
  }
  const all = { ...found.value, unread: [...unread, ...found.value.unread] };
  return ok({ target, compared, matrix: all, shown });
};

/** By the config as it lies here; one with mistakes says nothing. */
const resolversHere = async (
  { root }: RepositoryPlace,
  { matrix: { against, pairs } }: Pick<ConflictReport, 'matrix'>,
): Promise<Pick<ConflictReport, 'resolvers'>> => {
  const files = new Set([...against, ...pairs].flatMap((each) => each.files));
  if (files.size === 0) return { resolvers: {} };
  const { loadConfig } = await import('../../adapters/config/load-config.ts');
  const loaded = await loadConfig(root);
  if (!loaded.ok) return { resolvers: {} };
  const { resolve } = loaded.value.config;
  const found = [...files].flatMap((path) => {
    const name = resolverFor(path, resolve);
    return name === null ? [] : [[path, name] as const];
  });
  return { resolvers: Object.fromEntries(found) };
};
