/** A stretch of a text. `id` null: it is no entry, but stands around entries. */
export interface Piece {
  readonly id: string | null;
  /** Where its like stand; a new one is put among these. */
  readonly section: string;
  readonly text: string;
  /** What two sides are compared by. */
  readonly value: string;
}

/** One text as both sides had it when they parted, and as each has it now. */
export interface ThreePieces {
  readonly base: readonly Piece[];
  readonly ours: readonly Piece[];
  readonly theirs: readonly Piece[];
}

/** An entry that both sides have changed, each in its way. Null: it is not there. */
export interface Clash {
  readonly id: string;
  readonly base: Piece | null;
  readonly ours: Piece | null;
  readonly theirs: Piece | null;
}

/** What becomes of such an entry; null: it goes. */
export type Settle = (clash: Clash) => Piece | null;

/** Merges entry by entry, in the order of our side. Entries of theirs stand behind those that they follow over there. */
export const mergePieces = (
  { base, ours, theirs }: ThreePieces,
  settle: Settle,
): readonly Piece[] => {
  const [before, mine, other] = [byId(base), byId(ours), byId(theirs)];
  const seen = new Set<string>();
  const out: Piece[] = [];
  const settled = (id: string): Piece | null => {
    const [was, own, their] = [before, mine, other].map((side) => side.get(id) ?? null);
    if (isSame(their, was) || isSame(own, their)) return own ?? null;
    if (isSame(own, was)) return their ?? null;
    return settle({ id, base: was ?? null, ours: own ?? null, theirs: their ?? null });
  };
  for (const piece of ours) {
    const kept = piece.id === null ? piece : seen.has(piece.id) ? null : settled(piece.id);
    if (piece.id !== null) seen.add(piece.id);
    if (kept !== null) out.push(kept);
  }
  theirs.forEach((piece, index) => {
    const { id } = piece;
    if (id === null || seen.has(id)) return;
    seen.add(id);
    const kept = settled(id);
    if (kept !== null) out.splice(placeFor(out, theirs.slice(0, index), other, piece), 0, kept);
  });
  return out;
};

const byId = (pieces: readonly Piece[]): ReadonlyMap<string, Piece> =>
  new Map(pieces.flatMap((piece) => (piece.id === null ? [] : [[piece.id, piece]])));

const isSame = (a: Piece | null | undefined, b: Piece | null | undefined): boolean =>
  (a?.value ?? null) === (b?.value ?? null);

/** Behind the nearest of its section that it follows over there, and behind what our side has added there. */
const placeFor = (
  out: readonly Piece[],
  before: readonly Piece[],
  theirs: ReadonlyMap<string, Piece>,
  { section }: Piece,
): number => {
  const like = (piece: Piece): boolean => piece.section === section;
  const ids = new Set(out.flatMap((piece) => (like(piece) ? [piece.id] : [])));
  const anchor = before.findLast((piece) => piece.id !== null && like(piece) && ids.has(piece.id));
  let at =
    anchor === undefined ? out.findIndex(like) : out.findIndex(({ id }) => id === anchor.id) + 1;
  if (at === -1) return out.length;
  for (let next = out[at]; next !== undefined; next = out[at]) {
    if (next.id === null || !like(next) || theirs.has(next.id)) break;
    at += 1;
  }
  return at;
};

/** The text that pieces are of. */
export const joined = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');

/** Lines with their ends; the last one gets one if it has none. */
export const linesOf = (text: string): readonly string[] =>
  text === '' ? [] : (text.endsWith('\n') ? text : `${text}\n`).split(/(?<=\n)/u);
