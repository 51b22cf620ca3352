import { addedOf, exportChanges, usesOf } from '../../domain/duplicates/addition.ts';
import type { Addition } from '../../domain/duplicates/addition.ts';
import { againstBase, betweenTwo, likelyBetween } from '../../domain/duplicates/compare.ts';
import type { Compared } from '../../domain/duplicates/compare.ts';
import { copyStyleOf } from '../../domain/duplicates/copies/copy-paths.ts';
import { deliveredLines } from '../../domain/duplicates/copies/delivered-lines.ts';
import type { DeliveredLines } from '../../domain/duplicates/copies/delivered-lines.ts';
import { ownCopies } from '../../domain/duplicates/copies/own-copies.ts';
import { saidOnce } from '../../domain/duplicates/copies/said-once.ts';
import type { SourceText } from '../../domain/duplicates/definition.ts';
import { comparable } from '../../domain/duplicates/reported.ts';
import { idfOf } from '../../domain/duplicates/scores.ts';
import { failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { CodeComparison } from '../../ports/code-comparison.ts';
import { memoryCopyDetector } from './copy-detector.ts';
import { memoryLandedChanges } from './landed-changes.ts';
import { objectId } from './objects.ts';
import type { MemoryTree } from './objects.ts';
import type { MemoryRepository } from './repository.ts';
import { memorySourceReader } from './source-reader.ts';

type Tip = Compared & { readonly lines: DeliveredLines };

/** Compares what lies in a repository in memory: every file is read, and each text is held against each. */
export const memoryCodeComparison = (repo: MemoryRepository): CodeComparison => ({
  compare: async ({ target, tips, targetMs, likely = false }) => {
    if (!isThere(repo, target)) return err(noCommit(target));
    const all: Tip[] = [];
    const unread: { name: string; why: string }[] = [];
    for (const { name, commit } of tips)
      if (isThere(repo, commit)) all.push(await readTip(repo, target, name, commit));
      else unread.push({ name, why: noCommit(commit).message });
    const base = targetMs > 0 ? textsOf(repo.files(target)) : [];
    const there = comparable((await definitionsIn(base)).definitions);
    const rarity = idfOf([...all.flatMap(({ profiles }) => profiles), ...there]);
    const pairs = all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other] as const));
    const { findings: copied, more } = await copiesAmong(all, base);
    const findings = [
      ...pairs.flatMap(([one, other]) => betweenTwo(one, other, rarity)),
      ...all.flatMap((one) => againstBase(one, there, rarity)),
    ];
    return ok({
      findings: saidOnce(findings, copied),
      ...(likely
        ? {
            likely: pairs.flatMap(([a, b]) => [
              ...likelyBetween(a, b, rarity),
              ...likelyBetween(b, a, rarity),
            ]),
          }
        : {}),
      exports: Object.fromEntries(all.map(({ name, addition }) => [name, addition.exports])),
      added: Object.fromEntries(all.map(({ name, addition }) => [name, addition.added.length])),
      unread,
      skipped: {},
      left: 0,
      copies: { unlooked: null, more, left: 0 },
    });
  },
});

const isThere = (repo: MemoryRepository, commit: string): boolean => {
  try {
    repo.parents(commit);
    return true;
  } catch {
    return false;
  }
};

const noCommit = (commit: string) => failure('no-such-commit', `There is no commit ${commit}.`);

const textsOf = (files: MemoryTree): readonly SourceText[] =>
  [...files].map(([path, text]) => ({ path, text }));

const definitionsIn = async (files: readonly SourceText[]) => {
  const reader = memorySourceReader();
  const read = await reader.read(files.filter(({ path }) => reader.reads(path)));
  return read.ok ? read.value : { definitions: [], skipped: [] };
};

const readTip = async (
  repo: MemoryRepository,
  target: string,
  name: string,
  commit: string,
): Promise<Tip> => {
  const fork = repo.mergeBase(target, commit) ?? target;
  const [before, after] = [repo.files(fork), repo.files(commit)];
  const was = await definitionsIn(textsOf(before));
  const is = await definitionsIn(textsOf(after));
  const delta = await memoryLandedChanges(repo).delta(fork, commit);
  const addition: Addition = {
    added: addedOf(was.definitions, is.definitions),
    exports: exportChanges(was.definitions, is.definitions),
    uses: textsOf(after).flatMap(({ path, text }) => usesOf(path, before.get(path) ?? '', text)),
    skipped: is.skipped,
  };
  const lines = deliveredLines(delta.ok ? delta.value : []);
  return { name, addition, profiles: comparable(addition.added), lines };
};

const copiesAmong = async (all: readonly Tip[], base: readonly SourceText[]) => {
  const sources = [
    ...base.map(({ path, text }) => ({ of: null, path, text, blob: objectId('blob', text) })),
    ...all.flatMap(({ name, lines }) =>
      lines.added.map(({ path, text, before }) => ({ of: name, path, text, blob: before })),
    ),
  ].flatMap((source) => {
    const style = copyStyleOf(source.path);
    return style === null ? [] : [{ ...source, style }];
  });
  const blocks = await memoryCopyDetector().detect(sources, 0);
  const removed = new Map(all.map(({ name, lines }) => [name, lines.removed]));
  return ownCopies(sources, blocks.ok ? blocks.value : [], removed);
};
