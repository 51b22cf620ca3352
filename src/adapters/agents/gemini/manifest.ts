import type { AgentManifest } from '../../../ports/agent.ts';
import { movedFiles } from '../moved-files.ts';

/** Of a guarded attempt, in its scratch folder; see `layGuardedHome`. */
export const OWN_HOME = 'gemini-home';

/** What is known of the Gemini command line, as data. */
export const MANIFEST: AgentManifest = {
  title: 'Gemini CLI',
  binary: 'gemini',
  aliases: ['gemini-cli'],
  package: '@google/gemini-cli',
  // Older ones were not looked at: policies, `--session-id` and the records of sub-agents are young.
  minimalVersion: '0.61.0',
  testedVersion: '0.61.0',
  installHint: 'npm install -g @google/gemini-cli',
  loginHint: 'Start `gemini` once and log in, or set GEMINI_API_KEY.',
  endpoints: [
    'generativelanguage.googleapis.com',
    'cloudcode-pa.googleapis.com',
    'oauth2.googleapis.com',
  ],
  inside: {
    files: movedFiles('GEMINI_CLI_HOME', '', {
      '.gemini/oauth_creds.json': 'log-in',
      '.gemini/google_accounts.json': 'settings',
      '.gemini/installation_id': 'settings',
      '.gemini/settings.json': 'settings',
    }),
    variables: [
      'GEMINI_*',
      'GOOGLE_API_KEY',
      'GOOGLE_CLOUD_PROJECT',
      'GOOGLE_GENAI_USE_VERTEXAI',
      'GOOGLE_GEMINI_BASE_URL',
    ],
    baseUrls: ['GOOGLE_GEMINI_BASE_URL'],
    sessions: [
      { under: 'home', path: '.gemini/tmp/*/chats' },
      { under: 'scratch', path: `${OWN_HOME}/.gemini/tmp/*/chats` },
    ],
  },
};

/** The tool through which a session starts another agent. */
export const DELEGATION_TOOL = 'invoke_agent';

/**
 * Arguments that are fanin's to give: with others the attempt is not one, cannot be read, lies
 * elsewhere, or may do more than it should.
 */
export const RESERVED_ARGUMENTS = [
  '--acp',
  '--admin-policy',
  '--allowed-tools',
  '--approval-mode',
  '--delete-session',
  '--experimental-acp',
  '--list-extensions',
  '-l',
  '--list-sessions',
  '--model',
  '-m',
  '--output-format',
  '-o',
  '--prompt',
  '-p',
  '--prompt-interactive',
  '-i',
  '--raw-output',
  '--resume',
  '-r',
  '--sandbox',
  '-s',
  '--session-file',
  '--session-id',
  '--worktree',
  '-w',
  '--yolo',
  '-y',
] as const;

/** Shell commands of an agent that nothing else holds: they read, or keep what it has done. */
export const SHELL_ALLOWED = [
  'cat',
  'grep',
  'head',
  'ls',
  'pwd',
  'tail',
  'wc',
  'git add',
  'git commit',
  'git diff',
  'git log',
  'git mv',
  'git rm',
  'git show',
  'git status',
] as const;
