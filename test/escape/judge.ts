import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Out, Row } from './row.ts';
import { git } from './scene.ts';
import type { Scene } from './scene.ts';

/** What the host looks like, as far as rows may change it. */
export type Before = ReadonlyMap<string, string>;

/** Text with the scene's names put in. */
export const named = (text: string, scene: Scene, id: string): string =>
  text.replaceAll(/\$([A-Z]+)/gu, (all, name: string) =>
    name === 'ID' ? id : name === 'SECRET' ? scene.secret : (scene.names[name] ?? all),
  );

/** Everything that rows look at, as it is now. */
export function lookAt(rows: readonly Row[], scene: Scene): Before {
  return new Map(rows.map((row) => [row.id, stateOf(row.out, scene, row.id)]));
}

/** Whether this row got out. `said`: what its command printed. */
export function gotOut(row: Row, scene: Scene, before: Before, said: string): boolean {
  const { out, id } = row;
  switch (out.by) {
    case 'output':
      return said.includes(named(out.text, scene, id));
    case 'told':
      return (
        new RegExp(`(^|[^\\w-])${id}($|[^\\w-])`, 'mu').test(scene.told()) ||
        said.includes(`got ${id} out`)
      );
    case 'victim':
      return !scene.victimLives();
    case 'alive':
      return lives(named(out.marker, scene, id));
    default:
      return stateOf(out, scene, id) !== before.get(id);
  }
}

function stateOf(out: Out, scene: Scene, id: string): string {
  if (out.by === 'file') return String(existsSync(named(out.path, scene, id)));
  if (out.by === 'changed') return fingerprint(named(out.path, scene, id));
  if (out.by === 'ref') {
    try {
      return git(named(out.repository, scene, id), 'rev-parse', '--verify', '-q', out.ref);
    } catch {
      return 'none';
    }
  }
  return '';
}

/** Names, modes, times of files and contents. What git does in passing to look at itself is no change. */
function fingerprint(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 'gone';
  if (stat.isDirectory()) {
    const names = readdirSync(path)
      .filter((name) => name !== 'refused.jsonl')
      .toSorted();
    return names.map((name) => `${name}:${fingerprint(join(path, name))}`).join('|');
  }
  const content = stat.isFile()
    ? createHash('sha256').update(readFileSync(path)).digest('hex')
    : '';
  // The way in is written anew for each start.
  const time = path.includes('/boundary/') ? 0 : stat.mtimeMs;
  return `${stat.mode} ${time} ${content}`;
}

const lives = (marker: string): boolean => pidsWith(marker).length > 0;

/** Processes whose command line holds this text. */
export const pidsWith = (text: string): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text);
      } catch {
        return false;
      }
    })
    .map(Number);
