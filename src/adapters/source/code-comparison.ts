import type { Tip } from '../../domain/conflicts/matrix.ts';
import { againstBase, betweenTwo, likelyBetween } from '../../domain/duplicates/compare.ts';
import type { Compared } from '../../domain/duplicates/compare.ts';
import type { CodeFinding, CodeReport, Likely, Side } from '../../domain/duplicates/finding.ts';
import type { SkippedSource } from '../../domain/duplicates/definition.ts';
import type { Profile } from '../../domain/duplicates/profile.ts';
import { comparable } from '../../domain/duplicates/reported.ts';
import { idfOf } from '../../domain/duplicates/scores.ts';
import type { Rarity } from '../../domain/duplicates/scores.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { CodeComparison, CodeRequest } from '../../ports/code-comparison.ts';
import { readAddition } from './read-addition.ts';
import { createSourceReader } from './source-reader.ts';
import { createBaseReader } from './base-source.ts';
import { filesNaming } from './tree-text.ts';
import type { Trees } from './tree-text.ts';

/** Compares by the grammars of ast-grep; what a tip and the target say is kept from one comparison to the next. */
export const codeComparison = (trees: Trees): CodeComparison => {
  const reader = createSourceReader();
  const readTarget = createBaseReader(trees, reader);
  const known = new Map<string, Compared>();

  const compared = async (target: string, tip: Tip): Promise<Result<Compared, Failure>> => {
    const key = `${target} ${tip.commit}`;
    const before = known.get(key);
    if (before !== undefined) return ok({ ...before, name: tip.name });
    const addition = await readAddition(trees, reader, { target, tip: tip.commit });
    if (!addition.ok) return addition;
    const found = {
      name: tip.name,
      addition: addition.value,
      profiles: comparable(addition.value.added),
    };
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, found);
    return ok(found);
  };

  return {
    compare: async ({ target, tips, targetMs, likely = false }) => {
      const all: Compared[] = [];
      const unread: { name: string; why: string }[] = [];
      for (const tip of tips) {
        const one = await compared(target, tip);
        if (one.ok) all.push(one.value);
        else if (one.error.code === 'no-parser') return one;
        else unread.push({ name: tip.name, why: one.error.message });
      }
      const added = all.flatMap(({ profiles }) => profiles);
      const base =
        targetMs > 0 && added.length > 0
          ? await readTarget(target, added, targetMs)
          : ok({ profiles: [], skipped: [], left: 0, rarity: idfOf(added) });
      if (!base.ok) return base;
      const { profiles, left, skipped, rarity } = base.value;
      const findings = findingsOf(all, profiles, rarity);
      return ok({
        findings: await withUsers(trees, { target, tips, targetMs }, findings),
        ...(likely ? { likely: likelyOf(all, rarity) } : {}),
        exports: Object.fromEntries(all.map(({ name, addition }) => [name, addition.exports])),
        added: Object.fromEntries(all.map(({ name, addition }) => [name, addition.added.length])),
        unread,
        skipped: countedSkipped([...skipped, ...all.flatMap(({ addition }) => addition.skipped)]),
        left,
      } satisfies CodeReport);
    },
  };
};

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
    if (commit === undefined) return side;
    const files = await filesNaming(trees, commit, wordsFor(side));
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

/** By name, and by that of its file where a user has to name that, too. */
const wordsFor = ({ symbol, path }: Side): readonly string[] => {
  const stem = (path.split('/').at(-1) ?? '').replace(/\.\w+$/u, '');
  const names = /\.(?:[cm]?[jt]sx?|py)$/u.test(path) && !/^(?:index|__init__)$/u.test(stem);
  return names && stem !== symbol ? [symbol, stem] : [symbol];
};
