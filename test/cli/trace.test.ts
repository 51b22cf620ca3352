import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { columns } from '../../src/cli/text/columns.ts';
import type { Trace } from '../../src/domain/trace/trace.ts';
import { atifProblems } from '../support/atif-problems.ts';
import { fanin, faninJson } from './fanin.ts';

const SAMPLES = join(process.cwd(), 'test/fixtures/traces');

let home = '';
beforeEach(() => {
  vi.stubEnv('TZ', 'UTC');
  home = mkdtempSync(join(tmpdir(), 'fanin-trace-'));
  vi.stubEnv('HOME', home);
  for (const name of [
    'CLAUDE_CONFIG_DIR',
    'CODEX_HOME',
    'KIMI_CODE_HOME',
    'XDG_DATA_HOME',
    'GEMINI_CLI_HOME',
  ])
    vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

/** Everything that the samples have, where the agents would keep it. */
function fill(): void {
  const copy = (from: string, to: string): void =>
    cpSync(join(SAMPLES, from), join(home, to), { recursive: true });
  for (const name of [
    'parallel-3-foreground',
    'background-2',
    'sequential',
    'stopped-early-TaskStop',
    'sigterm-mid-subagents',
    'workflow-2-cap1',
  ])
    copy(`claude-code-2.1.332/${name}/projects`, '.claude/projects');
  for (const name of [
    'parallel-2-v1-unknown-model',
    'parallel-2-v2-gpt-6.2-sol',
    'agents.max_threads-1-v2',
  ])
    copy(`codex-0.171.0/${name}/sessions`, '.codex/sessions');
  for (const name of ['AgentSwarm-2', 'sequential'])
    copy(`kimi-code-2.1.0/${name}/sessions`, '.kimi-code/sessions');
  copy('gemini-cli-0.61.0/parallel-2/chats', '.gemini/tmp/x/chats');
}

describe('fanin trace', () => {
  it('fits one screen of 100 by 40, and says what to do next', async () => {
    fill();
    const { code, out, err } = await fanin(home, 'trace', '--all');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(Math.max(...lines.map(columns))).toBeLessThanOrEqual(100);
    expect(lines[0]).toBe('12 sessions · claude-code 6 · codex 3 · kimi 2 · gemini 1');
    expect(out).toMatchSnapshot();
  });

  it('explains what it looked for where there is nothing', async () => {
    const { code, out } = await fanin(home, 'trace');
    expect(code).toBe(0);
    expect(out).toContain('No session was found.');
    for (const place of [
      '.claude/projects',
      '.codex/sessions',
      '.kimi-code/sessions',
      'opencode',
      '.gemini/tmp',
    ])
      expect(out).toContain(join(home, place === 'opencode' ? '.local/share/opencode' : place));
    expect(out).toContain('fanin trace <folder or file>');
  });

  it('says that older sessions are there', async () => {
    cpSync(
      join(SAMPLES, 'kimi-code-2.1.0/sequential/sessions'),
      join(home, '.kimi-code/sessions'),
      { recursive: true },
    );
    vi.setSystemTime(Date.now() + 30 * 86_400_000);
    const { out } = await fanin(home, 'trace');
    vi.useRealTimers();
    expect(out).toContain('1 older session is there: fanin trace --all');
  });

  it('gives scripts the measures of each session, and of all by agent, project and week', async () => {
    fill();
    const said = await faninJson<Readonly<Record<string, readonly unknown[]>>>(
      home,
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
    fill();
    const csv = (await fanin(home, 'trace', '--all', '--format', 'csv')).out
      .trimEnd()
      .split('\r\n');
    expect(csv).toHaveLength(13);
    expect(csv[0]).toMatch(/^id,agent,session,title,project,started,ended,run_ms,/);
    const by = (await fanin(home, 'trace', '--all', '--format', 'csv', '--by', 'agent')).out;
    expect(by.split('\r\n').map((line) => line.split(',').slice(0, 2).join(' '))).toEqual([
      'group sessions',
      'claude-code 6',
      'codex 3',
      'gemini 1',
      'kimi 2',
      '',
    ]);
    const found = (await fanin(home, 'trace', '--all', '--format', 'csv', '--by', 'finding')).out;
    expect(found.split('\r\n').map((line) => line.split(',').slice(0, 4).join(' '))).toEqual([
      'session agent finding pattern',
      expect.stringMatching(/^398e0106 claude-code early-child-termination-[\da-f]{8} early-/),
      expect.stringMatching(/^f525e9c7 claude-code early-child-termination-[\da-f]{8} early-/),
      '',
    ]);
    const { out: markdown } = await fanin(home, 'trace', '--all', '--format', 'markdown');
    expect(markdown).toMatch(/^# Traces of agents’ sessions\n\n12 sessions · claude-code 6/);
    const { out: page } = await fanin(home, 'trace', '--all', '--format', 'html');
    expect(page.match(/<section\b/g)).toHaveLength(10);
    const { out: one } = await fanin(home, 'trace', 'show', 'f525', '--format', 'html');
    expect(one.match(/<svg\b/g)).toHaveLength(3);
    for (const args of [[], ['show', 'f525']])
      expect((await fanin(home, 'trace', ...args, '--format', 'html', '--json')).code).toBe(2);
  });

  it('puts sessions together on the screen', async () => {
    fill();
    const { out } = await fanin(home, 'trace', '--all', '--by', 'agent');
    expect(out).toMatchSnapshot();
  });

  it('reads a path, and says what is wrong with one', async () => {
    const { out } = await fanin(home, 'trace', join(SAMPLES, 'gemini-cli-0.61.0'));
    expect(out).toMatch(/^5 sessions · gemini 5/);
    const missing = await fanin(home, 'trace', 'nowhere');
    expect(missing).toMatchObject({ code: 2, out: '' });
    expect(missing.err).toContain('there is no nowhere');
    writeFileSync(join(home, 'x.json'), '{}');
    expect((await fanin(home, 'trace', 'x.json')).err).toContain('holds no session that is known');
    expect((await fanin(home, 'trace', '--days', 'x')).code).toBe(2);
  });
});

describe('fanin trace explain', () => {
  it('says of a pattern what it is, how it is found, and what prevents it', async () => {
    const { code, out } = await fanin(home, 'trace', 'explain', 'Blind Timeout Wait');
    expect(code).toBe(0);
    expect(out).toMatchSnapshot();
    expect((await fanin(home, 'trace', 'explain', 'blind')).out).toBe(out);
    expect((await fanin(home, 'trace', 'explain')).out.match(/^ {2}[a-z-]+ {2,}/gmu)).toHaveLength(
      32,
    );
  });

  it('gives scripts all of it, and says which patterns there are', async () => {
    const [explained] = await faninJson<readonly unknown[]>(
      home,
      'trace',
      'explain',
      'source-overwrite',
    );
    expect(explained).toMatchObject({
      code: 'source-overwrite',
      category: 'Shared State and Merge Problems',
      thresholds: { lost: { value: 0.5, unit: 'share', origin: 'proposed' } },
    });
    const wrong = await fanin(home, 'trace', 'explain', 'overwrite');
    expect(wrong).toMatchObject({ code: 2, out: '' });
    expect(wrong.err).toContain('there are deliverable-overwrite, source-overwrite, final-tree-');
  });
});

describe('fanin trace show', () => {
  it('lists the agents of a session', async () => {
    fill();
    const { code, out } = await fanin(home, 'trace', 'show', 'f525');
    expect(code).toBe(0);
    const [agents = '', odd = ''] = out.split('\n\n  Slow part: ');
    expect(agents).toMatchSnapshot();
    // A long path is broken where the line ends.
    expect(odd.replaceAll(/\s+/g, '')).toMatch(
      /^cancelledbyparent.*07d3fb46-[^:]*\.jsonl:211findingEarlyChildTermination.*~\/\.claude\/[^:]*\.jsonl:2028events/,
    );
    expect((await fanin(home, 'trace', 'show', 'zzz')).err).toContain('there is no session zzz');
  });

  it('looks for more where a plan or flags say what was to be done', async () => {
    fill();
    const flagged = await faninJson<Trace>(
      home,
      'trace',
      'show',
      'ddbc',
      '--deliverable',
      'out.js',
    );
    expect(flagged).toMatchObject({ deliverables: ['out.js'], budget: { wallMs: null } });
    writeFileSync(
      join(home, 'plan.yaml'),
      'limits: { wall: 30m }\ntasks:\n  a: { prompt: x, writes: [src/a/**], deliverables: [src/a/x.js] }\n  b: { prompt: y, needs: [a], writes: [src/b/**] }\n',
    );
    const planned = await faninJson<Trace>(
      home,
      'trace',
      'show',
      'ddbc',
      '--plan',
      'plan.yaml',
      '--scope',
      'Part A=src/a/**',
    );
    expect(planned).toMatchObject({
      budget: { wallMs: 1_800_000 },
      deliverables: ['src/a/x.js'],
      units: [
        { id: 'a', needs: [], paths: ['src/a/**'] },
        { id: 'b', needs: ['a'], paths: ['src/b/**'] },
      ],
    });
    for (const wrong of [
      ['--plan', 'nowhere.yaml'],
      ['--scope', 'x'],
      ['--budget', 'x'],
    ])
      expect((await fanin(home, 'trace', 'show', 'ddbc', ...wrong)).code).toBe(2);
  });

  it('exports a session for other tools, and reads its own export', async () => {
    fill();
    const { out: atif } = await fanin(home, 'trace', 'show', 'f525', '--format', 'atif');
    expect(atifProblems(atif)).toEqual([]);
    writeFileSync(join(home, 'exported.json'), atif);
    const back = await faninJson<{ sessions: readonly unknown[] }>(home, 'trace', 'exported.json');
    expect(back.sessions).toMatchObject([
      { source: 'atif', title: 'Please do it [[S:c-stop]]', subAgents: { started: 2 } },
    ]);
    const { out: notes } = await fanin(home, 'trace', 'show', 'f525', '--format', 'annotations');
    expect(JSON.parse(notes)).toMatchObject({
      schema_version: 2,
      verdict: 'patterns_retained',
      failures: [{ third_label: 'Early Child Termination' }],
    });
    const { out: otlp } = await fanin(home, 'trace', 'show', 'f525', '--format', 'otlp');
    expect(JSON.parse(otlp)).toMatchObject({
      resourceSpans: [{ scopeSpans: [{ scope: { name: 'fanin' } }] }],
    });
  });

  it('gives scripts the normal form, with secrets hidden unless they are asked for', async () => {
    const secret = 'sk-ant-ABCDEFGH12345678ABCDEFGH';
    const line = (content: string) =>
      `${JSON.stringify({ type: 'user', message: { role: 'user', content }, timestamp: '2026-11-29T00:00:00Z', sessionId: 's', uuid: 'u', cwd: '/repo' })}\n`;
    writeFileSync(join(home, 's.jsonl'), line(`use ${secret}`));
    const path = join(home, 's.jsonl');
    const hidden = await faninJson<Trace>(home, 'trace', 'show', 's', '--in', path);
    expect(hidden).toMatchObject({ version: 1, source: 'claude-code', session: 's' });
    expect(JSON.stringify(hidden)).not.toContain(secret);
    expect(JSON.stringify(hidden)).toContain('[hidden]');
    const { out } = await fanin(home, 'trace', 'show', 's', '--in', path, '--json', '--secrets');
    expect(out).toContain(secret);
  });
});
