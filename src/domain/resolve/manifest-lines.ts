import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { goLinesLike, goPieces } from './go-mod.ts';
import { joined, mergePieces } from './pieces.ts';
import type { Clash, Piece } from './pieces.ts';
import type { MergedManifest, ThreeTexts } from './manifest.ts';
import { mergeList, misplacedIn, tomlPieces } from './toml-pieces.ts';

/** Manifests that are merged line by line, each line being a key with its value. */
const FORMS: Readonly<Record<string, (text: string) => readonly Piece[] | null>> = {
  'Cargo.toml': tomlPieces,
  'pyproject.toml': tomlPieces,
  'go.mod': goPieces,
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Whether a manifest is of a form whose lines are merged. */
export const isLineManifest = (path: string): boolean => nameOf(path) in FORMS;

/**
 * Merges a TOML manifest or a `go.mod`. Our side's text is kept as it stands; what only their side has changed is
 * written into it. The error says which keys both have changed in different ways.
 */
export const mergeLineManifest = (
  path: string,
  texts: ThreeTexts,
): Result<MergedManifest, string> => {
  const split = FORMS[nameOf(path)];
  const [base, ours, theirs] = [texts.base ?? '', texts.ours, texts.theirs].map(
    (text) => split?.(text) ?? null,
  );
  if (!base || !ours || !theirs) return err('it cannot be read line by line');
  const comments = theirs.filter(isComment).map(({ value }) => value);
  const known = new Set([...base, ...ours].filter(isComment).map(({ value }) => value));
  const lost = comments.find((comment) => !known.has(comment));
  if (lost !== undefined) return err(`a comment of its own would be lost: ${lost}`);
  const isGo = nameOf(path) === 'go.mod';
  const clashes: string[] = [];
  const alike = isGo ? goLinesLike(ours, theirs) : theirs;
  const merged = mergePieces({ base, ours, theirs: alike }, (clash) => {
    const settled = isGo ? higherOf(clash) : mergeList(clash);
    if (settled === null) clashes.push(said(clash));
    return settled ?? clash.ours;
  });
  const misplaced = isGo ? null : misplacedIn(merged);
  if (misplaced !== null) clashes.push(`${misplaced} would stand in another table`);
  if (clashes.length > 0) return err(clashes.join('; '));
  return ok({ text: joined(merged), took: differing(ours, merged) });
};

/** Entries that one has and the other has not, or has differently. */
const differing = (ours: readonly Piece[], merged: readonly Piece[]): readonly string[] => {
  const valuesOf = (pieces: readonly Piece[]) =>
    new Map(pieces.map(({ id, value }) => [id ?? '', id === null ? '' : value]));
  const [before, after] = [valuesOf(ours), valuesOf(merged)];
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (id) => before.get(id) !== after.get(id),
  );
};

/** A comment that stands by itself. */
const isComment = ({ id, value }: Piece): boolean => id === null && /^(?:#|\/\/)/u.test(value);

/** Longer values say nothing in a sentence. */
const MOST_SAID = 60;

const said = ({ id, ours, theirs }: Clash): string => {
  const of = (piece: Piece | null): string => (piece?.value ?? 'gone').slice(0, MOST_SAID);
  return `${id} is ${of(ours)} on the target and ${of(theirs)} here`;
};

/** Of two required versions a Go build takes the higher one anyway; null: they cannot be ordered. */
const higherOf = ({ id, ours, theirs }: Clash): Piece | null => {
  if (!id.startsWith('require ') || ours === null || theirs === null) return null;
  const [mine, other] = [numbersOf(ours.value), numbersOf(theirs.value)];
  if (mine === null || other === null) return null;
  const at = mine.findIndex((number, index) => number !== other[index]);
  // One of both needs it directly.
  if (at === -1) return ours.value.includes('//') ? theirs : ours;
  return (mine[at] ?? 0) > (other[at] ?? 0) ? ours : theirs;
};

const numbersOf = (value: string): readonly number[] | null =>
  /^v(\d+)\.(\d+)\.(\d+)(?:\+incompatible)?(?: \/\/ indirect)?$/u
    .exec(value)
    ?.slice(1)
    .map(Number) ?? null;
