import type { ExportChange } from './addition.ts';
import { placeOf } from './definition.ts';
import type { DefinitionKind } from './definition.ts';

/** One of two sides, as people find it. */
export interface Side {
  /** Whose it is: a branch, a worktree or an attempt; null: it is in the target. */
  readonly of: string | null;
  /** Its name; of a block that was copied, the first of its lines that says something. */
  readonly symbol: string;
  readonly kind: DefinitionKind | 'block';
  readonly path: string;
  readonly line: number;
  /** The last line of it, where that is known. */
  readonly endLine?: number;
  /** Files that name it; null: not counted. */
  readonly users: number | null;
}

/**
 * Something written twice (`duplicate`; of `block`s: word for word), defined twice under one name (`rival`), or changed by one and
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
  readonly copies: CopyFacts;
}

/** Of blocks that were copied word for word, beside those that are findings. */
export interface CopyFacts {
  /** Why nobody looked for them; null: they were looked for. */
  readonly unlooked: string | null;
  /** How many more there are than are told. */
  readonly more: number;
  /** Files that were too large, or too many. */
  readonly left: number;
}

/** A side as people and editors find it: `src/a.ts:3`, of a block `src/a.ts:3-14`. */
export const sidePlace = ({ kind, path, line, endLine }: Side): string =>
  kind === 'block' && endLine !== undefined && endLine > line
    ? `${path}:${String(line)}-${String(endLine)}`
    : placeOf({ path, line });

/** Names a finding by its sides, whatever their order. */
export const findingKey = ({ kind, a, b }: CodeFinding): string =>
  [kind, ...[a, b].map(({ of, path, symbol }) => `${of ?? ''} ${path} ${symbol}`).toSorted()].join(
    ' | ',
  );
