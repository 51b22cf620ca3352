import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/adapters/config/load-config.ts';
import { originRows } from '../../../src/domain/config/origin-rows.ts';
import { shown } from './shown.ts';
import { withFolder } from './temp-repo.ts';

const failuresOf = (text: string): Promise<readonly string[]> =>
  withFolder({ 'fanin.config.yaml': text }, async (root) => {
    const loaded = await loadConfig(root);
    return loaded.ok ? [] : loaded.error.map(shown);
  });

describe('a config with a mistake', () => {
  it.each<[string, string, string]>([
    [
      'an unknown key',
      'chekcs: { unit: npm test }\n',
      'unknown-key  fanin.config.yaml:1:1  chekcs: unknown key "chekcs"\nchekcs: { unit: npm test }\n^^^^^^ did you mean "checks"?',
    ],
    [
      'an unknown key in a check',
      'checks: { unit: { run: x, timout: 5m } }\n',
      'unknown-key  fanin.config.yaml:1:27  checks.unit.timout: unknown key "timout"\nchecks: { unit: { run: x, timout: 5m } }\n                          ^^^^^^ did you mean "timeout"?',
    ],
    [
      'a key of the plan',
      'tasks: {}\n',
      'unknown-key  fanin.config.yaml:1:1  tasks: unknown key "tasks"\ntasks: {}\n^^^^^ it belongs in the plan',
    ],
    [
      'a check that is a list',
      'checks: { unit: [npm, test] }\n',
      'wrong-type  fanin.config.yaml:1:17  checks.unit: write text or a mapping, not a list\nchecks: { unit: [npm, test] }\n                ^^^^^^^^^^^',
    ],
    [
      'an empty check',
      'checks: { unit: " " }\n',
      'empty-command  fanin.config.yaml:1:17  checks.unit: the command is empty\nchecks: { unit: " " }\n                ^^^',
    ],
    [
      'a check without a command',
      'checks: { unit: { timeout: 5m } }\n',
      'wrong-type  fanin.config.yaml:1:11  checks.unit.run: is missing: write text\nchecks: { unit: { timeout: 5m } }\n          ^^^^',
    ],
    [
      'a check without time',
      'checks: { unit: { run: x, timeout: 0s } }\n',
      'bad-limit  fanin.config.yaml:1:36  checks.unit.timeout: must be longer than 0, not 0s\nchecks: { unit: { run: x, timeout: 0s } }\n                                   ^^',
    ],
    [
      'a name that no check can have',
      'checks: { "a b": x }\n',
      'bad-check-name  fanin.config.yaml:1:11  checks."a b": "a b" cannot name a check\nchecks: { "a b": x }\n          ^^^^^ use letters, digits, `-`, `_`, `.` and `:`, at most 60',
    ],
    [
      'an unknown default check',
      'checks: { unit: x }\ndefaults: { checks: [unti] }\n',
      'unknown-check  fanin.config.yaml:2:22  defaults.checks: there is no check "unti"\ndefaults: { checks: [unti] }\n                     ^^^^ did you mean "unit"?',
    ],
    [
      'an unknown default agent',
      'defaults: { agent: copilot }\n',
      'unknown-agent  fanin.config.yaml:1:20  defaults.agent: there is no agent "copilot"\ndefaults: { agent: copilot }\n                   ^^^^^^^ known: claude, codex, kimi, opencode, gemini',
    ],
    [
      'an agent of no kind',
      'agents: { a: { use: emacs } }\n',
      'bad-value  fanin.config.yaml:1:21  agents.a.use: write claude-code, codex, kimi, opencode, gemini, acp, command or scripted, not "emacs"\nagents: { a: { use: emacs } }\n                    ^^^^^',
    ],
    [
      'a command agent without its command',
      'agents: { a: { use: command } }\n',
      'bad-agent  fanin.config.yaml:1:14  agents.a: an agent that uses command needs `run`\nagents: { a: { use: command } }\n             ^^^^^^^^^^^^^^^^',
    ],
    [
      'a command for an agent that has none',
      'agents: { a: { use: scripted, script: x, run: x } }\n',
      'bad-agent  fanin.config.yaml:1:42  agents.a.run: an agent that uses scripted has no `run`\nagents: { a: { use: scripted, script: x, run: x } }\n                                         ^^^',
    ],
    [
      'a program without a name',
      'agents: { a: { use: claude-code, run: "" } }\n',
      'bad-agent  fanin.config.yaml:1:39  agents.a.run: an agent that uses claude-code needs something in `run`\nagents: { a: { use: claude-code, run: "" } }\n                                      ^^',
    ],
    [
      'a review limit of nothing',
      'review: { limit: 0 }\n',
      'bad-limit  fanin.config.yaml:1:18  review.limit: must be a whole number of at least 1, not 0\nreview: { limit: 0 }\n                 ^',
    ],
    [
      'a default deadline of nothing',
      'defaults: { deadline: 0m }\n',
      'bad-deadline  fanin.config.yaml:1:23  defaults.deadline: must be longer than 0, not 0s\ndefaults: { deadline: 0m }\n                      ^^',
    ],
    [
      'a review by an agent',
      'review: { by: agent }\n',
      'not-built  fanin.config.yaml:1:15  review.by: not built yet: agent comes with verifying tasks\nreview: { by: agent }\n              ^^^^^ remove it or write human or checks',
    ],
    [
      'an isolation level that is not built',
      'isolation: container\n',
      'not-built  fanin.config.yaml:1:12  isolation: not built yet: container comes with containers\nisolation: container\n           ^^^^^^^^^ remove it or write auto or worktree or sandbox',
    ],
    [
      'workspaces inside the checkout',
      'workspaces: { root: .fanin }\n',
      'bad-workspaces-root  fanin.config.yaml:1:21  workspaces.root: workspaces cannot lie inside the main checkout\nworkspaces: { root: .fanin }\n                    ^^^^^^ for instance ../workspaces',
    ],
    [
      'a target that is no branch',
      'target: "a b"\n',
      'bad-target  fanin.config.yaml:1:9  target: "a b" is no name of a branch or commit\ntarget: "a b"\n        ^^^^^',
    ],
    ['a list', '- a\n', 'wrong-type  fanin.config.yaml:1:1  write a mapping, not a list\n- a\n^'],
  ])('%s', async (_, text, expected) => {
    expect(await failuresOf(text)).toEqual([expected]);
  });

  it('tells all of them', async () => {
    const text =
      'bogus: 1\nchecks: { unit: { run: x, timeout: 5 } }\nserialBelow: 1\ndefaults: { checks: [lint] }\n';
    expect((await failuresOf(text)).map((each) => each.split('\n', 1)[0])).toEqual([
      'unknown-key  fanin.config.yaml:1:1  bogus: unknown key "bogus"',
      'wrong-type  fanin.config.yaml:2:36  checks.unit.timeout: write a duration with its unit, such as 90s, 5m or 1h30m',
      'wrong-type  fanin.config.yaml:3:14  serialBelow: write a duration with its unit, such as 90s, 5m or 1h30m',
      'unknown-check  fanin.config.yaml:4:22  defaults.checks: there is no check "lint"',
    ]);
  });
});

