/** Tools whose set-up files are read beside fanin's own config. */
export type Family = 'claude' | 'codex' | 'conductor' | 'cursor' | 'orca';

/** Where something is written: a file of the tree, and a line from 1 where that could be found. */
export interface Written {
  readonly file: string;
  readonly line: number | null;
}

/** A script that a set-up file asks to be run. */
export interface AskedScript {
  readonly family: Family;
  /** What tells it from others, whatever its text: `conductor.json scripts.setup`. */
  readonly key: string;
  readonly when: 'setup' | 'cleanup';
  readonly at: Written;
  /** What a shell is given. */
  readonly run: string;
}

/** A path that a set-up file names, relative to the root, without `.` and `..`. */
export interface AskedPath {
  readonly path: string;
  readonly at: Written;
}

/** Something in a set-up file that a person should know: an unknown shape, or what fanin does otherwise. */
export interface SetupNote {
  readonly at: Written;
  readonly text: string;
}

/** What the set-up files of a tree ask for. */
export interface Asked {
  /** Of the files that are there. */
  readonly families: readonly Family[];
  readonly scripts: readonly AskedScript[];
  /** Folders that a workspace is to have from the main checkout. */
  readonly folders: readonly AskedPath[];
  /** Folders that a work copy is to hold alone; none: everything. */
  readonly sparse: readonly AskedPath[];
  readonly notes: readonly SetupNote[];
}

/** A set-up file, parsed: its text is for lines alone. */
export interface ParsedFile {
  readonly file: string;
  readonly text: string;
  readonly value: unknown;
}

/** Nothing is asked for. */
export const NOTHING_ASKED: Asked = {
  families: [],
  scripts: [],
  folders: [],
  sparse: [],
  notes: [],
};

/** All of them together, in order. */
export const together = (parts: readonly Asked[]): Asked => ({
  families: [...new Set(parts.flatMap(({ families }) => families))],
  scripts: parts.flatMap(({ scripts }) => scripts),
  folders: parts.flatMap(({ folders }) => folders),
  sparse: parts.flatMap(({ sparse }) => sparse),
  notes: parts.flatMap(({ notes }) => notes),
});

/** `conductor.json:4`. */
export const writtenText = ({ file, line }: Written): string =>
  line === null ? file : `${file}:${line}`;
