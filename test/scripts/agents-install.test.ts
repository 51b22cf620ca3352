import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MANIFEST as CLAUDE } from '../../src/adapters/agents/claude-code/manifest.ts';
import { agentPin, agentProgram } from '../support/agent-cli.ts';

const SCRIPTS = join(import.meta.dirname, '..', '..', 'scripts');
const PINS = [
  { name: 'one', package: '@x/one', version: '1.2.3', binary: 'uno', needsNode: null },
  { name: 'two', package: 'two', version: '4.5.6', binary: 'due', needsNode: '20.0.0' },
].map((pin, at) => ({ ...pin, runScripts: at === 0 }));

/** Stands in for npm: puts a program in place, and says what it was called with. */
const NPM = `#!/usr/bin/env node
const fs = require('fs');
const args = process.argv.slice(2);
const folder = args[args.indexOf('--prefix') + 1];
const manifest = fs.readFileSync(folder + '/package.json', 'utf8');
const lock = fs.existsSync(folder + '/package-lock.json');
fs.appendFileSync(process.env.NPM_LOG, JSON.stringify({ args, lock, manifest }) + '\\n');
if (process.env.NPM_FAILS) {
  console.error('npm error E404 no such package');
  process.exit(1);
}
if (args.includes('--package-lock-only')) fs.writeFileSync(folder + '/package-lock.json', 'new lock');
else {
  fs.appendFileSync(folder + '/package-lock.json', ' and more');
  const bin = folder + '/node_modules/.bin';
  fs.mkdirSync(bin, { recursive: true });
  for (const name of ['uno', 'due']) {
    const text = '#!/bin/sh\\nexit ' + (process.env.PROGRAM_FAILS ?? '0') + '\\n';
    fs.writeFileSync(bin + '/' + name, text, { mode: 0o755 });
  }
}
`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fanin-agents-'));
  cpSync(SCRIPTS, join(root, 'scripts'), { recursive: true });
  const agents = join(root, 'scripts', 'agents');
  rmSync(join(agents, 'locks'), { recursive: true });
  for (const { name } of PINS) {
    mkdirSync(dirname(lockOf(name)), { recursive: true });
    writeFileSync(lockOf(name), `${name} lock`);
  }
  writeFileSync(join(agents, 'pins.json'), JSON.stringify(PINS));
  mkdirSync(join(root, 'bin'));
  writeFileSync(join(root, 'bin', 'npm'), NPM);
  chmodSync(join(root, 'bin', 'npm'), 0o755);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const lockOf = (name: string, scripts = join(root, 'scripts')): string =>
  join(scripts, 'agents', 'locks', name, 'package-lock.json');

