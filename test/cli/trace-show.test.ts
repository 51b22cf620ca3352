import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Trace } from '../../src/domain/trace/trace.ts';
import type { TraceFinding } from '../../src/domain/trace/finding.ts';
import { atifProblems } from '../support/atif-problems.ts';
import { fanin, faninJson } from './fanin.ts';
import { sampleHome } from './sample-home.ts';

const at = sampleHome();

interface FoundTrace {
  readonly findings: readonly TraceFinding[];
}

describe('fanin trace explain', () => {
  it('says of a pattern what it is, how it is found, and what prevents it', async () => {
    const { code, out } = await fanin(at.path, 'trace', 'explain', 'Blind Timeout Wait');
    expect(code).toBe(0);
    expect(out).toMatchSnapshot();
    expect((await fanin(at.path, 'trace', 'explain', 'blind')).out).toBe(out);
    const all = (await fanin(at.path, 'trace', 'explain')).out;
    // 32 failure patterns and three benefits.
    expect(all.match(/^ {2}[a-z-]+ {2,}/gmu)).toHaveLength(35);
  });

  it('gives scripts all of it, and says which patterns there are', async () => {
    const [explained] = await faninJson<readonly unknown[]>(
      at.path,
      'trace',
      'explain',
      'source-overwrite',
    );
    expect(explained).toMatchObject({
      code: 'source-overwrite',
      category: 'Shared State and Merge Problems',
      thresholds: { lost: { value: 0.5, unit: 'share', origin: 'proposed' } },
    });
    const wrong = await fanin(at.path, 'trace', 'explain', 'overwrite');
    expect(wrong).toMatchObject({ code: 2, out: '' });
    expect(wrong.err).toContain('there are deliverable-overwrite, source-overwrite, final-tree-');
  });
});

describe('fanin trace show', () => {
  it('lists the agents of a session', async () => {
    at.fill();
    const { code, out } = await fanin(at.path, 'trace', 'show', 'f525');
    expect(code).toBe(0);
    const [agents = '', odd = ''] = out.split('\n\n  Slow part: ');
    expect(agents).toMatchSnapshot();
    // A long path is broken where the line ends.
    expect(odd.replaceAll(/\s+/g, '')).toMatch(
      /^cancelledbyparent.*07d3fb46-[^:]*\.jsonl:211findingEarlyChildTermination.*~\/\.claude\/[^:]*\.jsonl:2028events/,
    );
    expect((await fanin(at.path, 'trace', 'show', 'zzz')).err).toContain('there is no session zzz');
  });

  it('looks for more where a plan or flags say what was to be done', async () => {
    at.fill();
    const flagged = await faninJson<Trace>(
      at.path,
      'trace',
      'show',
      'ddbc',
      '--deliverable',
      'out.js',
    );
    expect(flagged).toMatchObject({ deliverables: ['out.js'], budget: { wallMs: null } });
    writeFileSync(
      join(at.path, 'plan.yaml'),
      'limits: { wall: 30m }\ntasks:\n  a: { prompt: x, writes: [src/a/**], deliverables: [src/a/x.js] }\n  b: { prompt: y, needs: [a], writes: [src/b/**] }\n',
    );
    const planned = await faninJson<Trace>(
      at.path,
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
      expect((await fanin(at.path, 'trace', 'show', 'ddbc', ...wrong)).code).toBe(2);
  });

  it('holds a session against its serial twin', async () => {
    at.fill();
    const alone = await faninJson<FoundTrace>(at.path, 'trace', 'show', 'f525');
    expect(alone.findings).toMatchObject([{ code: 'early-child-termination', serial: [] }]);
    const beside = await faninJson<FoundTrace>(
      at.path,
      'trace',
      'show',
      'f525',
      '--serial',
      '5155',
    );
    expect(beside.findings.map(({ code }) => code)).toEqual(['early-child-termination']);
    const unfit = await fanin(at.path, 'trace', 'show', 'f525', '--serial', 'ddbc');
    expect(unfit).toMatchObject({ code: 2, out: '' });
    expect(unfit.err).toContain('it had sub-agents at work itself');
  });

  it('exports a session for other tools, and reads its own export', async () => {
    at.fill();
    const { out: atif } = await fanin(at.path, 'trace', 'show', 'f525', '--format', 'atif');
    expect(atifProblems(atif)).toEqual([]);
    writeFileSync(join(at.path, 'exported.json'), atif);
    const back = await faninJson<{ sessions: readonly unknown[] }>(
      at.path,
      'trace',
      'exported.json',
    );
    expect(back.sessions).toMatchObject([
      { source: 'atif', title: 'Please do it [[S:c-stop]]', subAgents: { started: 2 } },
    ]);
    const { out: notes } = await fanin(at.path, 'trace', 'show', 'f525', '--format', 'annotations');
    expect(JSON.parse(notes)).toMatchObject({
      schema_version: 2,
      verdict: 'patterns_retained',
      failures: [{ third_label: 'Early Child Termination' }],
    });
    const { out: otlp } = await fanin(at.path, 'trace', 'show', 'f525', '--format', 'otlp');
    expect(JSON.parse(otlp)).toMatchObject({
      resourceSpans: [{ scopeSpans: [{ scope: { name: 'fanin' } }] }],
    });
  });

  it('gives scripts the normal form, with secrets hidden unless they are asked for', async () => {
    const secret = 'sk-ant-ABCDEFGH12345678ABCDEFGH';
    const line = (content: string) =>
      `${JSON.stringify({ type: 'user', message: { role: 'user', content }, timestamp: '2026-11-29T00:00:00Z', sessionId: 's', uuid: 'u', cwd: '/repo' })}\n`;
    writeFileSync(join(at.path, 's.jsonl'), line(`use ${secret}`));
    const path = join(at.path, 's.jsonl');
    const hidden = await faninJson<Trace>(at.path, 'trace', 'show', 's', '--in', path);
    expect(hidden).toMatchObject({ version: 1, source: 'claude-code', session: 's' });
    expect(JSON.stringify(hidden)).not.toContain(secret);
    expect(JSON.stringify(hidden)).toContain('[hidden]');
    const { out } = await fanin(at.path, 'trace', 'show', 's', '--in', path, '--json', '--secrets');
    expect(out).toContain(secret);
  });
});
