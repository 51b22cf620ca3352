import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canonicalJson } from '../../src/domain/canonical-json.ts';
import type { Receipt } from '../../src/domain/receipt/receipt.ts';
import { NO_TOKENS } from '../../src/domain/receipt/token-usage.ts';
import { startModelServer, type ModelServer } from '../rig/model-server.ts';
import { describeWith } from '../support/capabilities.ts';
import { installClaude } from '../support/claude-cli.ts';
import { FOUR_TASKS, fourTaskScripts, READERS_LINE, STRAY_LINE } from './four-tasks.ts';
import { makeScene, type Scene } from './four-tasks-scene.ts';
import { playStory, type Story, type Typed } from './four-tasks-story.ts';

/** A fuse for a loaded machine; it takes a fifth of that. */
const FUSE_MS = 240_000;

const TASKS = FOUR_TASKS.map(({ id }) => id);
/** Attempts by label, each with the script that its agent followed. */
const SCRIPTS: Readonly<Record<string, string>> = {
  'notes#1': 'notes',
  'readme#1': 'readme',
  'ids#1': 'ids',
  'stray#1': 'stray',
  'readme#2': 'readme-again',
};

describeWith(['claude-cli', 'git-2.38', 'proc'], 'four tasks by the real Claude Code', () => {
  let scene: Scene;
  let server: ModelServer;
  let story: Story;
  const undo: (() => Promise<void> | void)[] = [];

  beforeAll(async () => {
    const claude = installClaude();
    if (!claude.ok) throw new Error(claude.error);
    server = await startModelServer({ scripts: fourTaskScripts(TASKS) });
    undo.unshift(() => server.close());
    scene = makeScene({ claude: claude.value, modelUrl: server.url });
    undo.unshift(() => scene.remove());
    story = await playStory(scene, server);
  }, FUSE_MS);
  afterAll(async () => {
    for (const step of undo) await step();
  });

  const receipt = (label: string): Receipt => {
    const found = story.receipts.get(label);
    if (found === undefined) throw new Error(`there is no receipt of ${label}`);
    return found;
  };
  /** Exit codes; where one is another than expected, what the command has printed is told too. */
  const exits = (...names: readonly Typed[]) => names.map((name) => story.ends[name].exit);
  const words = (...names: readonly Typed[]) =>
    names
      .map((name) => `$ ${name}\n${story.ends[name].stdout}${story.ends[name].stderr}`)
      .join('\n');

  it('says what will run before anything starts', () => {
    const { exit, stdout } = story.ends.plan;
    expect(exit, words('plan')).toBe(0);
    for (const id of TASKS) expect(stdout).toContain(id);
    expect(stdout).toMatch(/^Decision {2}concurrent, up to 4 at once/mu);
  });

  it('has all four agents at work at once, and one engine', () => {
    expect(story.running.run).toMatchObject({ phase: 'running', engine: true });
    const { attempts } = story.running;
    expect(attempts.map(({ task, phase }) => `${task} ${phase}`)).toEqual(
      TASKS.map((id) => `${id} running`),
    );
    expect(new Set(attempts.map(({ workspace }) => workspace)).size).toBe(4);
    expect(exits('run while it runs')).toEqual([4]);
    expect(story.ends['run while it runs'].stderr).toContain('[engine-running]');
  });

  it('tells each agent its task, its bounds and the scopes that it must keep out of', () => {
    const brief = story.briefs.get('ids#1') ?? '';
    expect(brief).toContain('Let a caller ask whether an attempt belongs to a run');
    expect(brief).toContain('`src/domain/ids.ts`, `test/domain/attempt-of-run.test.ts`');
    expect(brief).not.toContain('An earlier attempt');
    const others = [...story.briefs].filter(([, text]) =>
      text.includes('stray owns `docs/stray.md`, `docs/stray.sh`'),
    );
    expect(others.length).toBeGreaterThan(0);
  });

  it('then waits for a person, with all four green', () => {
    expect(exits('run'), words('run')).toEqual([3]);
    expect(story.waiting.run).toMatchObject({ phase: 'ended', end: 'waiting', engine: false });
    const { deliveries } = story.waiting;
    expect(deliveries.map(({ phase, verdict }) => [phase, verdict])).toEqual(
      TASKS.map(() => ['awaiting-review', 'green']),
    );
  });

  it('measures what each attempt has changed', () => {
    for (const { id, changes, deliverables } of FOUR_TASKS) {
      const { files, deliverables: left, exit } = receipt(`${id}#1`);
      expect(files.map(({ path }) => path).toSorted()).toEqual(changes);
      expect(left).toEqual(deliverables.map((path) => ({ path, present: true })));
      expect(exit).toMatchObject({ code: 0, signal: null, stopped: null, lost: false });
    }
  });

  it('counts each agent’s tokens as the model served them', () => {
    for (const [label, script] of Object.entries(SCRIPTS)) {
      const served = server.usageTotals(script);
      expect(served.output).toBeGreaterThan(0);
      const value = { ...served, sub: { measured: true, value: NO_TOKENS }, atLeast: false };
      expect([label, receipt(label).usage]).toEqual([label, { measured: true, value }]);
    }
    const asked = server.requests.filter(({ conversation }) => conversation !== null);
    expect(asked.every(({ served }) => served !== null)).toBe(true);
    expect(new Set(asked.map(({ headers }) => headers['x-api-key']))).toEqual(
      new Set(['sk-fake-local']),
    );
  });

  it('runs the set-up and the checks itself, on the delivered tree', () => {
    for (const label of Object.keys(SCRIPTS)) {
      const { tree, checks, verdict, agent } = receipt(label);
      expect(checks.map(({ name, by, status }) => [name, by, status])).toEqual([
        ['types', 'fanin', 'passed'],
        ['unit', 'fanin', 'passed'],
      ]);
      expect(checks.every((check) => check.tree === tree && check.exit === 0)).toBe(true);
      expect(verdict).toBe('green');
      expect(agent).toMatchObject({ adapter: 'claude-code', version: { measured: true } });
    }
  });

  it('shows the write that strayed, and the claim that it belies', () => {
    const { findings, claims, files, risks } = receipt('stray#1');
    expect(files.filter(({ inScope }) => !inScope).map(({ path }) => path)).toEqual(['README.md']);
    expect(findings).toContainEqual(
      expect.objectContaining({ text: "README.md is outside the task's scope", blocks: true }),
    );
    expect(claims.map(({ text, verdict }) => [text, verdict])).toEqual([
      ['Nothing but docs/stray.md was changed.', 'contradicted'],
      ['All checks pass.', 'confirmed'],
    ]);
    expect(risks).toEqual(['Nobody has read it yet.']);
    expect(story.ends.run.stdout).toContain("stray#1: README.md is outside the task's scope");
    expect(story.ends['show stray'].stdout).toContain("README.md is outside the task's scope");
    for (const id of ['notes', 'readme', 'ids']) {
      // Whether the two were compared before both had ended is a matter of time.
      const strayed = {
        kind: 'overlap',
        text: 'does not merge with stray#1: README.md',
        blocks: false,
      };
      const found = receipt(`${id}#1`).findings;
      expect(found).toEqual(id === 'readme' && found.length > 0 ? [strayed] : []);
    }
  });

  it('lands what a person approves, and returns what then conflicts', () => {
    const approvals = ['approve stray', 'approve readme', 'approve ids', 'approve notes'] as const;
    expect(exits(...approvals), words(...approvals)).toEqual([0, 1, 0, 0]);
    expect(story.ends['approve readme'].stderr).toContain(
      'readme#1 could not land and is returned: conflicts with the target in README.md',
    );
    expect(story.returned.tasks.map(({ id, phase }) => [id, phase])).toEqual([
      ['notes', 'landed'],
      ['readme', 'parked'],
      ['ids', 'landed'],
      ['stray', 'landed'],
    ]);
  });

  it('gives the next agent the conflict and the person’s word, and lands what it makes of it', () => {
    const brief = story.briefs.get('readme#2') ?? '';
    expect(brief).toContain('An earlier attempt conflicted with what has landed since');
    const hunk = brief.split('\n').map((line) => line.trim());
    const at = hunk.indexOf('<<<<<<< target');
    expect(hunk.slice(at, at + 6)).toEqual([
      '<<<<<<< target',
      STRAY_LINE,
      expect.stringMatching(/^\|{7} /u),
      '=======',
      READERS_LINE,
      '>>>>>>> this delivery',
    ]);
    expect(brief).toContain('Keep both lines.');
    const typed = ['retry readme', 'approve readme again', 'resume'] as const;
    expect(exits(...typed), words(...typed)).toEqual([3, 0, 0]);
    const readme = scene.git('show', `${story.landed.run.targetRef}:README.md`).split('\n');
    expect(readme.slice(1, 5)).toEqual(['', STRAY_LINE, '', READERS_LINE]);
  });

  it('has one landing a task on the target, each with its trailers', () => {
    const { run } = story.landed;
    expect(run).toMatchObject({ end: 'landed', target: story.log[0]?.id });
    expect(story.log.map(({ task, attempt }) => [task, attempt])).toEqual([
      ['readme', `${run.id} readme#2`],
      ['notes', `${run.id} notes#1`],
      ['ids', `${run.id} ids#1`],
      ['stray', `${run.id} stray#1`],
    ]);
    for (const { attempt, receipt: trailer, parents } of story.log) {
      const evidence = receipt(attempt.split(' ')[1] ?? '');
      const hash = createHash('sha256').update(canonicalJson(evidence)).digest('hex');
      expect(trailer).toBe(`sha256:${hash}`);
      expect(parents[1]).toBe(evidence.commit);
    }
    const chain = [...story.log.slice(1).map(({ id }) => id), run.base];
    expect(story.log.map(({ parents }) => parents[0])).toEqual(chain);
  });

  it('has landed only trees that passed its own checks as those very trees', () => {
    expect(new Set(story.log.map(({ tree }) => tree)).size).toBe(4);
    for (const { tree, task } of story.log) {
      const results = story.verdicts.get(tree) ?? [];
      const told = results.map(({ name, by, status }) => `${name} ${status} by ${by}`);
      expect([task, ...told.toSorted()]).toEqual([
        task,
        'types passed by fanin',
        'unit passed by fanin',
      ]);
      expect(results.every((result) => result.tree === tree)).toBe(true);
    }
  });

  it('has not touched the main checkout', () => {
    const [start, before] = story.checkouts;
    expect(start.status).toBe('');
    expect(before).toEqual(start);
  });

  it('leaves no process, and no workspace of what has landed', () => {
    expect(story.processes).toEqual([]);
    expect(story.workspaces[0]).toEqual([`${story.landed.run.id}-readme-1`]);
  });

  it('promotes by a fast-forward, and cleans up the rest', () => {
    expect(exits('promote', 'clean'), words('promote', 'clean')).toEqual([0, 0]);
    const [start, , end] = story.checkouts;
    expect(end.head).toBe(story.landed.run.target);
    expect(end).toMatchObject({
      branch: start.branch,
      status: '',
      stash: '',
      config: start.config,
    });
    expect(story.workspaces[1]).toBeNull();
    expect(story.worktrees.match(/^worktree /gmu)).toHaveLength(1);
    const branches = scene.git('for-each-ref', '--format=%(refname:short)', 'refs/heads');
    expect(branches.split('\n')).toEqual([`fanin/${story.landed.run.id}/target`, 'main']);
  });
});
