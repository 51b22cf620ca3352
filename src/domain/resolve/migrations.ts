/** What a merge makes of folders with numbered migrations. */
export interface MigrationsMet {
  /** Every file of the merged tree. */
  readonly files: readonly string[];
  /** Files that one side alone has added since both parted. */
  readonly added: { readonly ours: readonly string[]; readonly theirs: readonly string[] };
  /** Whether a file that their side has changed names this one. */
  readonly isNamed: (name: string) => boolean;
  /** Whether the text of this file matches. */
  readonly says: (path: string, what: RegExp) => boolean;
}

/** Their migrations under numbers of their own, and why some cannot have any. */
export interface Renumbered {
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  /** Those that would be a second head, and why they stay one. */
  readonly refused: readonly { readonly path: string; readonly why: string }[];
}

/**
 * Gives migrations that both sides have put under one number a single order: theirs go behind ours. Only where
 * numbers are all that says the order; a folder that keeps books of its own is left to its tool.
 */
export const renumberMigrations = (met: MigrationsMet): Renumbered => {
  const folders = new Set(met.added.theirs.map(folderOf).filter(isMigrations));
  const moves: Renumbered['moves'][number][] = [];
  const refused: Renumbered['refused'][number][] = [];
  for (const folder of folders) {
    const ours = numbered(met.added.ours, folder);
    const theirs = numbered(met.added.theirs, folder);
    const first = firstClash(ours, theirs);
    if (first === null) continue;
    const why = notPlain(
      met,
      folder,
      theirs.filter(({ number }) => number >= first.number),
    );
    const moved = behind(folder, { ours, theirs, first, files: met.files });
    const inTheWay = why ?? wider(moved, numbered(met.files, folder));
    if (inTheWay === null) moves.push(...moved);
    else
      refused.push({
        path: first.theirs,
        why: `it has the number of ${first.ours} on the target, and ${inTheWay}`,
      });
  }
  return { moves, refused };
};

interface Numbered {
  readonly path: string;
  readonly name: string;
  readonly digits: string;
  readonly number: number;
  /** The name without its number and endings: up and down are one migration. */
  readonly stem: string;
  readonly rest: string;
}

const NUMBERED = /^(\d{1,6})([-_].+)$/u;

const numbered = (paths: readonly string[], folder: string): readonly Numbered[] =>
  paths
    .filter((path) => folderOf(path) === folder)
    .flatMap((path) => {
      const name = path.slice(folder.length);
      const [, digits, rest] = NUMBERED.exec(name) ?? [];
      if (digits === undefined || rest === undefined) return [];
      const stem = rest.replace(/(?:\.(?:up|down))?\.[a-z]+$/u, '');
      return [{ path, name, digits, rest, stem, number: Number(digits) }];
    });

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

const isMigrations = (folder: string): boolean =>
  /(?:^|\/)(?:migrations?|migrate)\/$/u.test(folder);

interface Clash {
  readonly number: number;
  readonly ours: string;
  readonly theirs: string;
}

const firstClash = (ours: readonly Numbered[], theirs: readonly Numbered[]): Clash | null => {
  const clashes = theirs.flatMap((each) => {
    const met = ours.find((other) => other.number === each.number && other.stem !== each.stem);
    return met === undefined ? [] : [{ number: each.number, ours: met.path, theirs: each.path }];
  });
  return clashes.toSorted((a, b) => a.number - b.number)[0] ?? null;
};

/** Why numbers do not tell all of the order there; null: they do. */
const notPlain = (
  met: MigrationsMet,
  folder: string,
  moved: readonly Numbered[],
): string | null => {
  const { files, isNamed } = met;
  const below = files
    .filter((path) => path.startsWith(folder))
    .map((path) => path.slice(folder.length));
  const other = below.find(
    (name) => !NUMBERED.test(name) && !/^(?:README.*|\.gitkeep)$/u.test(name),
  );
  if (other !== undefined)
    return `${folder}${other} may know the order, too: number it anew with your tool`;
  const unsaid = moved.find(({ name }) => NOT_UTF8.test(name));
  if (unsaid !== undefined) return `the name of ${unsaid.name} is not UTF-8`;
  const named = moved.find(
    ({ name, stem, digits }) => isNamed(name) || isNamed(`${digits}${stem}`),
  );
  if (named !== undefined) return `${named.name} is named in another file`;
  const numberedInside = moved.find(
    ({ path, digits }) => isTellingNumber(digits) && met.says(path, alone(digits)),
  );
  return numberedInside === undefined
    ? null
    : `${numberedInside.name} says its number in its text, too`;
};

/** How a path that is not UTF-8 is written here. */
const NOT_UTF8 = /\\x[0-9a-f]{2}/u;

/** Why the next number cannot be had; null: it can. Where numbers are as wide as each other, `100` is before `99`. */
const wider = (moves: Renumbered['moves'], all: readonly Numbered[]): string | null => {
  if (!all.some(({ digits }) => /^0\d/u.test(digits))) return null;
  const grown = moves.find(({ from, to }) => to.length > from.length);
  return grown === undefined ? null : `no number of that many digits is left for ${grown.from}`;
};

/** A short one without zeros before it means something else in most texts. */
const isTellingNumber = (digits: string): boolean => digits.startsWith('0') || digits.length > 3;

const alone = (digits: string): RegExp => new RegExp(`(?<!\\d)${digits}(?!\\d)`, 'u');

const behind = (
  folder: string,
  met: {
    readonly ours: readonly Numbered[];
    readonly theirs: readonly Numbered[];
    readonly first: Clash;
    readonly files: readonly string[];
  },
): readonly { readonly from: string; readonly to: string }[] => {
  const moved = met.theirs.filter(({ number }) => number >= met.first.number);
  const paths = new Set(moved.map(({ path }) => path));
  const stay = numbered(met.files, folder).filter(({ path }) => !paths.has(path));
  const highest = Math.max(0, ...stay.map(({ number }) => number));
  const numbers = [...new Set(moved.map(({ number }) => number))].toSorted((a, b) => a - b);
  return moved.map(({ path, digits, number, rest }) => {
    const next = String(highest + 1 + numbers.indexOf(number)).padStart(digits.length, '0');
    return { from: path, to: `${folder}${next}${rest}` };
  });
};
