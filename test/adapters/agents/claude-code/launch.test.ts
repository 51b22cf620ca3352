import { describe, expect, it } from 'vitest';
import type { DriverConfig } from '../../../../src/adapters/agents/claude-code/driver-config.ts';
import { launch as launchWith } from '../../../../src/adapters/agents/claude-code/launch.ts';
import type { Delegation } from '../../../../src/domain/plan/delegation.ts';
import type { AgentSpec } from '../../../../src/domain/plan/plan.ts';
import type { Launch, LaunchRequest } from '../../../../src/ports/agent.ts';

const SPEC: AgentSpec = { name: 'claude', use: 'claude-code', args: [], env: {} };

function request(more: Partial<LaunchRequest> = {}): LaunchRequest {
  return {
    attempt: 'r1-core-1',
    task: 'core',
    n: 1,
    spec: SPEC,
    brief: 'Do it.',
    briefFile: '/state/brief.md',
    handoffFile: '/handoffs/r1-core-1.json',
    folder: '/state',
    scratch: '/state',
    workspace: '/ws',
    boundary: false,
    delegation: { mode: 'off' },
    questionMs: 0,
    ...more,
  };
}

const launch = (asked: LaunchRequest) => launchWith(asked, '/bin/node');

/** What is started, and what its driver is told. */
function launched(more: Partial<LaunchRequest> = {}): { launch: Launch } & DriverConfig {
  const result = launch(request(more));
  if (!result.ok) throw new Error(result.error.message);
  const [file] = result.value.files;
  return { launch: result.value, ...(JSON.parse(file?.content ?? '') as DriverConfig) };
}

/** The values of an option that takes many. */
function values(argv: readonly string[], option: string): readonly string[] {
  const rest = argv.slice(argv.indexOf(option) + 1);
  const end = rest.findIndex((argument) => argument.startsWith('--'));
  return end === -1 ? rest : rest.slice(0, end);
}

describe('launch', () => {
  it('starts the driver, with its config as a file of the attempt', () => {
    const { argv, files, stdin, keepOpen } = launched().launch;
    expect(argv[0]).toBe('/bin/node');
    expect(argv[1]).toMatch(/claude-code\/driver-main\.ts$/);
    expect(argv.slice(2)).toEqual(['/state/driver.json']);
    expect(files.map(({ name }) => name)).toEqual(['driver.json']);
    expect([stdin, keepOpen]).toEqual(['', true]);
  });

  it('gives the brief to the driver and nowhere else', () => {
    const { launch: whole, argv, brief } = launched({ brief: 'SECRET words' });
    expect(brief).toBe('SECRET words');
    expect([...argv, ...whole.argv].join(' ')).not.toContain('SECRET');
  });

  it('writes no variable of the agent into a file', () => {
    const { files } = launched({ spec: { ...SPEC, env: { KEY: 'SECRET' } } }).launch;
    expect(JSON.stringify(files)).not.toContain('SECRET');
  });

  it('asks for JSON lines in and out of one headless session', () => {
    expect(launched().argv.slice(0, 8)).toEqual([
      'claude',
      '-p',
      '--input-format',
      'stream-json',
      '--output-format',
      'stream-json',
      '--verbose',
      '--replay-user-messages',
    ]);
  });

  it('takes binary, model and effort from the agent', () => {
    const { argv } = launched({ spec: { ...SPEC, run: '/opt/c', model: 'opus', effort: 'high' } });
    expect(argv[0]).toBe('/opt/c');
    expect(values(argv, '--model')).toEqual(['opus']);
    expect(values(argv, '--effort')).toEqual(['high']);
    expect(launched().argv).not.toContain('--model');
    expect(launched().argv).not.toContain('--effort');
  });

  it('refuses an effort that the CLI would replace by its own', () => {
    expect(launch(request({ spec: { ...SPEC, effort: 'huge' } }))).toMatchObject({
      ok: false,
      error: { code: 'agent-effort-unknown', hint: 'One of low, medium, high, xhigh, max.' },
    });
  });

  it.each([true, false])('closes every door to other agents (boundary: %s)', (boundary) => {
    expect(values(launched({ boundary }).argv, '--disallowedTools')).toEqual(
      expect.arrayContaining(['Agent', 'Task', 'Workflow', 'Skill', 'EnterWorktree', 'CronCreate']),
    );
    const { env } = launched({
      boundary,
      spec: { ...SPEC, env: { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: '1' } },
    }).launch;
    expect(env).toMatchObject({ CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: undefined });
  });

  it('keeps the version and the memory fixed, and leaves the rest to the agent’s environment', () => {
    const spec = { ...SPEC, env: { HTTP_PROXY: 'http://p', A: '1' } };
    const { env } = launched({ spec }).launch;
    expect(env).toMatchObject({
      HTTP_PROXY: 'http://p',
      A: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
    });
    expect(Object.keys(env)).toContain('CLAUDECODE');
    expect(env['CLAUDECODE']).toBeUndefined();
    expect(Object.keys(env).filter((name) => /SANDBOX|TELEMETRY|API_KEY/.test(name))).toEqual([]);
  });
});