describe('where the config is', () => {
  it('takes .yml as well', async () => {
    await withFolder({ 'fanin.config.yml': 'setup: npm ci\n' }, async (root) => {
      const loaded = await loadConfig(root);
      expect(loaded.ok && loaded.value.config.setup).toEqual({
        name: 'setup',
        run: 'npm ci',
        timeoutMs: 600_000,
      });
      expect(loaded.ok && loaded.value.sources.file).toBe('fanin.config.yml');
    });
  });

  it('refuses both', async () => {
    await withFolder({ 'fanin.config.yml': '', 'fanin.config.yaml': '' }, async (root) => {
      const loaded = await loadConfig(root);
      expect(loaded.ok ? [] : loaded.error.map(shown)).toEqual([
        'two-configs  fanin.config.yml  fanin.config.yaml and fanin.config.yml are both there keep one of them',
      ]);
    });
  });

  it.each([[{}], [{ 'fanin.config.yaml': '' }], [{ 'fanin.config.yaml': '# nothing yet\n' }]])(
    'has defaults where nothing is written: %j',
    async (files) => {
      await withFolder(files, async (root) => {
        const loaded = await loadConfig(root);
        if (!loaded.ok) throw new Error(loaded.error.map(shown).join('\n'));
        const { config, sources } = loaded.value;
        const rows = originRows(config.layered, (_, path) => sources.placeOf(path));
        expect(rows.map(({ key, value, origin }) => `${key} ${value} ${origin}`)).toEqual([
          'concurrency auto default',
          'serialBelow 30m default',
          'undeclared exclusive default',
          'conflicts warn default',
          'duplicates tell default',
          'assemble integrator default',
          "target the run's own default",
          'base the current branch default',
          'isolation auto default',
          'limits.live 4 default',
          'limits.wall none default',
          'limits.agent none default',
          'limits.tokens none default',
          'limits.usd none default',
          'limits.reserve 20% default',
          'limits.retries 1 default',
          'review.by human default',
          'review.limit 3 default',
          'queue.mode tip-green default',
          'queue.slots auto default',
          'queue.squash false default',
          'grace 1m default',
          'questions 1m default',
          'defaults.agent claude default',
          'defaults.model none default',
          'defaults.effort none default',
          'defaults.delegation off default',
          'defaults.deadline 1h default',
          'defaults.checks all default',
        ]);
        expect(config.agents.map(({ name, use }) => `${name}: ${use}`)).toEqual([
          'claude: claude-code',
          'codex: codex',
          'kimi: kimi',
          'opencode: opencode',
          'gemini: gemini',
        ]);
      });
    },
  );
});
