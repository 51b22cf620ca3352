import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jscpdDetector } from '../../../src/adapters/copies/jscpd.ts';
import { copyProgram } from '../../../src/adapters/copies/program.ts';
import { readReport } from '../../../src/adapters/copies/read-report.ts';
import type { CopyText } from '../../../src/domain/duplicates/copies/copied-text.ts';
import { ok } from '../../../src/domain/result.ts';

const BLOCK = Array.from(
  { length: 8 },
  (_, at) => `call${String(at)}(alpha, beta, ${String(at)});\n`,
);
const TEXTS: readonly CopyText[] = ['one\n', 'two 2\n'].map((head) => ({
  style: 'slashes',
  text: head + BLOCK.join(''),
}));

/** Folders of this process, wherever they are made. */
const scratches = async (): Promise<readonly string[]> => {
  const all = await Promise.all(
    ['/dev/shm', tmpdir()].map((folder) => readdir(folder).catch(() => [])),
  );
  return all
    .flat()
    .filter(
      (name) => name.startsWith('fanin-copies-') && name.includes(`-${String(process.pid)}-`),
    );
};

describe('jscpd', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'fanin-jscpd-')));
  });
  afterEach(async () => {
    expect(await scratches()).toEqual([]);
    await rm(folder, { recursive: true });
  });
  const script = async (text: string): Promise<string> => {
    const path = join(folder, 'program');
    await writeFile(path, `#!/bin/sh\n${text}\n`);
    await chmod(path, 0o755);
    return path;
  };
  const detectBy = async (text: string, ms = 30_000) => {
    const path = await script(text);
    return jscpdDetector(() => ok(path)).detect(TEXTS, ms);
  };

  it('is in the packages that are installed', () => {
    expect(copyProgram()).toMatchObject({ ok: true });
  });

  it('says so where it is not there', async () => {
    const program = () =>
      copyProgram(() => {
        throw new Error("Cannot find module 'jscpd/package.json'\nRequire stack:\n- a");
      });
    const found = await jscpdDetector(program).detect(TEXTS, 1_000);
    expect(found).toMatchObject({
      ok: false,
      error: {
        code: 'no-copy-detector',
        message: "jscpd is not here: Cannot find module 'jscpd/package.json'",
      },
    });
    const gone = await jscpdDetector(() => ok(join(folder, 'none'))).detect(TEXTS, 1_000);
    expect(gone).toMatchObject({ ok: false, error: { code: 'copies-failed' } });
  });

  it.each([
    [
      'ends with another code',
      'echo "no room" >&2; echo more >&2; exit 3',
      'jscpd ended with 3: no room',
    ],
    [
      'leaves more than can be read',
      'mkdir report; exec head -c 40000000 /dev/zero > report/jscpd-report.json',
      /more copies than can be told/u,
    ],
    ['leaves no report', 'exit 0', /no such file/u],
    [
      'leaves a report that is none',
      'mkdir report; echo "{" > report/jscpd-report.json',
      /can be read/u,
    ],
  ])('says so when it %s', async (_what, text, message) => {
    const found = await detectBy(text);
    expect(found).toMatchObject({ ok: false, error: { code: 'copies-failed' } });
    expect(found.ok ? '' : found.error.message).toMatch(message);
  });

  it('is ended when it takes too long', async () => {
    const found = await detectBy('exec sleep 600', 50);
    expect(found).toMatchObject({ ok: false, error: { code: 'copies-too-slow' } });
  });

  it('is not started for one text', async () => {
    const found = await jscpdDetector(() => ok('/none')).detect(TEXTS.slice(1), 1_000);
    expect(found).toEqual({ ok: true, value: [] });
  });

  it('gets numbers for names, nothing of the environment, and a HOME of its own', async () => {
    const path = join(folder, 'seen');
    const seen = await detectBy(
      `{ ls -A; env | cut -d= -f1 | sort | tr '\\n' ' '; test "$HOME" = "$PWD" && echo same; } > '${path}'; exit 1`,
    );
    expect(seen.ok).toBe(false);
    const said = (await readFile(path, 'utf8')).split('\n');
    expect(said.slice(0, 3)).toEqual(['.ignore', '000000.kt', '000001.kt']);
    expect(
      said[3]
        ?.split(' ')
        .filter((name) => !/^(?:HOME|OLDPWD|PATH|PWD|SHLVL|_|XDG_CONFIG_HOME)?$/u.test(name))
        .filter((name) => name !== 'same'),
    ).toEqual([]);
    expect(said.join('\n')).toContain('same');
  });
});

describe('what a person has set for jscpd', () => {
  it('changes nothing', async () => {
    const before = { home: process.env['HOME'], cwd: process.cwd() };
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'fanin-jscpd-')));
    try {
      const set = { minTokens: 100_000, ignore: ['**'], format: ['css'] };
      const none = JSON.stringify(set);
      for (const name of ['.jscpd.json', 'home/.jscpd.json'])
        await mkdir(join(folder, 'home'), { recursive: true }).then(() =>
          writeFile(join(folder, name), none),
        );
      await writeFile(join(folder, 'package.json'), JSON.stringify({ jscpd: set }));
      await writeFile(join(folder, '.ignore'), '*\n');
      process.env['HOME'] = join(folder, 'home');
      process.chdir(folder);
      expect(await jscpdDetector().detect(TEXTS, 30_000)).toMatchObject({ ok: true, value: [{}] });
    } finally {
      process.chdir(before.cwd);
      process.env['HOME'] = before.home;
      await rm(folder, { recursive: true });
    }
  });
});

describe('a report', () => {
  it('is read as far as it names files by their numbers', () => {
    const place = (name: string) => ({ name, start: 2, end: 9 });
    const clone = (one: string, other: string) => ({
      firstFile: place(one),
      secondFile: place(other),
      tokens: 60,
    });
    const json = JSON.stringify({
      duplicates: [
        clone('000001.kt', './000002.kt'),
        clone('x.kt', '000002.kt'),
        { tokens: 1 },
        null,
      ],
    });
    expect(readReport(json)).toEqual([
      { a: { text: 1, line: 2, endLine: 9 }, b: { text: 2, line: 2, endLine: 9 }, tokens: 60 },
    ]);
    for (const none of ['', '[]', '{}', '{"duplicates":1}', 'null'])
      expect(readReport(none)).toBeNull();
  });
});
