import type { Failure } from '../domain/failure.ts';
import { judgeCandidate } from '../domain/lost-updates/judge.ts';
import { takesBack } from '../domain/lost-updates/judge-landing.ts';
import { emptyLedger, withLanding } from '../domain/lost-updates/ledger.ts';
import type { LandedChange } from '../domain/lost-updates/file-delta.ts';
import type { Ledger } from '../domain/lost-updates/ledger.ts';
import type { LostUpdate } from '../domain/lost-updates/lost-update.ts';
import { THRESHOLDS } from '../domain/lost-updates/thresholds.ts';
import type { Result } from '../domain/result.ts';
import { ok } from '../domain/result.ts';
import type { LandedChanges } from '../ports/landed-changes.ts';

/** What is about to become the target. */
export interface LandingCandidate {
  /** The target, or the member of its group that lies before it. */
  readonly onto: string;
  /** The delivery's own commit. */
  readonly tip: string;
  /** The tree that the two give. */
  readonly merged: string;
  /** What its author started from; `known`: fanin saw to it itself. */
  readonly base: { readonly commit: string; readonly known: boolean };
  /** Files that a tool makes anew where both sides changed them: their lines are nobody's. */
  readonly isRemade: (path: string) => boolean;
}

/** What the last landings up to a commit brought. Codes: those of git. */
export const ledgerAt = async (
  changes: LandedChanges,
  target: string,
): Promise<Result<Ledger, Failure>> => {
  const landings = await changes.landings(target, THRESHOLDS.window.value);
  return landings.ok ? ok(ledgerFrom(knownBy(changes), landings.value)) : landings;
};

/** Ledgers by the landing that is their last: the next one is made of the one before it. */
type KnownLedgers = Map<string, Ledger>;

/** So many are remembered: those of the members of a group, and of the target. */
const REMEMBERED = 12;

const KNOWN = new WeakMap<LandedChanges, KnownLedgers>();

const knownBy = (changes: LandedChanges): KnownLedgers => {
  const known = KNOWN.get(changes) ?? new Map<string, Ledger>();
  KNOWN.set(changes, known);
  return known;
};

const ledgerFrom = (known: KnownLedgers, landings: readonly LandedChange[]): Ledger => {
  const at = landings.findLastIndex(({ commit }) => known.has(commit));
  const before = known.get(landings[at]?.commit ?? '') ?? emptyLedger(THRESHOLDS.window.value);
  const ledger = landings.slice(at + 1).reduce(withLanding, before);
  const last = landings.at(-1);
  if (last !== undefined) known.set(last.commit, ledger);
  for (const commit of [...known.keys()].slice(0, Math.max(0, known.size - REMEMBERED)))
    known.delete(commit);
  return ledger;
};

/** What of others' work a landing would take back. Codes: those of git. */
export const findLostUpdates = async (
  changes: LandedChanges,
  { onto, tip, merged, base, isRemade }: LandingCandidate,
): Promise<Result<readonly LostUpdate[], Failure>> => {
  const ledger = await ledgerAt(changes, onto);
  if (!ledger.ok) return ledger;
  const files = await changes.delta(onto, merged);
  if (!files.ok) return files;
  // Nearly all take back nothing: how they came about need not be asked.
  if (!takesBack(ledger.value, files.value)) return ok([]);
  const window = THRESHOLDS.window.value;
  const history = await changes.history({ onto, tip, base: base.commit, window });
  if (!history.ok) return history;
  const words = history.value.own.map(({ title }) => title).join('\n');
  return ok(
    judgeCandidate(ledger.value, {
      files: files.value.filter(({ path }) => !isRemade(path)),
      history: history.value,
      words,
      baseKnown: base.known,
    }),
  );
};

/** Whether a tree that is to land is the merge of target and delivery, made once more another way. */
export const isRecomputed = async (
  changes: LandedChanges,
  { onto, tip, merged }: Pick<LandingCandidate, 'onto' | 'tip' | 'merged'>,
  /** Paths of which a resolution was declared. */
  declared: readonly string[] = [],
): Promise<Result<readonly LostUpdate[], Failure>> => {
  const tree = await changes.recomputed(onto, tip);
  if (!tree.ok) return tree;
  if (tree.value === merged) return ok([]);
  // What conflicts has no merge of its own to be held against, but for what the delivery says.
  const files = await changes.delta(tree.value ?? onto, merged);
  if (!files.ok) return files;
  return ok(
    files.value
      .filter(({ path, from }) => !declared.includes(path) && !declared.includes(from ?? path))
      .map(({ path }) => ({
        check: 'tree',
        victim: null,
        path,
        hunk: [],
        evidence: 'the tree that is to land is no merge of the target and the delivery',
        blocks: true,
      })),
  );
};