describe('delegation', () => {
  const MAX = 'CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS';
  const argvOf = (delegation: Delegation, more: Partial<LaunchRequest> = {}) =>
    launched({ delegation, ...more }).argv;

  it('under a cap leaves open the one door that is counted', () => {
    const off = values(argvOf({ mode: 'capped', n: 2 }), '--disallowedTools');
    expect(off).toEqual(expect.arrayContaining(['Workflow', 'Skill', 'SendMessage', 'CronCreate']));
    expect(off).not.toContain('Agent');
  });

  it('gives the cap by the environment, and over the repository’s own settings', () => {
    const { argv, launch: whole } = launched({ delegation: { mode: 'capped', n: 2 } });
    expect(whole.env).toMatchObject({ [MAX]: '2' });
    const settings: unknown = JSON.parse(values(argv, '--settings')[0] ?? '');
    expect(settings).toMatchObject({ env: { [MAX]: '2' } });
  });

  it('takes no settings from the agent’s arguments under a cap: they would replace its own', () => {
    const spec = { ...SPEC, args: ['--settings', '{}'] };
    expect(launch(request({ spec, delegation: { mode: 'capped', n: 1 } }))).toMatchObject({
      ok: false,
      error: { code: 'agent-argument-reserved' },
    });
    expect(argvOf({ mode: 'native' }, { spec }).slice(-2)).toEqual(spec.args);
  });

  it('shuts no door when it is native, and lifts a cap of the person’s own', () => {
    const spec = { ...SPEC, env: { [MAX]: '1' } };
    const { argv, launch: whole } = launched({ delegation: { mode: 'native' }, spec });
    const off = values(argv, '--disallowedTools');
    expect(off.filter((tool) => /^(?:Agent|Task|Workflow|Skill|SendMessage)$/.test(tool))).toEqual(
      [],
    );
    expect(off).toContain('EnterWorktree');
    expect(argv).not.toContain('--settings');
    expect(Object.keys(whole.env)).toContain(MAX);
    expect(whole.env[MAX]).toBeUndefined();
  });

  it('holds everything else equal, and tells when something is not', () => {
    const fixed = (more: Partial<LaunchRequest>) => launched(more).launch.fixed;
    const native = fixed({ delegation: { mode: 'native' } });
    const other = { handoffFile: '/handoffs/r1-core-2.json' };
    expect(fixed({ delegation: { mode: 'capped', n: 3 }, ...other })).toEqual(native);
    expect(fixed({ delegation: { mode: 'off' }, ...other })).toEqual(native);
    expect(fixed({ delegation: { mode: 'off' }, checks: ['npm test'] })).not.toEqual(native);
  });
});

