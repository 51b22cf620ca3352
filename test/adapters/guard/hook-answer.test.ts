import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerHook, inProtocol } from '../../../src/adapters/guard/hook-answer.ts';
import { shellParser } from '../../../src/adapters/shell/unbash.ts';
import type { GuardConfig } from '../../../src/domain/guard/guard-config.ts';
import { readNoted } from '../../../src/domain/guard/noted.ts';
import { makeGuardPlace, type GuardPlace } from '../../rig/guard-place.ts';

const HOOK = join(import.meta.dirname, '../../../src/compose/guard-hook-main.ts');

describe("a hook's answer", () => {
  let folder: string;
  let place: GuardPlace;
  let config: string;
  let log: string;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'fanin-hook-')));
    place = makeGuardPlace(join(folder, 'home'));
    config = join(folder, 'guard.json');
    log = join(folder, 'guard.jsonl');
    write({});
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (more: Partial<GuardConfig>): void =>
    writeFileSync(
      config,
      JSON.stringify({ ...place.config({ boundary: false, logs: [log] }), ...more }),
    );
  const call = (tool: string, input: object, more: object = {}): string =>
    JSON.stringify({ tool_name: tool, tool_input: input, cwd: place.workspace, ...more });
  const ask = (input: string, agent = 'claude-code', env: Record<string, string> = {}) =>
    answerHook(
      { agent, config, input, env: { HOME: join(folder, 'home'), ...env }, now: 7 },
      shellParser,
    ).refusal;
  const shell = (command: string, more: object = {}): string =>
    call('Bash', { command: place.placed(command) }, more);

  it('lets go on what stays in the workspace', () => {
    expect(ask(shell('npm test && echo x > src/a.ts'))).toBeNull();
    expect(ask(call('Write', { file_path: join(place.workspace, 'src/n.ts') }))).toBeNull();
    expect(ask(call('Read', { file_path: join(place.main, 'x') }))).toBeNull();
  });

  it('refuses what does not, and says the rule and what would be right', () => {
    expect(ask(shell('echo hi > /M/x'))).toMatch(/main-checkout.*Instead: /);
    const edit = ask(call('Edit', { file_path: join(place.main, 'src/a.ts') }));
    expect(edit).toContain(`Write ${place.workspace}/src/a.ts`);
    expect(ask(call('Edit', { file_path: `${place.workspace}/link-to-main/x` }))).toMatch(
      /main-checkout/,
    );
    expect(ask(call('Write', { file_path: join(folder, 'home/main.fanin/b/x') }))).toMatch(
      /neighbour/,
    );
  });

  it('takes the folder of the call, not that of any process', () => {
    expect(ask(shell('touch made', { cwd: place.main }))).toMatch(/main-checkout/);
    expect(ask(shell('touch made', { cwd: place.workspace }))).toBeNull();
    expect(ask(shell('git commit -am x', { cwd: place.main }))).toMatch(/main-checkout/);
  });

  it('takes a workspace that has lost its .git for part of nothing', () => {
    rmSync(join(place.workspace, '.git'));
    const inside = join(place.main, 'inside');
    mkdirSync(inside);
    write({ workspace: inside });
    expect(ask(shell('git commit -am x', { cwd: inside }))).toMatch(/main-checkout/);
  });

  it('refuses writes outside the scope, and says so', () => {
    write({ writes: ['src/**'] });
    expect(ask(call('Edit', { file_path: join(place.workspace, 'src/a.ts') }))).toBeNull();
    expect(ask(call('Edit', { file_path: join(place.workspace, 'README.md') }))).toMatch(
      /out-of-scope/,
    );
    expect(ask(shell('sed -i s/a/b/ README.md'))).toMatch(/out-of-scope/);
    expect(ask(shell('npm test > test.log'))).toBeNull();
  });

  it('runs what cannot be decided where a boundary holds, and notes it', () => {
    expect(ask(shell('rm -rf "$UNKNOWN"'))).toMatch(/unknown-target/);
    write({ boundary: true });
    expect(ask(shell('rm -rf "$UNKNOWN"'))).toBeNull();
    expect(ask(shell('echo hi > /M/x'))).toMatch(/main-checkout/);
    const noted = readNoted(readFileSync(log, 'utf8'));
    expect(noted.map(({ verdict, refused }) => [verdict, refused])).toEqual([
      ['undecidable', true],
      ['undecidable', false],
      ['deny', true],
    ]);
  });

  it('notes who asked, and writes beside the hand-off where it must', () => {
    const beside = join(folder, 'beside.jsonl');
    write({ logs: [join(folder, 'missing/guard.jsonl'), beside] });
    ask(shell('git stash', { agent_id: 'sub-1' }));
    expect(readNoted(readFileSync(beside, 'utf8'))).toMatchObject([
      { at: 7, agent: 'claude-code', subAgent: 'sub-1', text: 'git stash', rule: 'shared-stash' },
    ]);
  });

  describe('is a refusal where it cannot judge:', () => {
    const cases: readonly (readonly [string, () => string | null])[] = [
      ['no JSON', () => ask('{"tool_name":')],
      ['an empty input', () => ask('')],
      ['no tool', () => ask(JSON.stringify({ cwd: place.workspace, tool_input: {} }))],
      [
        'no folder',
        () => ask(JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'ls' } })),
      ],
      ['a folder that is not absolute', () => ask(call('Bash', { command: 'ls' }, { cwd: 'src' }))],
      ['a command that is no text', () => ask(call('Bash', { command: 7 }))],
      ['a write without a path', () => ask(call('Write', { content: 'x' }))],
      ['a patch that is none', () => ask(call('apply_patch', { command: 'hm' }), 'codex')],
      ['a tool that may write', () => ask(call('mcp__files__put', { path: '/x' }))],
      ['an unknown agent', () => ask(shell('ls'), 'nobody')],
      ['an agent of Object', () => ask(shell('ls'), 'constructor')],
      ['a worktree of its own', () => ask(call('Agent', { prompt: 'x', isolation: 'worktree' }))],
      [
        'no config',
        () => {
          rmSync(config);
          return ask(shell('ls'));
        },
      ],
      [
        'a config that is no JSON',
        () => {
          writeFileSync(config, '{');
          return ask(shell('ls'));
        },
      ],
      [
        'a config of another shape',
        () => {
          writeFileSync(config, '{"schema":2}');
          return ask(shell('ls'));
        },
      ],
      [
        'a scope that cannot be read',
        () => {
          write({ writes: ['[z-a]'] });
          return ask(shell('ls'));
        },
      ],
    ];
    it.each(cases)('%s', (_, answer) => {
      expect(answer()).not.toBeNull();
    });

    it('a parser that throws', () => {
      const parser = {
        parse: () => {
          throw new Error('broken');
        },
      };
      const question = { agent: 'claude-code', config, input: shell('ls'), env: {}, now: 0 };
      expect(answerHook(question, parser).refusal).toMatch(/could not judge.*broken/);
    });
  });

  it('is in the words of the agent that asks', () => {
    expect(inProtocol('gemini', { refusal: 'no' }).stdout).toBe(
      '{"decision":"deny","reason":"no"}\n',
    );
    for (const agent of ['claude-code', 'codex', 'kimi'])
      expect(JSON.parse(inProtocol(agent, { refusal: 'no' }).stdout)).toEqual({
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'no',
        },
      });
    // Never a word of allowing: the agent's own rules go on to hold.
    expect(inProtocol('claude-code', { refusal: null })).toEqual({
      stdout: '',
      stderr: '',
      exit: 0,
    });
  });

  it('comes from the program that agents start', () => {
    const run = (input: string): string =>
      execFileSync(process.execPath, [HOOK, 'claude-code', config], {
        input,
        encoding: 'utf8',
        env: { HOME: join(folder, 'home') },
      });
    expect(run(shell('ls'))).toBe('');
    expect(run(shell('echo > /M/x'))).toContain('"permissionDecision":"deny"');
    expect(run('')).toContain('"permissionDecision":"deny"');
  });
});
