import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { columns } from '../../src/cli/text/columns.ts';
import { fanin, faninJson } from './fanin.ts';
import { sampleHome, SAMPLES } from './sample-home.ts';

const at = sampleHome();

describe('fanin trace', () => {
  it('fits one screen of 100 by 40, and says what to do next', async () => {
    at.fill();
    const { code, out, err } = await fanin(at.path, 'trace', '--all');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(Math.max(...lines.map(columns))).toBeLessThanOrEqual(100);
    expect(lines[0]).toBe('12 sessions · claude-code 6 · codex 3 · kimi 2 · gemini 1');
    expect(out).toMatchSnapshot();
  });

  it('explains what it looked for where there is nothing', async () => {
    const { code, out } = await fanin(at.path, 'trace');
    expect(code).toBe(0);
    expect(out).toContain('No session was found.');
    for (const place of [
      '.claude/projects',
      '.codex/sessions',
      '.kimi-code/sessions',
      'opencode',
      '.gemini/tmp',
    ])
      expect(out).toContain(join(at.path, place === 'opencode' ? '.local/share/opencode' : place));
    expect(out).toContain('fanin trace <folder or file>');
  });

  it('says that older sessions are there', async () => {
    cpSync(
      join(SAMPLES, 'kimi-code-2.1.0/sequential/sessions'),
      join(at.path, '.kimi-code/sessions'),
      { recursive: true },
    );
    vi.setSystemTime(Date.now() + 30 * 86_400_000);
    const { out } = await fanin(at.path, 'trace');
    vi.useRealTimers();
    expect(out).toContain('1 older session is there: fanin trace --all');
  });

  it('gives scripts the measures of each session, and of all by agent, project and week', async () => {
    at.fill();
    const said = await faninJson<Readonly<Record<string, readonly unknown[]>>>(
      at.path,
      'trace',
      '--all',
    );
    expect(said['summary']).toMatchObject({
      sessions: 12,
      withSubAgents: 10,
      subAgents: 20,
      refused: 1,
      differing: 0,
    });
    expect(said['found']).toMatchObject({
      byCode: [{ code: 'early-child-termination', count: 2 }],
      advice: [{ advice: 'join-early', sessions: 2 }],
    });
    expect(said['sessions']).toHaveLength(12);
    expect(said['byAgent']).toHaveLength(4);
    expect(said['byProject']).toHaveLength(12);
    expect(said['byWeek']).toMatchObject([{ group: '2026-11-23', summary: { sessions: 12 } }]);
  });

  it('gives reports: csv by session or group, markdown, and html in one file', async () => {
    at.fill();
    const csv = (await fanin(at.path, 'trace', '--all', '--format', 'csv')).out
      .trimEnd()
      .split('\r\n');
    expect(csv).toHaveLength(13);
    expect(csv[0]).toMatch(/^id,agent,session,title,project,started,ended,run_ms,/);
    const by = (await fanin(at.path, 'trace', '--all', '--format', 'csv', '--by', 'agent')).out;
    expect(by.split('\r\n').map((line) => line.split(',').slice(0, 2).join(' '))).toEqual([
      'group sessions',
      'claude-code 6',
      'codex 3',
      'gemini 1',
      'kimi 2',
      '',
    ]);
    const found = (await fanin(at.path, 'trace', '--all', '--format', 'csv', '--by', 'finding'))
      .out;
    expect(found.split('\r\n').map((line) => line.split(',').slice(0, 4).join(' '))).toEqual([
      'session agent finding pattern',
      expect.stringMatching(/^398e0106 claude-code early-child-termination-[\da-f]{8} early-/),
      expect.stringMatching(/^f525e9c7 claude-code early-child-termination-[\da-f]{8} early-/),
      '',
    ]);
    const { out: markdown } = await fanin(at.path, 'trace', '--all', '--format', 'markdown');
    expect(markdown).toMatch(/^# Traces of agents’ sessions\n\n12 sessions · claude-code 6/);
    const { out: page } = await fanin(at.path, 'trace', '--all', '--format', 'html');
    expect(page.match(/<section\b/g)).toHaveLength(10);
    const { out: one } = await fanin(at.path, 'trace', 'show', 'f525', '--format', 'html');
    expect(one.match(/<svg\b/g)).toHaveLength(3);
    for (const args of [[], ['show', 'f525']])
      expect((await fanin(at.path, 'trace', ...args, '--format', 'html', '--json')).code).toBe(2);
  });

  it('measures alone where patterns are not wanted', async () => {
    at.fill();
    const said = await faninJson<Readonly<Record<string, unknown>>>(
      at.path,
      'trace',
      '--all',
      '--no-patterns',
    );
    expect(said).toMatchObject({ found: null, summary: { sessions: 12 } });
    expect(said['sessions']).toContainEqual(
      expect.objectContaining({ id: 'f525e9c7', findings: null, unusedTokens: null }),
    );
    const { out } = await fanin(at.path, 'trace', '--all', '--no-patterns');
    expect(out).not.toContain('Patterns');
  });

  it('puts sessions together on the screen', async () => {
    at.fill();
    const { out } = await fanin(at.path, 'trace', '--all', '--by', 'agent');
    expect(out).toMatchSnapshot();
  });

  it('reads a path, and says what is wrong with one', async () => {
    const { out } = await fanin(at.path, 'trace', join(SAMPLES, 'gemini-cli-0.61.0'));
    expect(out).toMatch(/^5 sessions · gemini 5/);
    const missing = await fanin(at.path, 'trace', 'nowhere');
    expect(missing).toMatchObject({ code: 2, out: '' });
    expect(missing.err).toContain('there is no nowhere');
    writeFileSync(join(at.path, 'x.json'), '{}');
    expect((await fanin(at.path, 'trace', 'x.json')).err).toContain(
      'holds no session that is known',
    );
    expect((await fanin(at.path, 'trace', '--days', 'x')).code).toBe(2);
  });
});