describe('questions', () => {
  const asking = { questionMs: 60_000 };

  it('are asked where nothing holds the agent and a person may answer', () => {
    const { argv, questionMs } = launched(asking);
    expect(values(argv, '--permission-prompt-tool')).toEqual(['stdio']);
    expect(argv).not.toContain('--permission-prompts');
    expect(values(argv, '--disallowedTools')).toEqual(
      expect.arrayContaining(['EnterPlanMode', 'ExitPlanMode']),
    );
    expect(questionMs).toBe(60_000);
  });

  it('are not asked behind a boundary', () => {
    const { argv, questionMs } = launched({ ...asking, boundary: true });
    expect(argv).not.toContain('--permission-prompt-tool');
    expect(questionMs).toBe(0);
  });
});

describe('permissions without a boundary', () => {
  it('never bypasses', () => {
    const { argv } = launched();
    expect(values(argv, '--permission-mode')).toEqual(['acceptEdits']);
    expect(values(argv, '--permission-prompts')).toEqual(['none']);
    expect(argv.join(' ')).not.toMatch(/bypass|dangerously/);
  });

  it('allows commits, the task’s checks and the hand-off, and denies what is shared', () => {
    const { argv } = launched({ checks: ['npm test'] });
    expect(values(argv, '--allowedTools')).toEqual([
      'Bash(git add *)',
      'Bash(git commit *)',
      'Bash(git mv *)',
      'Bash(git restore *)',
      'Bash(git rm *)',
      'Bash(git checkout * -- *)',
      'Bash(npm test)',
      'Bash(npm test:*)',
      'Edit(//handoffs/r1-core-1.json)',
    ]);
    expect(values(argv, '--disallowedTools')).toEqual(
      expect.arrayContaining(['Bash(git push:*)', 'Bash(git stash:*)', 'Bash(git worktree:*)']),
    );
  });

  it.each([
    ['npm run build && npm test', ['Bash(npm run build:*)', 'Bash(npm test:*)']],
    ['make || exit 1', ['Bash(make:*)', 'Bash(exit 1:*)']],
    ['node -e "a; b"', []],
    ['echo $(date)', []],
    ['a | b', []],
  ])('allows %j as written, and its parts where they are plain: %j', (check, parts) => {
    const allowed = values(launched({ checks: [check] }).argv, '--allowedTools');
    expect(allowed.slice(6, -1)).toEqual([`Bash(${check})`, ...parts]);
  });

  it('makes no rule of a check of many lines, and none twice', () => {
    const { argv } = launched({ checks: ['set -e\nnpm test', ' npm test ', 'npm test', ''] });
    expect(values(argv, '--allowedTools').slice(6, -1)).toEqual([
      'Bash(npm test)',
      'Bash(npm test:*)',
    ]);
  });

  it.each([
    ['--dangerously-skip-permissions'],
    ['--allow-dangerously-skip-permissions'],
    ['--permission-mode', 'bypassPermissions'],
    ['--permission-mode=bypassPermissions'],
    ['--permission-prompts=host'],
  ])('refuses %s among the arguments', (...args) => {
    expect(launch(request({ spec: { ...SPEC, args } }))).toMatchObject({
      ok: false,
      error: { code: 'bypass-needs-boundary' },
    });
  });
});

describe('permissions behind a boundary', () => {
  it('bypasses, and denies no command', () => {
    const { argv } = launched({ boundary: true, checks: ['npm test'] });
    expect(values(argv, '--permission-mode')).toEqual(['bypassPermissions']);
    expect(argv).not.toContain('--allowedTools');
    expect(argv.join(' ')).not.toContain('Bash(');
  });
});

describe('further arguments', () => {
  it('come last, as they are', () => {
    const args = ['--allowedTools', 'Bash(make:*)', '--fallback-model', 'haiku'];
    expect(launched({ spec: { ...SPEC, args } }).argv.slice(-4)).toEqual(args);
  });

  it.each([
    ['--output-format', 'json'],
    ['--resume=abc'],
    ['-c'],
    ['--worktree'],
    ['--print'],
    ['--bg'],
  ])('may not be %s', (...args) => {
    for (const boundary of [true, false]) {
      expect(launch(request({ boundary, spec: { ...SPEC, args } }))).toMatchObject({
        ok: false,
        error: { code: 'agent-argument-reserved' },
      });
    }
  });
});
