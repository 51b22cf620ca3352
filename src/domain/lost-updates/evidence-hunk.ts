import type { FileDelta, Hunk } from './file-delta.ts';
import { pathBefore } from './file-delta.ts';
import { lineHash, normalLine } from './lines.ts';
import type { Loss } from './losses.ts';

/** So many lines are shown of what is gone, and of what stands there instead. */
const SHOWN = 6;
/** A longer line is cut. */
const MOST_CHARS = 160;

/** The lines that speak for a loss: those of the hunk that takes out, or puts back, most of them. */
export const hunkFor = (
  files: readonly FileDelta[],
  { path, gone, back }: Loss,
): readonly string[] => {
  const count = ({ removed, added }: Hunk): number => hits(removed, gone) + hits(added, back);
  const best = files
    .filter((file) => pathBefore(file) === path || file.path === path)
    .flatMap(({ hunks }) => hunks)
    .reduce<Hunk | null>(
      (most, hunk) => (most === null || count(hunk) > count(most) ? hunk : most),
      null,
    );
  return best === null ? [] : shown(best);
};

/** The first hunk at a path. */
export const hunkOf = (files: readonly FileDelta[], path: string): readonly string[] => {
  const [first] =
    files.find((file) => file.path === path || pathBefore(file) === path)?.hunks ?? [];
  return first === undefined ? [] : shown(first);
};

const hits = (lines: readonly string[], wanted: ReadonlyMap<number, number>): number =>
  lines.filter((line) => wanted.has(lineHash(normalLine(line)))).length;

const shown = ({ removed, added }: Hunk): readonly string[] => [
  ...some(removed, '-'),
  ...some(added, '+'),
];

const some = (lines: readonly string[], sign: string): readonly string[] => {
  const more = lines.length - SHOWN;
  const all = lines
    .slice(0, more > 0 ? SHOWN - 1 : SHOWN)
    .map((line) => cut(sign + line.trimEnd()));
  return more > 0 ? [...all, `${sign} … ${String(more + 1)} more lines`] : all;
};

const cut = (line: string): string =>
  line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS - 1)}…` : line;
