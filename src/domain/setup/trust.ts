import type { AskedScript } from './asked.ts';

/** A script with everything that decides what it does. */
export interface PinnedScript extends AskedScript {
  /** Files of the tree that it names, or that those name → git's id of the content. */
  readonly files: Readonly<Record<string, string>>;
  /** Files were left out since there are too many: nobody can say what it runs. */
  readonly more: boolean;
  /** Of text and files together. */
  readonly hash: string;
}

/** A script that a person has said yes to. */
export interface TrustEntry {
  readonly key: string;
  readonly hash: string;
  readonly run: string;
  readonly files: Readonly<Record<string, string>>;
  /** Epoch ms. */
  readonly at: number;
  readonly by: string;
}

/** Whether a script may run. `changed`: another version of it was trusted. */
export type Trust =
  | { readonly state: 'trusted'; readonly entry: TrustEntry }
  | { readonly state: 'new' }
  | { readonly state: 'changed'; readonly entry: TrustEntry; readonly changes: readonly string[] };

/** What is said of a script: by the newest entry of that key, where none is of just this version. */
export function trustOf(script: PinnedScript, entries: readonly TrustEntry[]): Trust {
  const own = entries.filter(({ key }) => key === script.key);
  const same = own.find(({ hash }) => hash === script.hash);
  if (same !== undefined) return { state: 'trusted', entry: same };
  const entry = own.toSorted((a, b) => b.at - a.at)[0];
  if (entry === undefined) return { state: 'new' };
  return { state: 'changed', entry, changes: changesBetween(entry, script) };
}

/** What is hashed: equal for two scripts that do the same, as far as their text and files say. */
export const pinText = ({ key, when, run }: AskedScript, files: PinnedScript['files']): string =>
  JSON.stringify([key, when, run, Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

const changesBetween = (entry: TrustEntry, script: PinnedScript): readonly string[] => {
  const names = [
    ...new Set([...Object.keys(entry.files), ...Object.keys(script.files)]),
  ].toSorted();
  return [
    ...(entry.run === script.run ? [] : ['its text']),
    ...names.flatMap((name) => {
      const before = fileIn(entry.files, name);
      const now = fileIn(script.files, name);
      if (before === now) return [];
      if (before === null) return [`${name} is new`];
      return now === null ? [`${name} is gone`] : [name];
    }),
  ];
};

const fileIn = (files: Readonly<Record<string, string>>, name: string): string | null =>
  Object.hasOwn(files, name) ? (files[name] ?? null) : null;

/** The entries with the scripts trusted. Other versions of them stay: other branches may still have them. */
export const withTrust = (
  entries: readonly TrustEntry[],
  scripts: readonly PinnedScript[],
  by: { readonly at: number; readonly by: string },
): readonly TrustEntry[] => [
  ...entries.filter(({ hash }) => !scripts.some((script) => script.hash === hash)),
  ...scripts.map(({ key, hash, run, files }) => ({ key, hash, run, files, ...by })),
];

/** The entries without those of the given files; none given: nothing is trusted any more. */
export const withoutTrust = (
  entries: readonly TrustEntry[],
  files: readonly string[],
): readonly TrustEntry[] =>
  files.length === 0
    ? []
    : entries.filter(({ key }) => !files.some((file) => key.startsWith(`${file} `)));
