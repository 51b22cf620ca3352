import type { Attempt, Finding, Harvest } from '../attempt/attempt.ts';

/** A part of a delivery, as git objects that no ref holds yet. */
export interface Part {
  readonly commit: string;
  readonly tree: string;
  readonly base: string;
  /** What it changes. */
  readonly files: readonly string[];
  /** What is in its tree that nobody should check out unseen. */
  readonly findings: readonly Finding[];
}

type Whole = Pick<Extract<Attempt, { phase: 'ended' }>, 'harvest' | 'toldToWrapUp'>;

/**
 * The harvest of a part. What was found at the whole is said of the part that has the file, and of both where it is
 * about none of them.
 */
export const partHarvest = (whole: Whole, part: Part, other: Part): Harvest => {
  const told = new Set(part.findings.map(({ text }) => text));
  const kept = (whole.harvest?.findings ?? []).filter(
    ({ path, text }) =>
      !told.has(text) &&
      (path === undefined || part.files.includes(path) || !other.files.includes(path)),
  );
  return {
    commit: part.commit,
    tree: part.tree,
    base: part.base,
    snapshot: whole.harvest?.snapshot ?? false,
    findings: [...part.findings, ...kept, ...(whole.toldToWrapUp ? [HALF_DONE] : [])],
  };
};

const HALF_DONE: Finding = {
  kind: 'told-to-wrap-up',
  text: 'the agent that made it was told to come to an end, so the work may be half done',
  blocks: true,
};
