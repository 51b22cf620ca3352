import type { AgentManifest } from '../../../ports/agent.ts';
import { movedFiles } from '../moved-files.ts';

/** What is known of the Claude Code command line, as data. */
export const MANIFEST: AgentManifest = {
  title: 'Claude Code',
  binary: 'claude',
  aliases: ['claude'],
  package: '@anthropic-ai/claude-code',
  // Older versions' flags, tools or output were not seen to be what this adapter needs.
  minimalVersion: '2.1.332',
  testedVersion: '2.1.332',
  installHint: 'npm install -g @anthropic-ai/claude-code',
  loginHint: 'Run `claude` once and log in, or set ANTHROPIC_API_KEY.',
  endpoints: ['api.anthropic.com'],
  inside: {
    files: [
      ...movedFiles('CLAUDE_CONFIG_DIR', '.claude', {
        '.credentials.json': 'log-in',
        'settings.json': 'settings',
        'CLAUDE.md': 'settings',
      }),
      // Beside the folder, and in it where that is moved.
      ...movedFiles('CLAUDE_CONFIG_DIR', '', { '.claude.json': 'settings' }),
    ],
    variables: [
      'ANTHROPIC_*',
      'CLAUDE_CODE_*',
      'API_TIMEOUT_MS',
      'MAX_THINKING_TOKENS',
      'DISABLE_TELEMETRY',
      'DISABLE_ERROR_REPORTING',
    ],
    baseUrls: ['ANTHROPIC_BASE_URL'],
    // A project's folder also holds what the CLI remembers beyond a session: that is none of a record.
    sessions: [
      { under: 'home', path: '.claude/projects/*/*.jsonl' },
      { under: 'home', path: '.claude/projects/*/*/subagents' },
      { under: 'home', path: '.claude/projects/*/*/workflows' },
      { under: 'home', path: '.claude/projects/*/*/tool-results' },
    ],
  },
};

export const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

/**
 * Every tool through which a session starts or reaches another agent. `Task` is the older name of
 * `Agent`; `Workflow` runs scripts of agents; a skill may say `context: fork`, and then runs in a
 * sub-agent even where `Agent` is off.
 */
export const DELEGATION_TOOLS = [
  'Agent',
  'Task',
  'Workflow',
  'Skill',
  'SendMessage',
  'ListAgents',
] as const;

/**
 * The doors to other agents that stay shut under a cap: the CLI counts its `Agent`s, but neither
 * skills with `context: fork`, nor workflows (they have a count of their own), nor sub-agents that a
 * message brings back to life.
 */
export const UNCOUNTED_TOOLS = ['Workflow', 'Skill', 'SendMessage', 'ListAgents'] as const;

/** Tools by which a session leaves its workspace, or comes back to life after its end. */
export const STRAY_TOOLS = [
  'EnterWorktree',
  'ExitWorktree',
  'CronCreate',
  'CronDelete',
  'CronList',
  'ScheduleWakeup',
] as const;

/** Tools that are there only where somebody can be asked, for a way of working that fanin has no use for. */
export const PLAN_TOOLS = ['EnterPlanMode', 'ExitPlanMode'] as const;

/**
 * Git commands that an agent without a boundary may run beside those that only read: they touch the
 * files and the index of its own work copy, and its own branch. A `*` stands for anything.
 */
export const GIT_ALLOWED = [
  'add *',
  'commit *',
  'mv *',
  'restore *',
  'rm *',
  'checkout * -- *',
] as const;

/**
 * Git commands that reach beyond the workspace: what they change is shared by all work copies, or
 * lies on another host. Denied even where a person's own settings allow them.
 */
export const GIT_DENIED = [
  'config',
  'filter-branch',
  'gc',
  'prune',
  'push',
  'reflog',
  'remote',
  'replace',
  'stash',
  'submodule',
  'update-ref',
  'worktree',
] as const;

/** Arguments by which a session would go around its permissions. */
export const BYPASS_ARGUMENTS = [
  '--allow-dangerously-skip-permissions',
  '--dangerously-skip-permissions',
  '--permission-mode',
  '--permission-prompt-tool',
  '--permission-prompts',
] as const;

/** Arguments that are fanin's to give: with others the attempt is not one, or cannot be read. */
export const RESERVED_ARGUMENTS = [
  '--background',
  '--bg',
  '--cloud',
  '--continue',
  '-c',
  '--fork-session',
  '--from-pr',
  '--input-format',
  '--output-format',
  '--print',
  '-p',
  '--remote-control',
  '--replay-user-messages',
  '--resume',
  '-r',
  '--session-id',
  '--teleport',
  '--tmux',
  '--worktree',
  '-w',
] as const;

/** Arguments that are fanin's under a cap: of two, the CLI reads the last one alone. */
export const CAP_ARGUMENTS = ['--settings'] as const;
