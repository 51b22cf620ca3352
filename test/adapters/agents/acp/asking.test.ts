import {
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readNoted } from '../../../../src/domain/guard/noted.ts';
import type { GuardConfig } from '../../../../src/domain/guard/guard-config.ts';
import { driveAcp, type AcpDrive, type DrivenAcp } from '../../../support/acp-drive.ts';

const OPTIONS = [
  { optionId: 'always', kind: 'allow_always', name: 'Yes, always' },
  { optionId: 'once', kind: 'allow_once', name: 'Yes' },
  { optionId: 'no', kind: 'reject_once', name: 'No' },
];
const ask = (
  toolCall: Readonly<Record<string, unknown>>,
  options: readonly object[] = OPTIONS,
) => ({
  ask: { toolCall: { toolCallId: 't1', ...toolCall }, options },
});
const command = (text: string) =>
  ask({ kind: 'execute', title: text, rawInput: { command: text } });
const push = command('git push');

/** An attempt's guard for a workspace, with all else in `place`. */
const guardConfig = (workspace: string, place: string): string => {
  const config: GuardConfig = {
    schema: 1,
    attempt: 'r1-core-1',
    workspace,
    main: join(place, 'main'),
    gitDir: join(place, 'main/.git'),
    neighbours: null,
    allowed: [],
    ownGit: false,
    branches: null,
    writes: ['a.txt'],
    boundary: false,
    logs: [join(place, 'log')],
  };
  return JSON.stringify(config);
};

