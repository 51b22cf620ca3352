import type { Tip } from '../../domain/conflicts/matrix.ts';
import { againstBase, betweenTwo, likelyBetween } from '../../domain/duplicates/compare.ts';
import type { Compared } from '../../domain/duplicates/compare.ts';
import type { DeliveredLines } from '../../domain/duplicates/copies/delivered-lines.ts';
import { saidOnce } from '../../domain/duplicates/copies/said-once.ts';
import type { CodeFinding, CodeReport, Likely, Side } from '../../domain/duplicates/finding.ts';
import { isTestPath } from '../../domain/duplicates/definition.ts';
import type { SkippedSource } from '../../domain/duplicates/definition.ts';
import type { Profile } from '../../domain/duplicates/profile.ts';
import { comparable } from '../../domain/duplicates/reported.ts';
import { idfOf } from '../../domain/duplicates/scores.ts';
import type { Rarity } from '../../domain/duplicates/scores.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { CodeComparison, CodeRequest } from '../../ports/code-comparison.ts';
import type { CopyDetector } from '../../ports/copy-detector.ts';
import { copySearch } from './copy-search.ts';
import type { Delivered } from './copy-search.ts';
import { readAddition } from './read-addition.ts';
import { readLines } from './read-lines.ts';
import { createSourceReader } from './source-reader.ts';
import { createBaseReader } from './base-source.ts';
import { filesNaming, hasCommit } from './tree-text.ts';
import type { Trees } from './tree-text.ts';

/** What is kept of a tip. */
interface Known extends Compared {
  /** Null: nobody looks for copies. */
  readonly lines: DeliveredLines | null;
}

/**
 * Compares by the grammars of ast-grep, and word for word by a detector of copies; what a tip and the target
 * say is kept from one comparison to the next. `detector` null: nobody looks for copies.
 */
export const codeComparison = (trees: Trees, detector: CopyDetector | null): CodeComparison => {
  const reader = createSourceReader();
  const readTarget = createBaseReader(trees, reader);
  const known = new Map<string, Known>();

  const compared = async (target: string, tip: Tip): Promise<Result<Known, Failure>> => {
    const key = `${target} ${tip.commit}`;
    const before = known.get(key);
    if (before !== undefined) return ok({ ...before, name: tip.name });
    const ends = { target, tip: tip.commit };
    const addition = await readAddition(trees, reader, ends);
    if (!addition.ok) return addition;
    const lines = detector === null ? ok(null) : await readLines(trees, ends);
    if (!lines.ok) return lines;
    const profiles = comparable(addition.value.added);
    const found = { name: tip.name, addition: addition.value, profiles, lines: lines.value };
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, found);
    return ok(found);
  };

  return {
    compare: async (request) => {
      const { target, tips, targetMs, likely = false } = request;
      const there = await hasCommit(trees, target);
      if (!there.ok) return there;
      if (!there.value) return err(failure('no-such-commit', `There is no commit ${target}.`));
      const all: Known[] = [];
      const unread: { name: string; why: string }[] = [];
      for (const tip of tips) {
        const one = await compared(target, tip);
        if (one.ok) all.push(one.value);
        else if (one.error.code === 'no-parser') return one;
        else unread.push({ name: tip.name, why: one.error.message });
      }
      const added = all.flatMap(({ profiles }) => profiles);
      const copies = detector === null ? null : copySearch(detector, all.flatMap(deliveredOf));
      const base =
        targetMs > 0 && all.length > 0
          ? await readTarget(target, added, targetMs, copies)
          : ok({ profiles: [], skipped: [], left: 0, rarity: idfOf(added) });
      if (!base.ok) return base;
      const { profiles, left, skipped, rarity } = base.value;
      const { findings: copied, ...facts } = (await copies?.found(copyMs(targetMs))) ?? NOBODY;
      const findings = saidOnce(findingsOf(all, profiles, rarity), copied);
      return ok({
        findings: await withUsers(trees, request, findings),
        ...(likely ? { likely: likelyOf(all, rarity) } : {}),
        exports: Object.fromEntries(all.map(({ name, addition }) => [name, addition.exports])),
        added: Object.fromEntries(all.map(({ name, addition }) => [name, addition.added.length])),
        unread,
        skipped: countedSkipped([...skipped, ...all.flatMap(({ addition }) => addition.skipped)]),
        left,
        copies: facts,
      } satisfies CodeReport);
    },
  };
};

const NOBODY = { findings: [], unlooked: 'there is no detector', more: 0, left: 0 };

const deliveredOf = ({ name, lines }: Known): readonly Delivered[] =>
  lines === null ? [] : [{ name, lines }];

/** For the program alone; what it is given fits into a second by far. */
const copyMs = (targetMs: number): number => Math.min(Math.max(targetMs, 3_000), 60_000);

const MOST_KNOWN = 200;

const findingsOf = (
  all: readonly Compared[],
  base: readonly Profile[],
  rarity: Rarity,
): readonly CodeFinding[] => [
  ...all.flatMap((one, at) => all.slice(at + 1).flatMap((other) => betweenTwo(one, other, rarity))),
  ...all.flatMap((one) => againstBase(one, base, rarity)),
];

const likelyOf = (all: readonly Compared[], rarity: Rarity): readonly Likely[] =>
  all.flatMap((one) =>
    all.flatMap((other) => (one === other ? [] : likelyBetween(one, other, rarity))),
  );

const countedSkipped = (skipped: readonly SkippedSource[]): Readonly<Record<string, number>> => {
  const sum: Record<string, number> = {};
  for (const { why } of skipped) sum[why] = (sum[why] ?? 0) + 1;
  return sum;
};

/** Findings whose users are counted: one search of a tree for each side. */
const MOST_COUNTED = 20;

const withUsers = async (
  trees: Trees,
  { target, tips }: CodeRequest,
  findings: readonly CodeFinding[],
): Promise<readonly CodeFinding[]> => {
  const commits = new Map(tips.map(({ name, commit }) => [name, commit]));
  const counted = async (side: Side): Promise<Side> => {
    const commit = side.of === null ? target : commits.get(side.of);
    const words = wordsFor(side);
    if (commit === undefined || words.length === 0) return side;
    const files = await filesNaming(trees, commit, words);
    return { ...side, users: files.filter((path) => path !== side.path).length };
  };
  const done: CodeFinding[] = [];
  for (const [at, finding] of findings.entries()) {
    const { kind, a, b } = finding;
    const isCounted = kind === 'duplicate' && at < MOST_COUNTED;
    done.push(isCounted ? { ...finding, a: await counted(a), b: await counted(b) } : finding);
  }
  return done;
};

/** By name, and by that of its file where a user has to name that, too; none: it cannot be told. */
const wordsFor = ({ kind, symbol, path }: Side): readonly string[] => {
  const stem = (path.split('/').at(-1) ?? '').replace(/\.\w+$/u, '');
  const names = /\.(?:[cm]?[jt]sx?|py)$/u.test(path) && !/^(?:index|__init__)$/u.test(stem);
  if (kind === 'block') return names && !isTestPath(path) && stem.length > 3 ? [stem] : [];
  return names && stem !== symbol ? [symbol, stem] : [symbol];
};
