/** Why a pattern is refused. */
export type GlobErrorCode =
  /** Nothing is left of the pattern, or of one way to choose its alternatives. */
  | 'empty'
  /** It starts at a file system root, a drive or a home folder. */
  | 'absolute'
  /** It has a `..` segment. */
  | 'parent'
  /** It starts with `!`. */
  | 'negated'
  /** It has `.git` as its first segment: git's own files belong to no task. */
  | 'git'
  /** A `[` without its `]`. */
  | 'unclosed-class'
  /** A class that no character is in: `[z-a]`, `[/]`. */
  | 'empty-class'
  /** A `{` without its `}`. */
  | 'unclosed-brace'
  /** A `\` with nothing after it. */
  | 'trailing-escape'
  /** NUL or half of a surrogate pair, which no path holds. */
  | 'bad-character'
  /** Longer than a pattern may be. */
  | 'too-long';

/** A refused pattern. */
export interface GlobError {
  readonly code: GlobErrorCode;
  /** One sentence for a person: what is wrong, and the form to write instead. */
  readonly message: string;
  /** Where in the pattern, as an index into the string. */
  readonly at: number;
}

/** The refusal for `code` at offset `at`, with the message that belongs to the code. */
export function globError(code: GlobErrorCode, at: number): GlobError {
  return { code, message: MESSAGES[code], at };
}

const MESSAGES: Readonly<Record<GlobErrorCode, string>> = {
  empty:
    'nothing is left to match: write `.` for the whole repository, or `writes: []` for no file at all',
  absolute:
    'patterns start at the repository root: write the path from there, such as `src/core/**`, without `/`, a drive or `~` before it (`\\~` is a name that starts with `~`)',
  parent:
    'a pattern cannot climb with `..`: write the folder itself, as seen from the repository root',
  negated:
    'a pattern cannot exclude: list what may be written instead (`\\!` is a name that starts with `!`)',
  git: 'no task may write `.git`: leave it out (`.gitignore` or `.github/**` are fine)',
  'unclosed-class': '`[` is not closed: add the `]`, or write `\\[` for the character itself',
  'empty-class':
    'no character is in this class: write ranges upwards, such as `[a-z]`; `/` is in no class',
  'unclosed-brace': '`{` is not closed: add the `}`, or write `\\{` for the character itself',
  'trailing-escape':
    '`\\` has nothing to escape: remove it, or write `\\\\` for the character itself; folders are separated by `/`',
  'bad-character': 'no path holds NUL or half of a surrogate pair: remove the character',
  'too-long': 'the pattern is too long: split it into several patterns',
};