describe('an ACP agent that asks', () => {
  let open: DrivenAcp[] = [];
  const drive = (how: AcpDrive): DrivenAcp => {
    const driven = driveAcp(how);
    open.push(driven);
    return driven;
  };
  afterEach(() => {
    for (const driven of open) driven.close();
    open = [];
  });
  const done = { say: 'Done.' };
  const outcomes = (driven: DrivenAcp) =>
    driven
      .journal()
      .map((line) => JSON.parse(line) as { result?: { outcome?: Record<string, unknown> } })
      .flatMap(({ result }) => (result?.outcome === undefined ? [] : [result.outcome]));
  const selected = (optionId: string) => ({ outcome: 'selected', optionId });

  it('is let do everything behind a boundary, each time anew', async () => {
    const driven = drive({ turns: [[push, done]], request: { boundary: true } });
    const { seen } = await driven.ended;
    expect(outcomes(driven)).toEqual([selected('once')]);
    expect([seen.questions, seen.refused]).toEqual([[], []]);
  });

  it('is refused at once where nobody is there, and told so', async () => {
    const update = (more: object) => ({ update: { toolCallId: 't1', ...more } });
    const begun = update({ sessionUpdate: 'tool_call', kind: 'execute', title: 'git push' });
    const over = update({ sessionUpdate: 'tool_call_update', status: 'failed' });
    const driven = drive({ turns: [[begun, push, over, done]] });
    const { code, seen } = await driven.ended;
    expect(outcomes(driven)).toEqual([selected('no')]);
    expect(seen.refused).toEqual(['git push: it needs approval, and nobody is there to give it']);
    // What was refused did not run.
    expect([code, seen.questions, seen.commands]).toEqual([0, [], []]);
  });

  it('waits for a person, who sees the whole command', async () => {
    const driven = drive({ turns: [[push, done]], request: { questionMs: 60_000 } });
    await driven.printed('"question"');
    driven.say({ kind: 'answer', question: 'q1', choice: 'always' });
    const { seen } = await driven.ended;
    expect(outcomes(driven)).toEqual([selected('always')]);
    expect(seen.questions).toMatchObject([
      {
        question: {
          id: 'q1',
          kind: 'permission',
          text: 'execute: git push',
          options: ['always', 'once', 'no'],
          default: 'no',
        },
        answer: { choice: 'always', by: 'person' },
      },
    ]);
  });

  it('gets the default when nobody answers in time, or with a word that is no option', async () => {
    const late = drive({ turns: [[push, done]], request: { questionMs: 50 } });
    const { seen } = await late.ended;
    expect(outcomes(late)).toEqual([selected('no')]);
    expect(seen.questions[0]?.answer).toEqual({ choice: 'no', by: 'default' });
    const odd = drive({ turns: [[push, done]], request: { questionMs: 60_000 } });
    await odd.printed('"question"');
    odd.say({ kind: 'answer', question: 'q1', choice: 'perhaps' });
    await odd.ended;
    expect(outcomes(odd)).toEqual([selected('no')]);
  });

  it('hears that its turn is cancelled while it waits', async () => {
    const driven = drive({
      turns: [[push, { wait: 'cancel' }], [done]],
      request: { questionMs: 60_000 },
    });
    await driven.printed('"question"');
    driven.say({ kind: 'message', id: 'm1', text: 'Leave that.' });
    const { seen } = await driven.ended;
    expect(outcomes(driven)).toEqual([{ outcome: 'cancelled' }]);
    expect(seen.questions[0]?.answer).toEqual({ choice: 'no', by: 'default' });
    expect(seen.messages).toEqual([{ id: 'm1', way: 'resume' }]);
  });

  it('is told that its turn is cancelled where it offers no way to refuse', async () => {
    const driven = drive({ turns: [[ask({ kind: 'fetch', title: 'x' }, []), done]] });
    await driven.ended;
    expect(outcomes(driven)).toEqual([{ outcome: 'cancelled' }]);
  });

  it('may write in its workspace and its hand-off, by whatever way it goes there', async () => {
    const places: readonly [string, string][] = [
      ['in.txt', 'once'],
      ['new/folder/in.txt', 'once'],
      ['../work.handoff.json', 'once'],
      ['../out.txt', 'no'],
      ['link/out.txt', 'no'],
      ['loose', 'no'],
      ['.git/hooks/pre-commit', 'no'],
      ['.github/x.yml', 'once'],
    ];
    const asks = places.map(([path]) => ask({ kind: 'edit', locations: [{ path }] }));
    const driven = drive({
      turns: [[...asks, done]],
      prepare: (workspace) => {
        symlinkSync('..', join(workspace, 'link'));
        symlinkSync('../nothing.txt', join(workspace, 'loose'));
      },
    });
    await driven.ended;
    expect(outcomes(driven)).toEqual(places.map(([, option]) => selected(option)));
  });

  it('is understood where it told before what it now asks for', async () => {
    const text = (words: string) => [{ type: 'content', content: { type: 'text', text: words } }];
    const begun = (path: string) => ({
      update: {
        sessionUpdate: 'tool_call',
        toolCallId: 't1',
        title: 'Write',
        kind: 'edit',
        content: text(JSON.stringify({ path, content: 'x' })),
      },
    });
    const leave = ask({ title: 'Write', content: text('Requesting approval') });
    const over = {
      update: { sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'failed' },
    };
    const turns = [[begun('in.txt'), leave, over, begun('../out.txt'), leave, over, done]];
    const driven = drive({ turns });
    const { seen } = await driven.ended;
    expect(outcomes(driven)).toEqual([selected('once'), selected('no')]);
    expect(seen.refused[0]).toContain('Write ../out.txt');
  });

  it('is refused what the guard refuses, whoever is there, and let do the rest', async () => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'fanin-acp-guard-')));
    const guard = join(place, 'guard.json');
    const edit = (path: string) => ask({ kind: 'edit', locations: [{ path }] });
    const stash = command('git stash');
    try {
      const drivenBy = (boundary: boolean) =>
        drive({
          turns: [[edit('a.txt'), edit('b/c.txt'), command('git status'), stash, done]],
          request: { questionMs: 60_000, guard, boundary },
          prepare: (workspace) => writeFileSync(guard, guardConfig(workspace, place)),
        });
      for (const boundary of [false, true]) {
        const driven = drivenBy(boundary);
        const { seen } = await driven.ended;
        expect(outcomes(driven)).toEqual(['once', 'no', 'once', 'no'].map(selected));
        expect(seen.questions).toEqual([]);
        expect(seen.refused).toEqual([
          expect.stringMatching(/fanin's guard refuses this \(out-of-scope\)/),
          expect.stringMatching(/^git stash: fanin's guard refuses this \(shared-stash\)/),
        ]);
      }
      const noted = readNoted(readFileSync(join(place, 'log'), 'utf8'));
      expect(noted.map(({ agent, rule }) => [agent, rule]).slice(0, 2)).toEqual([
        ['acp', 'out-of-scope'],
        ['acp', 'shared-stash'],
      ]);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });

  it('is refused everything where the guard cannot answer', async () => {
    const driven = drive({
      turns: [[command('git status'), ask({ kind: 'read', title: 'x' }), done]],
      request: { boundary: true, guard: '/nowhere/guard.json' },
    });
    const { seen } = await driven.ended;
    // What writes nothing is none of its business.
    expect(outcomes(driven)).toEqual([selected('no'), selected('once')]);
    expect(seen.refused[0]).toContain("fanin's guard could not judge this call");
  });

  it('of opencode’s kind may open the folder of its hand-off, and no other', async () => {
    const door = (filepath: string) =>
      ask({ kind: 'other', rawInput: { filepath, parentDir: '/x' } });
    const driven = drive({ turns: [[door('../work.handoff.json'), door('../other.json'), done]] });
    await driven.ended;
    expect(outcomes(driven)).toEqual([selected('once'), selected('no')]);
  });
});
