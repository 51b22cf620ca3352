import type { ExportChange } from './addition.ts';
import type { DefinitionKind } from './definition.ts';

/** One of two sides, as people find it. */
export interface Side {
  /** Whose it is: a branch, a worktree or an attempt; null: it is in the target. */
  readonly of: string | null;
  readonly symbol: string;
  readonly kind: DefinitionKind;
  readonly path: string;
  readonly line: number;
  /** Files that name it; null: not counted. */
  readonly users: number | null;
}

/**
 * Something written twice (`duplicate`), defined twice under one name (`rival`), or changed by one and
 * used in its old form by the other (`contract`).
 */
export interface CodeFinding {
  readonly kind: 'duplicate' | 'rival' | 'contract';
  readonly a: Side;
  readonly b: Side;
  /** How sure it is, from 0 to 1. */
  readonly score: number;
  /** Why they are held to be the same, and what differs. */
  readonly why: string;
}

/** A definition that was added, and what it may be the same as: the likeliest first. */
export interface Likely {
  readonly side: Side;
  readonly candidates: readonly { readonly side: Side; readonly score: number }[];
}

/** What a comparison of deliveries has found. */
export interface CodeReport {
  readonly findings: readonly CodeFinding[];
  /** Where it was asked for: for each addition three of every other tip. */
  readonly likely?: readonly Likely[];
  /** Of each tip, by its name. */
  readonly exports: Readonly<Record<string, readonly ExportChange[]>>;
  /** How many definitions each tip adds. */
  readonly added: Readonly<Record<string, number>>;
  readonly unread: readonly { readonly name: string; readonly why: string }[];
  /** Files that were left out, by why. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Files of the target that there was no time for. */
  readonly left: number;
}

/** Names a finding by its sides, whatever their order. */
export const findingKey = ({ kind, a, b }: CodeFinding): string =>
  [kind, ...[a, b].map(({ of, path, symbol }) => `${of ?? ''} ${path} ${symbol}`).toSorted()].join(
    ' | ',
  );
