import { access, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { claudeCodeAgent } from '../../src/adapters/agents/claude-code/agent.ts';
import type { AgentFact, Launch, LaunchRequest } from '../../src/ports/agent.ts';
import { startModelServer, type ModelServer } from '../rig/model-server.ts';
import { decodeAll, startClaude, type ClaudeEnd, type ClaudeSession } from '../rig/run-claude.ts';
import { marker, WORKING_DIRECTORY, type Scripts, type ToolCall } from '../rig/script.ts';
import { describeWith } from '../support/capabilities.ts';
import { CLAUDE_VERSION, installClaude } from '../support/claude-cli.ts';
import { makeRepo, type Files, type TempRepo } from '../support/git-repo.ts';

const FILES: Files = {
  'package.json': '{ "scripts": { "test": "echo tested" } }\n',
  'lib.js': 'export const a = 1;\n',
};
/** A skill that runs in a sub-agent, and project settings that would lift the permissions. */
const DOORS: Files = {
  '.claude/skills/forky/SKILL.md': `---\nname: forky\ndescription: forks\ncontext: fork\n---\nGo ${marker('other')}\n`,
  '.claude/settings.json': '{ "permissions": { "defaultMode": "bypassPermissions" } }\n',
};

const claudeCode = claudeCodeAgent({ node: process.execPath });
let repo: TempRepo;
let server: ModelServer;

beforeEach(async () => {
  repo = await makeRepo({ files: { ...FILES, ...DOORS } });
});
afterEach(async () => {
  await server.close();
  await repo.remove();
});

const bash = (command: string): ToolCall => ({
  name: 'Bash',
  input: { command, description: 'x' },
});
const write = (path: string, content: string): ToolCall => ({
  name: 'Write',
  input: { file_path: path, content },
});

async function serve(scripts: Scripts): Promise<void> {
  server = await startModelServer({ scripts });
}

/** What an attempt is launched with; its workspace is a linked worktree beside the main checkout. */
function request(name: string, more: Partial<LaunchRequest> = {}): LaunchRequest {
  const installed = installClaude();
  if (!installed.ok) throw new Error(installed.error);
  return {
    attempt: `r1-${name}-1`,
    task: name,
    n: 1,
    spec: {
      name: 'c',
      use: 'claude-code',
      run: installed.value,
      model: 'claude-sonnet-4-5',
      args: [],
      env: {},
    },
    brief: `Do your task ${marker(name)}`,
    briefFile: join(repo.base, 'brief.md'),
    handoffFile: join(repo.base, 'handoffs', `${name}.json`),
    folder: join(repo.base, `attempt ${name}`),
    scratch: join(repo.base, `attempt ${name}`),
    workspace: join(repo.base, `work ${name}`),
    boundary: false,
    delegation: { mode: 'off' },
    questionMs: 0,
    checks: ['npm test'],
    ...more,
  };
}

async function start(
  asked: LaunchRequest,
  env: Record<string, string> = {},
): Promise<ClaudeSession> {
  const launch = claudeCode.launch(asked);
  if (!launch.ok) throw new Error(launch.error.message);
  const { workspace, folder, task } = asked;
  await repo.git('worktree', 'add', '-q', '-b', `work-${task}`, workspace);
  await mkdir(join(repo.base, 'handoffs'), { recursive: true });
  const home = join(repo.base, `home-${task}`);
  return startClaude({
    launch: inGit(launch.value),
    workspace,
    folder,
    home,
    url: server.url,
    env,
  });
}

/** Commits in the workspace need an identity, which the session's own HOME does not have. */
function inGit(launch: Launch): Launch {
  const who = { NAME: 'Agent', EMAIL: 'agent@example.com' };
  const identity = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((role) =>
      Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value]),
    ),
  );
  return { ...launch, env: { ...launch.env, ...identity } };
}

function decode(end: ClaudeEnd): AgentFact[] {
  return decodeAll(claudeCode.decoder(), end.lines);
}

