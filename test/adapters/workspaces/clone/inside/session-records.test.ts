import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeRecords } from '../../../../../src/adapters/workspaces/clone/inside/session-records.ts';
import type { SessionPlace } from '../../../../../src/ports/agent.ts';
import { filesBelow } from '../../worktree/yard-rig.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fanin-records-')));
  for (const name of ['home', 'scratch', 'elsewhere']) mkdirSync(join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

const PLACES: readonly SessionPlace[] = [
  { under: 'home', path: '.agent/projects/*/*.jsonl' },
  { under: 'home', path: '.agent/projects' },
  { under: 'scratch', path: 'events.jsonl' },
];

const take = (places = PLACES, bytes = 1_000_000, files = 100) => {
  const taken = takeRecords(
    {
      roots: { home: join(folder, 'home'), scratch: join(folder, 'scratch') },
      places,
      logIns: ['auth.json', 'credentials'],
      bytes,
      files,
    },
    join(folder, 'out'),
  );
  const left: Record<string, string> = {};
  for (const { path, why } of taken.left) left[path] = why;
  return { kept: taken.kept.map(({ path }) => path), left };
};
const copies = () => filesBelow(join(folder, 'out'));
const NO_FILE = 'it is a link, a pipe, a socket or a device';

describe('taking an agent’s records of its session', () => {
  it('copies what lies at its places, once, in their order, and nothing else', async () => {
    write('home/.agent/projects/p/s/sub/agent-1.jsonl', 'sub\n');
    write('home/.agent/projects/p/s.jsonl', 'main\n');
    write('home/.agent/settings.json', 'own\n');
    write('home/.other/projects/p/s.jsonl', 'other\n');
    write('scratch/events.jsonl', 'heard\n');
    write('scratch/handoff.json', '{}');
    expect(take()).toEqual({
      kept: ['.agent/projects/p/s.jsonl', '.agent/projects/p/s/sub/agent-1.jsonl', 'events.jsonl'],
      left: {},
    });
    expect(await copies()).toEqual({
      'home/.agent/projects/p/s.jsonl': 'main\n',
      'home/.agent/projects/p/s/sub/agent-1.jsonl': 'sub\n',
      'scratch/events.jsonl': 'heard\n',
    });
  });

  it.each([
    ['*.jsonl', ['a.jsonl', 'b.jsonl']],
    ['a*', ['a.jsonl', 'ab.txt']],
    ['*a*b*', ['ab.txt']],
    ['a*a.jsonl', []],
    ['*', ['a.jsonl', 'ab.txt', 'b.jsonl']],
  ])('reads %s as any part of one name', (path, found) => {
    for (const name of ['a.jsonl', 'ab.txt', 'b.jsonl']) write(`home/${name}`, name);
    expect(take([{ under: 'home', path }]).kept).toEqual(found);
  });

  it('finds nothing where nothing is', () => {
    expect(take()).toEqual({ kept: [], left: {} });
  });

  it('follows no link, neither at the end nor on the way, and opens nothing that is no file', () => {
    write('elsewhere/secret.jsonl', 'secret');
    const projects = join(folder, 'home/.agent/projects');
    mkdirSync(join(projects, 'p'), { recursive: true });
    symlinkSync(join(folder, 'elsewhere/secret.jsonl'), join(projects, 'p/link.jsonl'));
    symlinkSync(join(folder, 'elsewhere'), join(projects, 'q'));
    execFileSync('mkfifo', [join(projects, 'p/pipe.jsonl')]);
    expect(take()).toEqual({
      kept: [],
      left: {
        '.agent/projects/p/link.jsonl': NO_FILE,
        '.agent/projects/p/pipe.jsonl': NO_FILE,
        '.agent/projects/q': NO_FILE,
      },
    });
  });

  it('does not go through a folder that is a link itself', () => {
    write('elsewhere/projects/p/s.jsonl', 'secret');
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'home/.agent'));
    expect(take()).toEqual({ kept: [], left: { '.agent': NO_FILE } });
  });

  it('takes no second name of something else, and no log-in', () => {
    write('home/.agent/auth.json', 'key');
    write('home/.agent/projects/p/auth.json', 'key');
    write('home/.agent/projects/p/credentials/x.jsonl', 'key');
    linkSync(join(folder, 'home/.agent/auth.json'), join(folder, 'home/.agent/projects/s.jsonl'));
    expect(take()).toEqual({
      kept: [],
      left: {
        '.agent/projects/s.jsonl': 'it has a second name, and may be something else',
        '.agent/projects/p/auth.json': 'it holds a log-in',
        '.agent/projects/p/credentials/x.jsonl': 'it holds a log-in',
      },
    });
  });

  it('takes what there is room for, earlier places first, and says what did not fit', () => {
    write('home/.agent/projects/p/a-result.txt', 'x'.repeat(60));
    write('home/.agent/projects/p/s.jsonl', 'x'.repeat(60));
    write('home/.agent/projects/p/small.txt', 'x'.repeat(10));
    write('home/.agent/projects/p/sparse.bin', '');
    truncateSync(join(folder, 'home/.agent/projects/p/sparse.bin'), 2 ** 40);
    const { kept, left } = take(PLACES, 100);
    expect(kept).toEqual(['.agent/projects/p/s.jsonl', '.agent/projects/p/small.txt']);
    expect(left['.agent/projects/p/sparse.bin']).toContain('no room for its 1099511.6 MB');
    expect(Object.keys(left)).toHaveLength(2);
  });

  it('keeps what lies deep, and tells of names that nobody could write down', () => {
    write('home/.agent/projects/p/a\nb.jsonl', 'x');
    const deep = join(
      folder,
      'home/.agent/projects/p',
      ...Array.from({ length: 12 }, () => 'd'.repeat(250)),
    );
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, 's.jsonl'), 'deep');
    const { kept, left } = take();
    expect(left['.agent/projects/p/a\nb.jsonl']).toBe('its name cannot be written down');
    expect(kept).toHaveLength(1);
  });

  it('takes no more files than it may, and looks at no more names than ten times that', () => {
    for (let k = 100; k < 150; k += 1) write(`home/.agent/projects/p/${k}.txt`, '');
    const some = take(PLACES, 100, 40);
    expect(some.kept).toHaveLength(40);
    expect(new Set(Object.values(some.left))).toEqual(new Set(['there are too many files']));
    const few = take(PLACES, 100, 4);
    expect(few.kept).toEqual([]);
    expect(few.left).toEqual({ '': 'there are too many names to look at all of them' });
  });
});
