import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { TempRepo } from '../support/git-repo.ts';
import { fanin, faninJson } from './fanin.ts';
import { planOf, robotRepo, writes } from './robot-repo.ts';
import type { RobotOptions } from './robot-repo.ts';

let repo: TempRepo | null = null;
afterEach(async () => {
  await repo?.remove();
  repo = null;
});

async function repoWith(plan: string, more: RobotOptions = {}): Promise<string> {
  repo = await robotRepo({ plan, ...more });
  return repo.path;
}

/** What a person reads, whatever way its lines were broken. */
const flat = (text: string): string => text.replaceAll(/\s+/gu, ' ');

const TREE = `limits: { wall: 60m, live: 3 }
tasks:
  core: { prompt: a, writes: ["src/core/**"], size: 15m }
  seq: { prompt: b, writes: ["src/seq/**", "src/**/index.ts"], needs: [core], size: 12m }
  parser: { prompt: c, writes: ["src/parse/**"], needs: [core], size: 10m }
  schema: { prompt: d, writes: ["db/**"], needs: [core], locks: [db], size: 8m }
  glue: { prompt: e, writes: [glue.ts], needs: [core, parser], size: 2m }
  docs: { prompt: f, writes: ["docs/**"], size: 6m }
`;

describe('fanin plan', () => {
  it('answers first how much there is, from where, and within what limits', async () => {
    const { code, out, err } = await fanin(await repoWith(TREE), 'plan');
    expect([code, err]).toEqual([0, '']);
    const [first] = out.split('\n');
    expect(first).toMatch(
      /^6 tasks · a target of its own from main@[0-9a-f]{7} · 1h wall, 3 live, checks review$/u,
    );
  });

  it('draws the tasks as a tree, each below what it waits for longest', async () => {
    const { out } = await fanin(await repoWith(TREE), 'plan');
    const names = [...out.matchAll(/^ {2}([├└│ ]*\w+) +robot/gmu)].map(([, name]) => name);
    expect(names).toEqual(['core', '├ seq', '├ parser', '│ └ glue', '└ schema', 'docs']);
    expect(out).toMatch(/core +robot +15m +src\/core\/\*\* +4 tasks wait for it/u);
    expect(out).toMatch(/schema +robot +8m +db\/\*\* +after core · lock db/u);
    expect(out).toMatch(/docs +robot +6m +docs\/\*\* +free/u);
  });

  it('names pairs that may not run at once: the patterns, a path that both may write, a way out', async () => {
    const path = await repoWith(TREE, { files: { 'src/parse/index.ts': '' } });
    const { out } = await fanin(path, 'plan');
    expect(flat(out)).toContain(
      'seq ✕ parser both may write src/parse/index.ts (seq: src/**/index.ts, parser: src/parse/**) → seq first; or narrow the writes of one of them',
    );
  });

  // A whole run of five agents.
  it(
    'forecasts from the attempts that delivered here, once there are enough',
    { timeout: 60_000 },
    async () => {
      const names = ['a', 'b', 'c', 'd', 'e'] as const;
      const steps = Object.fromEntries(names.map((name) => [name, writes(name)]));
      const path = await repoWith(planOf(...names), { steps });
      const before = flat((await fanin(path, 'plan')).out);
      expect(before).toContain(
        'Its spread, tokens and cost are unknown: 0 attempts of robot so far, 5 are needed.',
      );
      expect((await fanin(path, 'run')).code).toBe(0);
      await writeFile(join(path, 'open.yaml'), 'tasks: { open: { prompt: x, writes: [x] } }\n');
      const open = flat((await fanin(path, 'plan', 'open.yaml')).out);
      expect(open).toMatch(/open robot ~\d+s x free/u);
      expect(open).toMatch(
        /open \(\d+s\) has no size and counts as what half of its agent’s attempts/u,
      );
      const after = flat((await fanin(path, 'plan')).out);
      expect(after).toMatch(/time \d+s, and \d+s to \d+s in 8 of 10 draws/u);
      expect(after).toContain('tokens unknown: 0 attempts of robot so far, 5 are needed');
      expect(after).toContain(
        'by 5 of 5 attempts of robot here, those that delivered; the 5 with a size took 0.0× of it',
      );
      const { expectation } = await faninJson<{ expectation: unknown }>(path, 'plan');
      expect(expectation).toMatchObject({
        time: { kind: 'known', limit: null, within: null },
        timeLacks: [],
        usd: { kind: 'unknown', why: [{ agent: 'robot', attempts: 0, unpriced: 0 }] },
        basis: [{ agent: 'robot', model: null, ended: 5, delivered: 5, sized: 5 }],
      });
    },
  );

  it('says what is expected, and what does not fit', async () => {
    const said = flat((await fanin(await repoWith(TREE), 'plan', '--wall', '40m')).out);
    expect(said).toContain(
      'Forecast 39m of agent time by size, 53m one after the other; 32m are there before the reserve.',
    );
    expect(said).toContain('An attempt gets 2.5 times its size where another still fits behind it');
    expect(said).toContain(
      'does not fit before the reserve of 20%: parser, glue; a wall limit of 49m',
    );
    expect(flat((await fanin(repo?.path ?? '', 'plan')).out)).not.toContain('does not fit');
  });

  it('draws the expected schedule and its lower bounds', async () => {
    const { out } = await fanin(await repoWith(TREE), 'plan');
    expect(out).toMatch(/core +0s +15m +█/u);
    expect(out).toMatch(/seq +15m +27m +·+█/u);
    expect(flat(out)).toContain(
      'No order of these tasks is faster than the longest of 27m critical path: core → seq 18m 53m of work over 3 slots 37m heaviest group of which no two run at once: core, seq, parser ← binds The schedule takes 2m more than that.',
    );
  });

  it('proposes splits and disjoint scopes, with what the plan would then take', async () => {
    const path = await repoWith(TREE.replace('15m', '50m'), {
      files: { 'src/parse/index.ts': '' },
    });
    const said = flat((await fanin(path, 'plan', '--concurrency', 'on')).out);
    expect(said).toContain(
      'Proposed → split `core` (50m) into about 3 tasks of 17m, each with `writes` of its own: it is longer than the 48m before the reserve; the plan would take 41m instead of 1h14m',
    );
    expect(said).toContain(
      '→ seq and parser share `src/**/index.ts ∩ src/parse/**` (today: src/parse/index.ts): leave it out of the `writes` of all but one',
    );
    const json = await faninJson<{ proposals: readonly object[] }>(
      path,
      'plan',
      '--concurrency',
      'on',
    );
    expect(json.proposals).toMatchObject([
      { kind: 'split', splits: [{ task: 'core', parts: 3, because: 'wall' }] },
      { kind: 'overlap', tasks: ['seq', 'parser'], thenMs: 62 * 60_000 },
    ]);
  });

  it('says with --why what each task waits for, what binds it, and what the limit would say', async () => {
    const said = flat((await fanin(await repoWith(TREE), 'plan', '--why')).out);
    expect(said).toContain('At the start 3 more may start; the least comes from slots:');
    expect(said).toContain('released by the deadline: fewer would leave tasks out');
    expect(said).toMatch(/slots +3 more +3 of 3 free/u);
    expect(said).toMatch(/deadline +6 more +6 of 6 open tasks still fit/u);
    expect(said).toContain(
      'parser 27m to 37m, alone; 2 of 5 others could run beside it, not 2 by needs, 1 by scope starts at 27m, once seq let go of what both would hold not beside seq: both may write',
    );
    const json = await faninJson<Record<string, unknown>>(repo?.path ?? '', 'plan');
    expect(json).toMatchObject({
      limitAtStart: {
        live: 0,
        may: 3,
        binding: 'slots',
        terms: [{ name: 'slots', may: 3 }, {}, {}, {}, {}],
      },
      reasons: [
        { id: 'core', bound: 'first', beside: ['docs'], could: { of: 5, beside: 1, ordered: 4 } },
        {},
        { id: 'seq', bound: 'needs', needs: ['core'], apart: [{ task: 'parser' }], held: null },
        {},
        {},
        {},
      ],
    });
  });

  it('says loudly that tasks declare no writes', async () => {
    const path = await repoWith('tasks:\n  a: { prompt: x }\n  b: { prompt: y, writes: [b] }\n');
    const { out } = await fanin(path, 'plan');
    expect(out).toMatch(/a +robot +\? +anything: runs alone/u);
    expect(flat(out)).toContain(
      'a ✕ every other a declares no writes, so it runs alone → give it `writes: […]`',
    );
    expect(out).toMatch(/^ ! a declares no writes and runs alone/mu);
  });

  it('takes prompts, a file, tasks of it, and flags', async () => {
    const path = await repoWith(planOf('core', 'docs'), {
      files: { 'plans/other.yaml': planOf('elsewhere') },
    });
    expect((await fanin(path, 'plan', '-p', 'Write it', '-p', 'Read it')).out).toMatch(/^2 tasks/u);
    expect((await fanin(path, 'plan', 'plans/other.yaml')).out).toContain('elsewhere');
    expect((await fanin(path, 'plan', 'docs', '--live', '9')).out).toMatch(/^1 task .* 9 live/u);
    const none = await fanin(path, 'plan', 'docz');
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('did you mean "docs"?')]);
    expect((await fanin(path, 'plan', 'a.yaml', 'b.yaml')).code).toBe(2);
  });

  it('says what tasks of other runs hold', async () => {
    const path = await repoWith(planOf('core'), {
      review: 'human',
      steps: { core: writes('core') },
    });
    expect((await fanin(path, 'run')).code).toBe(3);
    const said = flat((await fanin(path, 'plan')).out);
    expect(said).toMatch(
      /core would wait: (r\w+)\/core holds src\/core\.txt until it has landed .*; fanin drop \1\/core would free it/u,
    );
    const json = await faninJson<{ held: readonly { task: string }[] }>(path, 'plan');
    expect(json.held.map(({ task }) => task)).toEqual(['core']);
    expect(flat((await fanin(path, 'plan', '--why')).out)).toMatch(
      /before all that: r\w+\/core holds/u,
    );
  });

  it('says which agent is missing, and its exit code too', async () => {
    const path = await repoWith(planOf('core'), { files: { 'fanin.config.yaml': MISSING } });
    const { code, out } = await fanin(path, 'plan');
    expect(code).toBe(5);
    expect(out).toMatch(/^ ! .*there is no \/nowhere\/claude/mu);
  });

  it('gives scripts everything, and starts nothing', async () => {
    const path = await repoWith(TREE);
    const json = await faninJson<Record<string, unknown>>(path, 'plan');
    expect(json).toMatchObject({
      schema: 1,
      slots: 3,
      targetRef: null,
      forecast: { usableMs: 48 * 60_000, late: [], wallNeededMs: null },
      plan: { tasks: [{ id: 'core', writes: ['src/core/**'] }, {}, {}, {}, {}, {}] },
    });
    const page = await readFile(
      join(import.meta.dirname, '../../docs/reference/plan-json.md'),
      'utf8',
    );
    const told = [...page.matchAll(/^\| `(\w+)` \|/gmu)].map(([, key = '']) => key);
    expect(told.toSorted()).toEqual(Object.keys(json).toSorted());
    expect(await repo?.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    expect(await readdir(join(path, '.git', 'fanin'))).toEqual([]);
    expect(await repo?.git('status', '--porcelain')).toBe('');
  });
});

const MISSING = `agents: { gone: { use: claude-code, run: /nowhere/claude } }
defaults: { agent: gone }
`;
