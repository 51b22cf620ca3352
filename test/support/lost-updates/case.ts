import type { Entries, Yard } from './yard.ts';

/** What a case is about. */
export type LostKind =
  | 'stale squash'
  | 'evil sync merge'
  | 'whole-file ours'
  | 'wrong base'
  | 'revert of a neighbour'
  | 'copy-back of an old file'
  | 'rename over rename'
  | 'mode and link'
  | 'deleted then edited'
  | 'CRLF and encoding'
  | 'submodule pointer back';

/** A delivery in its repository: made on `base`, to land on `target`. */
export interface BuiltCase {
  readonly target: string;
  readonly base: string;
  readonly tip: string;
  /** Of a queue that went wrong: what it made the target. */
  readonly landed?: string;
}

/** A case written by hand. `blocks`: must not land by itself; `told`: a person reads of it; `clear`: nothing is wrong. */
export interface LostCase {
  readonly kind: LostKind;
  readonly name: string;
  readonly expected: 'blocks' | 'told' | 'clear';
  make(at: Yard): Promise<BuiltCase>;
}

/** So many lines that nobody else has. */
export const lines = (tag: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${tag} line ${at + 1} of what was written there`);

export const text = (...parts: readonly (readonly string[])[]): string =>
  `${parts.flat().join('\n')}\n`;

export const HEAD = lines('head', 12);
export const TAIL = lines('tail', 12);
/** What the victim put between head and tail. */
export const VICTIMS = lines('victim', 10);

/** The file that victim and candidate share: before the victim, and after it. */
export const OLD = text(HEAD, TAIL);
export const NEW = text(HEAD, VICTIMS, TAIL);
/** The candidate's own change far from the victim's, on the old and on the new version. */
export const OWN = ['own line that the candidate puts at the very top'];
export const OLD_OWN = text(OWN, HEAD, TAIL);
export const NEW_OWN = text(OWN, HEAD, VICTIMS, TAIL);

/** A repository before anybody came, and the target with the victim landed on it. */
export interface Stage {
  readonly start: string;
  readonly victim: string;
  readonly target: string;
}

/** `before`: what lies there besides the shared file; `victim`: what the victim changes. */
export const stage = async (
  at: Yard,
  before: Entries = {},
  victim: Entries = { 'src/shared.ts': NEW },
  squash = false,
): Promise<Stage> => {
  const root = await at.commit({
    files: { 'src/shared.ts': OLD, 'src/other.ts': text(lines('other', 8)) },
    message: 'first',
  });
  const start = await at.commit({
    parents: [root],
    files: { 'README.md': 'read me first\n', ...before },
  });
  const tip = await at.commit({ parents: [start], files: victim, message: 'what the victim made' });
  const landed = await at.land(start, tip, 'victim', squash);
  // Somebody else lands behind it, so that the victim is not the last.
  const more = await at.commit({
    parents: [landed],
    files: { 'src/later.ts': text(lines('later', 6)) },
  });
  return { start, victim: landed, target: await at.land(landed, more, 'later', squash) };
};
