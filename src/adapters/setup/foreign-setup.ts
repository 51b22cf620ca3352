import { createHash } from 'node:crypto';
import type { Asked, AskedScript } from '../../domain/setup/asked.ts';
import { NOTHING_ASKED, together } from '../../domain/setup/asked.ts';
import { isFollowed, namedPaths } from '../../domain/setup/named-files.ts';
import { SETUP_FILES } from '../../domain/setup/read-files.ts';
import type { SetupFile } from '../../domain/setup/read-files.ts';
import { pinText } from '../../domain/setup/trust.ts';
import type { PinnedScript } from '../../domain/setup/trust.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import { parseText } from './parse-text.ts';
import { readTree } from './read-tree.ts';

/** What the set-up files of a commit ask for, its scripts with all that they name. */
export interface ForeignSetup extends Omit<Asked, 'scripts'> {
  readonly scripts: readonly PinnedScript[];
}

/** Reads the set-up files of other tools in a commit's tree. Two or three questions to git at most. */
export async function foreignSetup(place: RepositoryPlace, commit: string): Promise<ForeignSetup> {
  const files = await readTree(
    place,
    commit,
    SETUP_FILES.map(({ file }) => file),
  );
  if (files.size === 0) return { ...NOTHING_ASKED, scripts: [] };
  const asked = together(
    SETUP_FILES.flatMap((of) => {
      const found = files.get(of.file);
      return found === undefined ? [] : [askedBy(of, found.text)];
    }),
  );
  const scripts: PinnedScript[] = [];
  for (const script of asked.scripts) scripts.push(await pinned(place, commit, script));
  return { ...asked, scripts };
}

const askedBy = (of: SetupFile, text: string): Asked => {
  const { file, family } = of;
  const parsed = parseText(of.syntax, text);
  if (parsed.ok) return of.read({ file, text, value: parsed.value }, process.platform);
  const at = { file, line: parsed.error.line };
  return { ...NOTHING_ASKED, families: [family], notes: [{ at, text: parsed.error.text }] };
};

/** Files of one script that are followed. */
const MOST_FILES = 64;
/** How far a script that starts a script is followed. */
const MOST_ROUNDS = 4;

async function pinned(
  place: RepositoryPlace,
  commit: string,
  script: AskedScript,
): Promise<PinnedScript> {
  const files = new Map<string, string>();
  let wanted = namedPaths(script.run, folderOf(script.at.file));
  for (let round = 0; round < MOST_ROUNDS && wanted.length > 0; round += 1) {
    const found = await readTree(place, commit, wanted);
    const next: string[] = [];
    for (const [path, { id, text }] of found) {
      files.set(path, id);
      if (isFollowed(path, text)) next.push(...namedPaths(text, folderOf(path)));
    }
    if (files.size > MOST_FILES) break;
    wanted = [...new Set(next)].filter((path) => !files.has(path));
  }
  const more = files.size > MOST_FILES;
  const named = Object.fromEntries([...files].slice(0, MOST_FILES));
  const hash = createHash('sha256').update(pinText(script, named)).digest('hex');
  return { ...script, files: named, more, hash };
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
