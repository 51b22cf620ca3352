import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHook } from '../../../../src/domain/guard/payload/read-hook.ts';

const PATCH =
  '*** Begin Patch\n*** Add File: a.ts\n+x\n*** Update File: b.ts\n*** Move to: c.ts\n*** Delete File: d.ts\n*** End Patch\n';
const files = (paths: readonly string[], removed: readonly string[] = []) => ({
  kind: 'files',
  cwd: '/w',
  paths,
  removed,
});
const shell = (command: string, cwd = '/w') => ({ kind: 'shell', command, cwd });

/** What the hook of a real program was given: a write, a command elsewhere, an edit, … */
const recorded = (agent: string): readonly unknown[] =>
  readFileSync(join(import.meta.dirname, `../../../fixtures/guard/payloads/${agent}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

describe("an agent's hook", () => {
  it.each([
    ['claude-code', 'Bash', { command: 'ls' }, shell('ls')],
    ['claude-code', 'Write', { file_path: '/w/a' }, files(['/w/a'])],
    ['claude-code', 'MultiEdit', { file_path: '/w/a' }, files(['/w/a'])],
    ['claude-code', 'NotebookEdit', { notebook_path: '/w/a.ipynb' }, files(['/w/a.ipynb'])],
    ['claude-code', 'Grep', { pattern: 'x' }, { kind: 'harmless' }],
    ['claude-code', 'mcp__x__write', {}, { kind: 'unknown', tool: 'mcp__x__write' }],
    ['claude-code', 'Agent', { isolation: 'worktree' }, { kind: 'work-copy', tool: 'Agent' }],
    ['claude-code', 'Agent', { prompt: 'x' }, { kind: 'harmless' }],
    ['claude-code', 'EnterWorktree', {}, { kind: 'work-copy', tool: 'EnterWorktree' }],
    ['codex', 'Bash', { command: 'ls' }, shell('ls')],
    ['codex', 'Bash', { command: ['bash', '-lc', 'ls a'] }, shell("bash -lc 'ls a'")],
    ['codex', 'exec_command', { cmd: 'ls', workdir: 'sub' }, shell('ls', '/w/sub')],
    ['codex', 'write_stdin', { chars: 'rm x\n' }, shell('rm x\n')],
    ['codex', 'apply_patch', { command: PATCH }, files(['a.ts', 'b.ts', 'c.ts'], ['d.ts'])],
    ['codex', 'collaborationspawn_agent', { message: 'x' }, { kind: 'harmless' }],
    ['kimi', 'Write', { path: 'a' }, files(['a'])],
    ['kimi', 'Bash', { command: 'ls' }, shell('ls')],
    ['opencode', 'bash', { command: 'ls', workdir: '/w/x' }, shell('ls', '/w/x')],
    ['opencode', 'edit', { filePath: '/w/a' }, files(['/w/a'])],
    ['opencode', 'apply_patch', { patchText: PATCH }, files(['a.ts', 'b.ts', 'c.ts'], ['d.ts'])],
    ['gemini', 'run_shell_command', { command: 'ls', dir_path: 'x' }, shell('ls', '/w/x')],
    ['gemini', 'write_file', { file_path: 'a' }, files(['a'])],
    ['gemini', 'replace', { file_path: 'a' }, files(['a'])],
    ['gemini', 'read_file', { file_path: 'a' }, { kind: 'harmless' }],
    ['acp', 'execute', { command: 'ls', cwd: '/w/x' }, shell('ls', '/w/x')],
    ['acp', 'edit', { paths: ['a', '/w/b'] }, files(['a', '/w/b'])],
    ['acp', 'move', { paths: ['a', 'b'] }, files(['a', 'b'])],
    ['acp', 'delete', { paths: ['a'] }, files([], ['a'])],
    ['acp', 'read', {}, { kind: 'harmless' }],
  ])('of %s is read: %s %j', (agent, tool, input, call) => {
    const read = readHook(agent, { tool_name: tool, tool_input: input, cwd: '/w' });
    expect(read?.call).toEqual(call);
  });

  it.each(['gemini', 'kimi'])('of %s is read as it was recorded', (agent) => {
    const read = recorded(agent).map((payload) => readHook(agent, payload)?.call);
    const path = '/p/copy/a.txt';
    expect(read).toEqual([
      { ...files([path]), cwd: '/p/copy' },
      // Its own folder, not the session's.
      shell('pwd', '/p/copy/sub'),
      { ...files([path]), cwd: '/p/copy' },
      ...Array.from({ length: 3 }, () => ({ kind: 'harmless' })),
      // A sub-agent's.
      shell('echo in sub', '/p/copy'),
      ...(agent === 'gemini' ? [{ kind: 'harmless' }] : []),
    ]);
  });

  it('never throws, and takes nothing that it does not know for harmless', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          'claude-code',
          'codex',
          'kimi',
          'opencode',
          'gemini',
          'acp',
          'x',
          'toString',
        ),
        fc.anything(),
        (agent, payload) => {
          const read = readHook(agent, payload);
          expect(read === null || read.call.kind !== 'shell' || read.call.cwd.startsWith('/')).toBe(
            true,
          );
        },
      ),
    );
  });
});
