import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { claudeCodeAgent } from '../../src/adapters/agents/claude-code/agent.ts';
import { startModelServer, type ModelServer } from '../rig/model-server.ts';
import { startClaude } from '../rig/run-claude.ts';
import { describeWith } from '../support/capabilities.ts';
import { installClaude } from '../support/claude-cli.ts';
import { makeRepo, type TempRepo } from '../support/git-repo.ts';
import { FOUR_TASKS, fourTaskScripts, STRAY_COMMAND, type ScriptedTask } from './four-tasks.ts';

const HERE = fileURLToPath(new URL('../..', import.meta.url));
const IDS = 'src/domain/ids.ts';

let repo: TempRepo;
let server: ModelServer;

beforeEach(async () => {
  const ids = await readFile(join(HERE, IDS), 'utf8');
  repo = await makeRepo({ files: { 'README.md': '# fanin\n\nText.\n', [IDS]: ids } });
  server = await startModelServer({ scripts: fourTaskScripts() });
});
afterEach(async () => {
  await server.close();
  await repo.remove();
});

/** Carries a task out in a worktree of its own and commits what it leaves; the value is the commit. */
async function carryOut(task: ScriptedTask): Promise<string> {
  const installed = installClaude();
  if (!installed.ok) throw new Error(installed.error);
  const workspace = join(repo.base, `work-${task.id}`);
  const folder = join(repo.base, `attempt-${task.id}`);
  const handoffFile = join(repo.base, 'handoffs', `${task.id}.json`);
  await mkdir(join(repo.base, 'handoffs'), { recursive: true });
  await repo.git('worktree', 'add', '-q', '-b', task.id, workspace);
  const launch = claudeCodeAgent({ node: process.execPath }).launch({
    attempt: `r1-${task.id}-1`,
    task: task.id,
    n: 1,
    spec: {
      name: 'c',
      use: 'claude-code',
      run: installed.value,
      args: ['--allowedTools', `Bash(${STRAY_COMMAND})`],
      env: {},
    },
    brief: `# Task ${task.id}\n\n${task.prompt}\n\nBefore you end, write JSON to ${handoffFile}: {"claims": []}\n`,
    briefFile: join(repo.base, 'brief.md'),
    handoffFile,
    folder,
    scratch: folder,
    workspace,
    boundary: false,
    delegation: { mode: 'off' },
    questionMs: 0,
  });
  if (!launch.ok) throw new Error(launch.error.message);
  const session = await startClaude({
    launch: launch.value,
    workspace,
    folder,
    home: join(repo.base, `home-${task.id}`),
    url: server.url,
    env: { GIT_CONFIG_GLOBAL: join(repo.home, '.gitconfig') },
  });
  const { exit, stderr } = await session.ended;
  expect([exit, stderr]).toEqual([0, '']);
  expect(await readFile(handoffFile, 'utf8')).toContain('claims');
  await repo.gitIn(workspace, 'add', '-A');
  await repo.gitIn(workspace, 'commit', '-q', '--allow-empty', '-m', 'the rest');
  return repo.gitIn(workspace, 'rev-parse', 'HEAD');
}

const conflicts = (one: string, two: string): Promise<boolean> =>
  repo.git('merge-tree', '--write-tree', one, two).then(
    () => false,
    () => true,
  );

describeWith(['claude-cli', 'git-2.38'], 'the four tasks', () => {
  it('change what they say, and the one that strays conflicts with the one it strays into', async () => {
    const commits = new Map<string, string>();
    for (const task of FOUR_TASKS) {
      const commit = await carryOut(task);
      commits.set(task.id, commit);
      const changed = await repo.git('diff', '--name-only', 'main', commit);
      expect(changed.split('\n')).toEqual(task.changes);
    }
    const of = (id: string): string => commits.get(id) ?? '';
    expect(await conflicts(of('readme'), of('stray'))).toBe(true);
    for (const [one, two] of [
      ['notes', 'readme'],
      ['notes', 'ids'],
      ['ids', 'readme'],
      ['ids', 'stray'],
      ['notes', 'stray'],
    ] as const) {
      expect(await conflicts(of(one), of(two))).toBe(false);
    }
    expect(await repo.git('show', `${of('ids')}:${IDS}`)).toContain('isAttemptOf');
    expect(server.requests.every(({ served }) => served !== null)).toBe(true);
  });
});
