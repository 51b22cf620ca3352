import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseYamlSource } from '../../src/adapters/config/yaml-source.ts';
import { resolveConfig } from '../../src/domain/config/resolve-config.ts';
import { resolvePolicy } from '../../src/domain/policy/resolve-policy.ts';
import { readConfigFile } from '../../src/protocol/config-file.ts';
import { parseHandoff } from '../../src/protocol/handoff.ts';
import { readPlanFile } from '../../src/protocol/plan-file.ts';
import { readPolicyFile } from '../../src/protocol/policy-file.ts';
import { readReplayFile } from '../../src/protocol/replay-file.ts';
import { readScenarioFile } from '../../src/protocol/scenario-file.ts';
import { codes, fencesOf, inRepository, page, pages, rowsOf } from './markdown.ts';
import type { Fence } from './markdown.ts';

const fences = (lang: string): readonly Fence[] =>
  pages()
    .flatMap(fencesOf)
    .filter((each) => each.lang === lang);

const named = (all: readonly Fence[]) =>
  all.map((each) => [`${each.page}:${each.at}`, each.lines.join('\n')] as const);

describe('an example', () => {
  it.each(named(fences('yaml')))('in YAML at %s is taken', (_name, text) => {
    const source = parseYamlSource('example.yaml', text);
    if (!source.ok) throw new Error(JSON.stringify(source.error));
    expect(source.value.problems).toEqual([]);
    if (/^replay:/mu.test(text)) {
      expect(readReplayFile('example', source.value.value).problems).toEqual([]);
      return;
    }
    if (/^about:/mu.test(text)) {
      expect(readScenarioFile('example', source.value.value).problems).toEqual([]);
      return;
    }
    if (/^# policy$/mu.test(text)) {
      const { problems, written } = readPolicyFile(source.value.value);
      expect(problems).toEqual([]);
      expect(resolvePolicy(written ?? {}, []).ok).toBe(true);
      return;
    }
    if (/^tasks:/mu.test(text)) {
      expect(readPlanFile(source.value.value).problems).toEqual([]);
      return;
    }
    const { problems, written } = readConfigFile(source.value.value);
    expect(problems).toEqual([]);
    // An example may leave out the check or agent that another one has.
    const config = resolveConfig({ ...written, defaults: {} }, '/repository');
    expect(config.ok ? [] : config.error).toEqual([]);
  });

  it.each(named(fences('json')))('in JSON at %s is what it says', (_name, text) => {
    const value = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if ('claims' in value) expect(parseHandoff(text)).toEqual(value);
    else if ('tasks' in value) expect(stepsIn(text).filter((step) => !STEPS.has(step))).toEqual([]);
    else expect(Object.keys(value)).toEqual(['seq', 'run', 'at', 'type', 'version', 'data']);
  });
});

describe('docs/guide/agents.md', () => {
  it('has every variable that an agent finds', () => {
    const source = ['common-env.ts', 'command/agent.ts'].map((name) =>
      read(`src/adapters/agents/${name}`),
    );
    const given = source.flatMap((text) =>
      [...text.matchAll(/(FANIN_\w+):/gu)].map(([, name = '']) => name),
    );
    const rows = rowsOf(page('docs/guide/agents.md')).flatMap(([first = '']) => codes(first));
    const listed = rows.filter((code) => code.startsWith('FANIN_'));
    expect(listed.toSorted()).toEqual([...new Set(given)].toSorted());
  });

  it('has every step of a scripted agent', () => {
    const [line = ''] = /^Steps: [^.]*\./mu.exec(page('docs/guide/agents.md').text) ?? [];
    expect(codes(line).toSorted()).toEqual([...STEPS].toSorted());
  });
});

describe('what the README says about removing every trace', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fanin-docs-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('leaves nothing of fanin and everything else', () => {
    const git = (...args: readonly string[]): string =>
      execFileSync('git', args, { cwd: folder, encoding: 'utf8', env: environment(folder) });
    git('init', '-q', '-b', 'main');
    git('commit', '-q', '--allow-empty', '-m', 'first');
    for (const ref of [
      'heads/fanin/r1/target',
      'fanin/r1/harvest/a/1',
      'heads/fanine',
      'tags/fanin',
    ])
      git('update-ref', `refs/${ref}`, 'HEAD');
    mkdirSync(join(folder, '.git/fanin/attempts'), { recursive: true });
    const block = fencesOf(page('README.md')).find(({ lines }) => lines[0] === 'fanin clean --all');
    const script = block?.lines.slice(1).join('\n') ?? 'false';
    execFileSync('sh', ['-ec', script], { cwd: folder, env: environment(folder) });
    expect(existsSync(join(folder, '.git/fanin'))).toBe(false);
    expect(git('for-each-ref', '--format=%(refname)').trim().split('\n')).toEqual([
      'refs/heads/fanine',
      'refs/heads/main',
      'refs/tags/fanin',
    ]);
  });
});

const read = (name: string): string => readFileSync(inRepository(name), 'utf8');

const STEPS: ReadonlySet<string> = new Set(
  [...read('src/adapters/agents/scripted/script.ts').matchAll(/^ {2}\| \{\s+readonly (\w+):/gmu)]
    .map(([, step = '']) => step)
    .slice(0, lastStep()),
);

/** The types after `Step` in that file are no steps. */
function lastStep(): number {
  const [steps = ''] = read('src/adapters/agents/scripted/script.ts').split(
    'export interface Script',
  );
  return [...steps.matchAll(/^ {2}\| \{\s+readonly \w+:/gmu)].length;
}

const stepsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{ "(\w+)":/gu)]
    .map(([, step = '']) => step)
    .filter((step) => step !== 'path');

const environment = (home: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@localhost',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@localhost',
});
