import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { hookCommand } from '../../../src/adapters/agents/guard-hook.ts';
import { launch as launchClaude } from '../../../src/adapters/agents/claude-code/launch.ts';
import { launch as launchCodex } from '../../../src/adapters/agents/codex/launch.ts';
import { launch as launchGemini } from '../../../src/adapters/agents/gemini/launch.ts';
import { launch as launchKimi } from '../../../src/adapters/agents/kimi/launch.ts';
import { launch as launchOpencode } from '../../../src/adapters/agents/opencode/launch.ts';
import type { Launch, LaunchRequest } from '../../../src/ports/agent.ts';

const request = (more: Partial<LaunchRequest> = {}): LaunchRequest => ({
  attempt: 'r1-core-1',
  task: 'core',
  n: 1,
  spec: { name: 'a', use: 'a', args: [], env: {} },
  brief: 'Do it.',
  briefFile: '/s/brief.md',
  handoffFile: '/w.handoff.json',
  folder: '/s',
  scratch: '/s',
  workspace: '/w',
  boundary: false,
  delegation: { mode: 'native' },
  questionMs: 0,
  guard: "/s/it's/guard.json",
  ...more,
});
const COMMAND = (agent: string): string =>
  String.raw`'/n/node' '/h.js' '${agent}' '/s/it'\''s/guard.json' || { echo "fanin's guard gave no answer, so the call is refused." >&2; exit 2; }`;

type Start = (
  request: LaunchRequest,
  node: string,
  hook?: string | null,
) => ReturnType<typeof launchClaude>;
const launched = (start: Start, more: Partial<LaunchRequest> = {}): Launch => {
  const result = start(request(more), '/n/node', '/h.js');
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};
const driver = (launch: Launch): { argv: readonly string[] } & Record<string, unknown> =>
  JSON.parse(launch.files.find(({ name }) => name === 'driver.json')?.content ?? '{}') as {
    argv: readonly string[];
  } & Record<string, unknown>;

describe("the guard's hook", () => {
  it('is asked by a command that refuses whatever goes wrong with it', () => {
    expect(hookCommand(request(), 'codex', { node: '/n/node', hook: '/h.js' })).toBe(
      COMMAND('codex'),
    );
    expect(hookCommand(request({ guard: null }), 'codex', { node: 'n', hook: '/h.js' })).toBeNull();
    expect(hookCommand(request(), 'codex', { node: 'n', hook: null })).toBeNull();
  });

  it('goes into the one set of settings that Claude Code takes, beside a cap', () => {
    for (const boundary of [false, true]) {
      const { argv } = driver(
        launched(launchClaude, { boundary, delegation: { mode: 'capped', n: 2 } }),
      );
      expect(argv.filter((arg) => arg === '--settings')).toHaveLength(1);
      expect(JSON.parse(argv[argv.indexOf('--settings') + 1] ?? '')).toMatchObject({
        env: { CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS: '2' },
        hooks: {
          PreToolUse: [
            { matcher: '*', hooks: [{ type: 'command', command: COMMAND('claude-code') }] },
          ],
        },
      });
    }
  });

  it("keeps a person's own settings from taking its place", () => {
    const spec = { ...request().spec, args: ['--settings', '{}'] };
    expect(launchClaude(request({ spec }), '/n/node', '/h.js')).toMatchObject({
      ok: false,
      error: { code: 'agent-argument-reserved' },
    });
    expect(launchClaude(request({ spec, guard: null }), '/n/node', '/h.js').ok).toBe(true);
  });

  it('is trusted by Codex for this session', () => {
    const { argv, hooked } = driver(launched(launchCodex));
    expect(argv.find((arg) => arg.startsWith('hooks.PreToolUse='))).toContain(
      `command=${JSON.stringify(COMMAND('codex'))}`,
    );
    expect(hooked).toBe(true);
    expect(driver(launched(launchCodex, { guard: null }))['hooked']).toBe(false);
  });

  it('refuses with a word where there is nobody to answer', () => {
    const command = hookCommand(request(), 'gemini', { node: '/no/node', hook: '/h.js' }) ?? '';
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain("fanin's guard gave no answer");
  });

  it.each([
    ['gemini', launchGemini],
    ['kimi', launchKimi],
  ])('is in a home that %s has for the attempt alone', (agent, start) => {
    for (const boundary of [false, true]) {
      const scratch = boundary ? '/w.handoff' : '/s';
      const guarded = driver(launched(start, { boundary, scratch }))['guard'];
      expect(guarded).toEqual({ command: COMMAND(agent), home: `${scratch}/${agent}-home` });
    }
    expect(driver(launched(start, { guard: null }))['guard']).toBeNull();
  });

  it('is a module that the plugin of opencode loads', () => {
    expect(driver(launched(launchOpencode))['guard']).toEqual({
      judge: '/h.js',
      config: "/s/it's/guard.json",
    });
  });
});