function install(args: readonly string[], more: Record<string, string> = {}) {
  const path = [join(root, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter);
  const env = { PATH: path, HOME: root, NPM_LOG: join(root, 'npm.log'), ...more };
  const script = join(root, 'scripts', 'agents-install.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

interface NpmCall {
  readonly args: readonly string[];
  readonly lock: boolean;
  readonly manifest: string;
}

const npmCalls = (): NpmCall[] =>
  existsSync(join(root, 'npm.log'))
    ? readFileSync(join(root, 'npm.log'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as NpmCall)
    : [];
const installed = (): string[] => readdirSync(join(root, '.cache', 'agents')).toSorted();

describe('npm run agents:install', () => {
  it('installs each CLI alone, by its lock file, and says so in a line', () => {
    const { status, stdout } = install([]);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^one 1\.2\.3: installed in .* s \(\d+ MB\)\ntwo 4\.5\.6: installed in /,
    );
    expect(installed()).toEqual(['one-1.2.3', 'two-4.5.6']);
    expect(npmCalls()).toMatchObject([{ lock: true }, { lock: true }]);
    expect(npmCalls().map(({ args }) => args[0])).toEqual(['install', 'install']);
    expect(npmCalls()[0]?.args).toContain('--ignore-scripts=false');
    expect(npmCalls()[1]?.args).toContain('--ignore-scripts=true');
    expect(JSON.parse(npmCalls()[0]?.manifest ?? '')).toMatchObject({
      dependencies: { '@x/one': '1.2.3' },
      allowScripts: { '@x/one': true },
    });
  });

  it('installs only what is named, and nothing that is there', () => {
    expect(install(['two']).status).toBe(0);
    expect(install(['two']).stdout).toMatch(/^two 4\.5\.6: is there \(\d+ MB\)\n$/);
    expect(installed()).toEqual(['two-4.5.6']);
    expect(npmCalls()).toHaveLength(1);
  });

  it('replaces what another lock file was for, and what is not complete', () => {
    install([]);
    writeFileSync(lockOf('one'), 'another lock');
    rmSync(join(root, '.cache', 'agents', 'two-4.5.6', 'node_modules'), { recursive: true });
    expect(install([]).stdout.match(/: installed in/g)).toHaveLength(2);
    expect(install([]).stdout.match(/: is there/g)).toHaveLength(2);
    expect(installed()).toEqual(['one-1.2.3', 'two-4.5.6']);
  });

  it('makes a lock file anew when told to', () => {
    expect(install(['--lock', 'one']).status).toBe(0);
    expect(npmCalls().map(({ args }) => args.includes('--package-lock-only'))).toEqual([
      true,
      false,
    ]);
    expect(readFileSync(lockOf('one'), 'utf8')).toBe('new lock');
    expect(install(['one']).stdout).toContain('is there');
  });

  it('says how to make a lock file where there is none', () => {
    rmSync(lockOf('two'));
    const { status, stderr } = install(['two']);
    expect([status, stderr]).toEqual([
      1,
      'two 4.5.6: has no lock file; npm run agents:install -- --lock two makes it\n',
    ]);
    expect(install(['--lock', 'two']).status).toBe(0);
  });

  it("fails with npm's words, goes on with the others, and leaves nothing behind", () => {
    const { status, stderr } = install([], { NPM_FAILS: '1' });
    expect(status).toBe(1);
    expect(stderr).toContain('one 1.2.3: npm error E404 no such package');
    expect(stderr).toContain('npm install two@4.5.6 failed (exit 1)');
    expect(installed()).toEqual([]);
  });

  it('takes no program that does not start', () => {
    const { status, stderr } = install(['one'], { PROGRAM_FAILS: '7' });
    expect(status).toBe(1);
    expect(stderr).toContain('uno --version failed (exit 7)');
    expect(installed()).toEqual([]);
  });

  it('removes what a process that is gone left half-installed, and no other', () => {
    const agents = join(root, '.cache', 'agents');
    const dead = spawnSync('true').pid;
    mkdirSync(join(agents, `installing-${dead}-a`), { recursive: true });
    mkdirSync(join(agents, `installing-${process.pid}-b`));
    install(['one']);
    expect(installed()).toEqual([`installing-${process.pid}-b`, 'one-1.2.3']);
  });

  it('knows no other names', () => {
    const { status, stderr } = install(['three']);
    expect([status, stderr]).toEqual([2, 'no agent three; there are one, two\n']);
  });
});

describe('the pins', () => {
  it('are complete, each with a lock file for its very version', () => {
    const pins = JSON.parse(readFileSync(join(SCRIPTS, 'agents', 'pins.json'), 'utf8')) as object[];
    expect(pins).toHaveLength(6);
    const names = ['claude-code', 'codex', 'kimi-code', 'opencode', 'gemini-cli'] as const;
    for (const name of [...names, 'claude-agent-acp'] as const) {
      const pin = agentPin(name);
      const text = readFileSync(lockOf(name, SCRIPTS), 'utf8');
      const lock = JSON.parse(text) as { packages: Record<string, { version?: string }> };
      expect(lock.packages[`node_modules/${pin.package}`]?.version).toBe(pin.version);
      expect(text).not.toContain('"resolved"');
    }
  });

  it('are the versions that the adapters say they are tested with', () => {
    expect(agentPin('claude-code')).toMatchObject({
      version: CLAUDE.testedVersion,
      package: CLAUDE.package,
      binary: CLAUDE.binary,
    });
  });

  it('lie in the cache by package and version', () => {
    expect(agentProgram('gemini-cli')).toMatch(
      /\/\.cache\/agents\/gemini-cli-0\.61\.0\/node_modules\/\.bin\/gemini$/,
    );
  });
});
