import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sandboxRuntimeBoundary } from '../../../../src/adapters/boundary/sandbox-runtime/sandbox-runtime.ts';
import { run } from '../../../../src/adapters/process/run.ts';
import type { Boundary, Profile } from '../../../../src/ports/boundary.ts';
import type { CommandSpec } from '../../../../src/ports/commands.ts';
import { boundaryContract } from '../../../contract/boundary.ts';
import { describeWith } from '../../../support/capabilities.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const ENTER = at('../../../../src/adapters/boundary/sandbox-runtime/enter-main.ts');
const fixture = (name: string): string => at(`../../../fixtures/sandbox-runtime/${name}.mjs`);

/** On a Mac that is none, with something else in the package's place. */
const pretended = (name: string, more: { platform?: string; version?: string | null } = {}) =>
  sandboxRuntimeBoundary({
    platform: 'darwin',
    version: '1.2.3',
    node: process.execPath,
    enter: ENTER,
    module: fixture(name),
    ...more,
  });

describeWith(['bubblewrap'], 'kept in by something else', () => {
  boundaryContract('sandbox runtime', () => pretended('by-bubblewrap'));
});

describe('the proof', () => {
  it('finds that nothing is kept in where nothing is', { timeout: 30_000 }, async () => {
    const proven = await pretended('open').prove();
    expect(proven).toMatchObject({ ok: false, error: { code: 'boundary-fails' } });
    const said = proven.ok ? '' : proven.error.message;
    for (const way of [
      'read a file of the host',
      'read it through a link',
      'read it by a second name',
      'take it away',
      'list a folder of the host',
      'write into what is shared for reading',
      'write into what is read-only within its own',
      'put something else in its place',
      'write beside',
      'write into /tmp',
      'signal processes of the host',
      'connect to a port of the host',
      'connect to a socket file of the host',
      'past an allowlist',
    ]) {
      expect(said).toContain(way);
    }
    // What the program in front does is done whatever the runtime is.
    expect(said).not.toContain('outlive the one who started it');
    expect(said).not.toContain('use a descriptor from outside');
    expect(said).not.toContain('read the environment outside');
  });

  it('is not to be had elsewhere, without the package, or where nothing starts', async () => {
    const messages = await Promise.all(
      [
        pretended('open', { platform: 'linux' }),
        pretended('open', { version: null }),
        pretended('is-not-there'),
      ].map(async (boundary) => {
        const proven = await boundary.prove();
        return proven.ok ? null : [proven.error.code, proven.error.message];
      }),
    );
    expect(messages).toEqual([
      ['boundary-missing', expect.stringContaining('this is linux')],
      ['boundary-missing', expect.stringContaining('is not installed')],
      ['boundary-missing', expect.stringContaining('is-not-there')],
    ]);
  });
});

describe('a command', () => {
  let folder: string;
  let boundary: Boundary;
  let profile: Profile;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'fanin-enter-')));
    for (const name of ['home', 'work', 'state']) mkdirSync(join(folder, name));
    boundary = pretended('open');
    const work = join(folder, 'work');
    profile = {
      home: join(folder, 'home'),
      uid: 1,
      network: { mode: 'none' },
      shares: [{ from: work, to: work, write: true }],
    };
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const wrapped = async (argv: readonly string[], env = {}): Promise<CommandSpec> => {
    const way = await boundary.enclose(join(folder, 'state'), profile);
    if (!way.ok) throw new Error(way.error.message);
    return way.value.wrap({ argv, cwd: join(folder, 'work'), env });
  };
  const outcomeOf = async (argv: readonly string[], env = {}) =>
    run({ ...(await wrapped(argv, env)), timeoutMs: 15_000 });

  it('gets its words, its folder and its own environment, and its exit is told', async () => {
    const line =
      'pwd; printf "%s|" "$@" "$HOME" "$TMPDIR" "$GIVEN" "${FANIN_ENTRY_0-none}"; exit 7';
    const done = await outcomeOf(['sh', '-c', line, 'sh', "a 'b'", '$c'], { GIVEN: 'x=y\nz' });
    const { home } = profile;
    expect(done.exit).toBe(7);
    expect(done.stdout.toString()).toBe(
      `${join(folder, 'work')}\na 'b'|$c|${home}|${home}/.tmp|x=y\nz|none|`,
    );
  });

  it('keeps the tag by which what outlives it is found', async () => {
    const { env, ...command } = await wrapped(['sh', '-c', 'echo "$FANIN_TAG"']);
    const done = await run({ ...command, env: { ...env, FANIN_TAG: 'a/1' }, timeoutMs: 15_000 });
    expect(done.stdout.toString()).toBe('a/1\n');
  });

  it('is ended with its group when a signal comes for the program in front', async () => {
    const { argv, cwd, env } = await wrapped([
      'sh',
      '-c',
      'trap "exit 9" TERM; echo up; sleep 30 & wait',
    ]);
    const [program = '', ...args] = argv;
    const child = spawn(program, args, {
      cwd,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.once('data', () => child.kill('SIGTERM'));
    const exit = await new Promise((resolve) => {
      child.once('close', resolve);
    });
    expect(exit).toBe(9);
  });

  it('leaves behind what names it asked for in vain', async () => {
    await outcomeOf(['true']);
    expect(await boundary.refusals(join(folder, 'state'))).toEqual([
      { host: 'asked.invalid', port: 443, times: 1 },
    ]);
  });

  it('finds a share that lies elsewhere by a link, and nothing in the way of one is replaced', async () => {
    const from = join(folder, 'credentials');
    const to = join(profile.home, '.agent/credentials');
    writeFileSync(from, 'secret');
    profile = { ...profile, shares: [...profile.shares, { from, to, write: true }] };
    expect((await outcomeOf(['cat', to])).stdout.toString()).toBe('secret');
    rmSync(to);
    writeFileSync(to, 'planted');
    const again = await boundary.enclose(join(folder, 'state'), profile);
    expect(again).toMatchObject({ ok: false, error: { code: 'boundary-unusable' } });
    expect(readFileSync(to, 'utf8')).toBe('planted');
  });

  it('is not started where part of a way to a share has become a link', async () => {
    const inner = join(folder, 'work/inner');
    mkdirSync(inner);
    profile = { ...profile, shares: [...profile.shares, { from: inner, to: inner, write: false }] };
    const command = await wrapped(['true']);
    rmSync(inner, { recursive: true });
    symlinkSync(folder, inner);
    const done = await run({ ...command, timeoutMs: 15_000 });
    expect([done.exit, done.stderr.toString()]).toEqual([
      126,
      `fanin: ${inner} has become a link\n`,
    ]);
  });
});