function ofKind<K extends AgentFact['kind']>(all: readonly AgentFact[], kind: K) {
  return all.filter((fact): fact is Extract<AgentFact, { kind: K }> => fact.kind === kind);
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

describeWith(['claude-cli', 'git'], 'the real Claude Code against a scripted model', () => {
  it('is the version the adapter was written for', async () => {
    await serve({});
    expect(await claudeCode.detect(request('any').spec)).toEqual({
      ok: true,
      value: { version: CLAUDE_VERSION, limits: [] },
    });
  });

  it('works, runs what is allowed, is refused the rest, and is counted to the token', async () => {
    const outside = join(repo.path, 'main.txt');
    const asked = request('work');
    await serve({
      work: [
        { text: 'I begin.', calls: [write(`${WORKING_DIRECTORY}/new.txt`, 'new\n')] },
        { calls: [bash('npm test')] },
        { calls: [bash('curl -s http://127.0.0.1:9/')] },
        { calls: [bash('git stash')] },
        { calls: [write(outside, 'no'), bash(`echo no > ${outside}`)] },
        { calls: [bash('git add -A && git commit -qm "my work"')] },
        { calls: [write(asked.handoffFile, '{"claims":["it works"],"skipped":[],"risks":[]}')] },
        { text: 'Done.' },
      ],
    });
    const end = await (await start(asked)).ended;
    const facts = decode(end);
    expect([end.exit, end.stderr]).toEqual([0, '']);
    expect(ofKind(facts, 'result')).toMatchObject([{ text: 'Done.', failed: false }]);
    expect(ofKind(facts, 'unknown')).toEqual([]);
    expect(await readFile(join(asked.workspace, 'new.txt'), 'utf8')).toBe('new\n');
    expect(await repo.git('log', '--format=%an: %s', '-1', 'work-work')).toBe('Agent: my work');
    expect(JSON.parse(await readFile(asked.handoffFile, 'utf8'))).toMatchObject({
      claims: ['it works'],
    });
    expect(ofKind(facts, 'command')).toEqual([
      { kind: 'command', argv: 'npm test', exit: 0 },
      { kind: 'command', argv: 'git add -A && git commit -qm "my work"', exit: 0 },
    ]);
    expect(ofKind(facts, 'refused').map(({ text }) => text.split(': ')[0])).toEqual([
      'Bash curl -s http://127.0.0.1:9/',
      'Bash git stash',
      `write ${outside}`,
      `Bash echo no > ${outside}`,
    ]);
    expect(await exists(outside)).toBe(false);
    const usage = server.usageTotals();
    const models = [{ model: 'claude-sonnet-4-5', usage }];
    expect(ofKind(facts, 'usage').at(-1)).toMatchObject({ usage, models, sub: { input: 0 } });
    expect(server.usageTotals().output).toBeGreaterThan(0);
  });

  it('talks to the model with the key it was given, and is told of no memory', async () => {
    await serve({ quiet: [{ text: 'Nothing to do.' }] });
    await (
      await start(request('quiet'))
    ).ended;
    const [first] = server.requests.filter(({ conversation }) => conversation !== null);
    expect(first?.headers['x-api-key']).toBe('sk-fake-local');
    expect(first?.conversation?.text).toContain('Do your task');
    expect(first?.conversation?.text).not.toMatch(/projects\/[^\s]*\/memory/);
  });

  it.each([false, true])('starts no other agent by any door (boundary: %s)', async (boundary) => {
    const prompt = `Go ${marker('other')}`;
    const agent = { description: 'a part', prompt, subagent_type: 'general-purpose' };
    const workflow = `export const meta = { name: 'w', description: 'w', phases: [] }\nreturn await agent(${JSON.stringify(prompt)})`;
    await serve({
      main: [
        {
          calls: [
            { name: 'Agent', input: agent },
            { name: 'Task', input: agent },
          ],
        },
        { calls: [{ name: 'Workflow', input: { script: workflow } }] },
        { calls: [{ name: 'Skill', input: { skill: 'forky' } }] },
        { text: 'Alone.' },
      ],
      other: [{ text: 'I should not be here.' }],
    });
    // The CLI bypasses no permissions for root, unless it is told that a sandbox holds it.
    const session = await start(request('main', { boundary }), boundary ? { IS_SANDBOX: '1' } : {});
    const facts = decode(await session.ended);
    expect(ofKind(facts, 'refused').map(({ text }) => text)).toEqual(
      ['Agent', 'Task', 'Workflow', 'Skill'].map(
        (tool) => expect.stringContaining(`No such tool available: ${tool}.`) as unknown,
      ),
    );
    const scripts = new Set(server.requests.map(({ conversation }) => conversation?.script));
    expect([...scripts]).toEqual(['main']);
    expect(ofKind(facts, 'result')).toMatchObject([{ text: 'Alone.' }]);
  });

  it('keeps its permissions whatever the repository’s own settings say', async () => {
    await serve({ tight: [{ calls: [bash('touch ../outside.txt')] }, { text: 'Done.' }] });
    const end = await (await start(request('tight'))).ended;
    const init = end.lines.find((line) => line.includes('"subtype":"init"')) ?? '';
    expect(JSON.parse(init)).toMatchObject({ permissionMode: 'acceptEdits' });
    expect(ofKind(decode(end), 'refused')).toHaveLength(1);
    expect(await exists(join(repo.base, 'outside.txt'))).toBe(false);
  });

  it('is asked nothing behind a boundary', async () => {
    await serve({ free: [{ calls: [bash('touch ../outside.txt')] }, { text: 'Done.' }] });
    const end = await (await start(request('free', { boundary: true }), { IS_SANDBOX: '1' })).ended;
    expect(ofKind(decode(end), 'refused')).toEqual([]);
    expect(await exists(join(repo.base, 'outside.txt'))).toBe(true);
  });

  it('may take files back from commits, and may not leave its branch', async () => {
    await serve({
      back: [
        { calls: [bash('git commit -q --allow-empty -m empty'), bash('echo x > lib.js')] },
        {
          calls: [bash('git checkout HEAD~1 -- lib.js'), bash('git restore --source=HEAD lib.js')],
        },
        {
          calls: [
            bash('git checkout -b mine'),
            bash('git switch -c mine'),
            bash('git reset --hard'),
          ],
        },
        { text: 'Done.' },
      ],
    });
    const facts = decode(await (await start(request('back'))).ended);
    expect(ofKind(facts, 'command').map(({ argv, exit }) => [argv, exit])).toEqual([
      ['git commit -q --allow-empty -m empty', 0],
      ['echo x > lib.js', 0],
      ['git checkout HEAD~1 -- lib.js', 0],
      ['git restore --source=HEAD lib.js', 0],
    ]);
    expect(ofKind(facts, 'refused')).toHaveLength(3);
  });

  it('takes further permissions from the agent’s arguments, beside fanin’s own', async () => {
    await serve({
      more: [{ calls: [bash('node -p 6*7')] }, { calls: [bash('npm test')] }, { text: '' }],
    });
    const base = request('more');
    const args = ['--allowedTools', 'Bash(node:*)'];
    const end = await (await start({ ...base, spec: { ...base.spec, args } })).ended;
    expect(ofKind(decode(end), 'command')).toEqual([
      { kind: 'command', argv: 'node -p 6*7', exit: 0 },
      { kind: 'command', argv: 'npm test', exit: 0 },
    ]);
  });

  it('counts each of several sessions at once by itself', async () => {
    const names = ['one', 'two', 'three'];
    const script = (name: string) => [
      { calls: [write(`${WORKING_DIRECTORY}/${name}.txt`, name)], hold: 'all' },
      { text: `${name} done` },
    ];
    await serve(Object.fromEntries(names.map((name) => [name, [...script(name)]])));
    const sessions = [];
    for (const name of names) sessions.push(await start(request(name)));
    server.release('all');
    const ends = await Promise.all(sessions.map(({ ended }) => ended));
    for (const [i, name] of names.entries()) {
      const facts = decode(ends[i] ?? { exit: null, signal: null, lines: [], stderr: '' });
      expect(ofKind(facts, 'usage').at(-1)?.usage).toEqual(server.usageTotals(name));
      expect(await readFile(join(repo.base, `work ${name}`, `${name}.txt`), 'utf8')).toBe(name);
    }
  });

  it('reports a failing service as a failed result, with exit code 1', async () => {
    await serve({ broken: [{ status: 400, error: 'invalid_request_error', message: 'no' }] });
    const end = await (await start(request('broken'))).ended;
    expect(end.exit).toBe(1);
    expect(ofKind(decode(end), 'result')).toMatchObject([
      { failed: true, text: 'API Error: 400 no' },
    ]);
  });
});
