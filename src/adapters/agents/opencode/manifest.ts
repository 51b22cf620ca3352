import type { AgentManifest } from '../../../ports/agent.ts';
import { movedFiles } from '../moved-files.ts';

/** What the witness has heard of a session, a file in the scratch folder. */
export const WITNESSED = 'opencode-events.jsonl';

/** What is known of the opencode command line, as data. */
export const MANIFEST: AgentManifest = {
  title: 'opencode',
  binary: 'opencode',
  aliases: [],
  package: 'opencode-ai',
  // Older ones were not looked at: what the witness hears is no interface that they promise.
  minimalVersion: '1.18.33',
  testedVersion: '1.18.33',
  installHint: 'npm install -g opencode-ai',
  loginHint: 'Run `opencode auth login`, or set the variable with the API key of your provider.',
  // It speaks to whatever provider its config names; these are its own.
  endpoints: ['opencode.ai', 'models.dev'],
  inside: {
    files: [
      ...movedFiles('XDG_DATA_HOME', '.local/share', { 'opencode/auth.json': 'log-in' }),
      ...movedFiles('XDG_CONFIG_HOME', '.config', {
        'opencode/opencode.json': 'settings',
        'opencode/opencode.jsonc': 'settings',
      }),
    ],
    variables: [
      'OPENCODE_*',
      'ANTHROPIC_API_KEY',
      'OPENAI_API_KEY',
      'GEMINI_API_KEY',
      'OPENROUTER_API_KEY',
      'GROQ_API_KEY',
      'XAI_API_KEY',
      'DEEPSEEK_API_KEY',
      'MISTRAL_API_KEY',
      'MOONSHOT_API_KEY',
    ],
    baseUrls: [],
    sessions: [
      { under: 'scratch', path: WITNESSED },
      { under: 'home', path: '.local/share/opencode/opencode.db' },
      // What is not in the database itself yet.
      { under: 'home', path: '.local/share/opencode/opencode.db-wal' },
    ],
  },
};

/** It passes an unknown variant over without a word, so the words that mean something are told apart here. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

/** The tool through which a session starts another agent. */
export const DELEGATION_TOOL = 'task';

/**
 * Arguments that are fanin's to give: with others the attempt is not one, cannot be read, is not
 * alone, or asks nobody before it does something.
 */
export const RESERVED_ARGUMENTS = [
  '--attach',
  '--auto',
  '--command',
  '--continue',
  '-c',
  '--dir',
  '--fork',
  '--format',
  '--interactive',
  '-i',
  '--model',
  '-m',
  '--password',
  '-p',
  '--pure',
  '--session',
  '-s',
  '--share',
  '--title',
  '--username',
  '-u',
  '--variant',
] as const;

/** Shell commands of an agent that nothing else holds: they read, or keep what it has done. */
export const SHELL_ALLOWED = [
  'cat *',
  'grep *',
  'head *',
  'ls *',
  'pwd',
  'rg *',
  'tail *',
  'wc *',
  'git add *',
  'git commit *',
  'git diff *',
  'git log *',
  'git mv *',
  'git rm *',
  'git show *',
  'git status *',
] as const;

/** Forms of the above that write somewhere, or run something. */
export const SHELL_DENIED = ['*>*', '*--output*', '* --pre*', '*`*', '*$(*'] as const;
