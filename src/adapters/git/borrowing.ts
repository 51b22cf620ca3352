import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configText } from './config-text.ts';
import type { ConfigEntry } from './environment.ts';

/** A git folder that reads other repositories' objects. Paths are absolute. */
export interface Borrowing {
  readonly gitDir: string;
  /** Folders of objects that are read and never written to. */
  readonly objects: readonly string[];
  readonly format: 'sha1' | 'sha256';
  readonly config: readonly ConfigEntry[];
  /** The content of `HEAD`. */
  readonly head: string;
  readonly notes: BorrowedNotes;
}

/** Texts of the lending repository that have a say in what git sees; null: it has none. */
export interface BorrowedNotes {
  readonly shallow: string | null;
  readonly exclude: string | null;
  readonly attributes: string | null;
  readonly sparse: string | null;
}

/** What every one of them is, whatever else is set. */
const BASICS: readonly ConfigEntry[] = [
  ['core.bare', 'false'],
  ['core.logallrefupdates', 'true'],
];

/** Makes it, where nothing is yet. It takes no git, no template and no hook. */
export const makeBorrowing = (of: Borrowing): void => {
  const { gitDir, objects, notes } = of;
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info'])
    mkdirSync(join(gitDir, folder), { recursive: true });
  const write = (name: string, text: string | null): void => {
    if (text !== null) writeFileSync(join(gitDir, name), text);
  };
  write('objects/info/alternates', objects.map(alternate).join(''));
  write('config', configText([...versionOf(of), ...BASICS, ...of.config]));
  write('shallow', notes.shallow);
  write('info/exclude', notes.exclude);
  write('info/attributes', notes.attributes);
  write('info/sparse-checkout', notes.sparse);
  // The last: without it git sees no repository.
  write('HEAD', `${of.head}\n`);
};

/** A line each; git reads one in quotes as C has them. */
const alternate = (path: string): string =>
  path.includes('\n') || path.startsWith('"')
    ? `"${path.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"\n`
    : `${path}\n`;

const versionOf = ({ format, config }: Borrowing): readonly ConfigEntry[] => {
  const extended = format !== 'sha1' || config.some(([key]) => key.startsWith('extensions.'));
  const version: ConfigEntry = ['core.repositoryformatversion', extended ? '1' : '0'];
  return format === 'sha1' ? [version] : [version, ['extensions.objectformat', format]];
};
