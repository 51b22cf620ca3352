import type { Asked, Family, ParsedFile } from './asked.ts';
import { shapeReader, treePath } from './shape.ts';

/** A set-up file of another tool: where it lies, what it is written in, and how it is read. */
export interface SetupFile {
  readonly file: string;
  readonly family: Family;
  readonly syntax: 'json' | 'toml' | 'yaml';
  readonly read: (parsed: ParsedFile, platform: string) => Asked;
}

/** The keys of Claude Code's settings that speak of worktrees; the others are no business of fanin's. */
const readClaude: SetupFile['read'] = (parsed) => {
  const at = shapeReader('claude', parsed);
  at.mapping(['worktree']);
  at.known(['worktree'], ['baseRef', 'symlinkDirectories', 'sparsePaths']);
  if (at.text(['worktree', 'baseRef']) === 'fresh')
    at.note(['worktree', 'baseRef'], 'runs start from the plan’s `base`; baseRef is not followed');
  const hooks = at.mapping(['hooks']);
  for (const name of ['WorktreeCreate', 'WorktreeRemove'])
    if (Object.hasOwn(hooks, name))
      at.note(['hooks', name], `${name} is not run: it makes work copies in fanin’s place`);
  const folders = at.paths(['worktree', 'symlinkDirectories']);
  return at.done({ folders, sparse: at.paths(['worktree', 'sparsePaths']) });
};

/** A script for this platform goes before the one for all. Actions are a person's buttons: never run. */
const readCodex: SetupFile['read'] = (parsed, platform) => {
  const at = shapeReader('codex', parsed);
  at.known([], ['version', 'name', 'setup', 'cleanup', 'actions']);
  for (const [when, table] of [
    ['setup', 'setup'],
    ['cleanup', 'cleanup'],
  ] as const) {
    at.mapping([table]);
    at.known([table], ['script', 'darwin', 'linux', 'win32']);
    const own = at.text([table, platform, 'script']);
    if (own === null) at.script(when, [table, 'script'], at.text([table, 'script']));
    else at.script(when, [table, platform, 'script'], own);
  }
  return at.done();
};

const readConductor: SetupFile['read'] = (parsed) => {
  const at = shapeReader('conductor', parsed);
  at.mapping(['scripts']);
  at.known(['scripts'], ['setup', 'run', 'archive']);
  at.script('setup', ['scripts', 'setup'], at.text(['scripts', 'setup']));
  at.script('cleanup', ['scripts', 'archive'], at.text(['scripts', 'archive']));
  return at.done();
};

const CURSOR_KEYS = ['setup-worktree', 'setup-worktree-unix', 'setup-worktree-windows'];

/**
 * A list is the lines of one script: what one of them sets, the next ones see. A text is the path of a script, or,
 * as many write it, a command.
 */
const readCursor: SetupFile['read'] = (parsed) => {
  const at = shapeReader('cursor', parsed);
  at.known([], CURSOR_KEYS);
  const all = at.mapping([]);
  const key = Object.hasOwn(all, 'setup-worktree-unix') ? 'setup-worktree-unix' : 'setup-worktree';
  const path = all[key];
  if (typeof path !== 'string') {
    const lines = at.texts([key]);
    at.script('setup', [key], lines.length === 0 ? null : ['set -e', ...lines].join('\n'));
    return at.done();
  }
  if (/\s/u.test(path.trim())) {
    at.script('setup', [key], path);
    return at.done();
  }
  const file = treePath(path.startsWith('.cursor/') ? path : `.cursor/${path}`);
  if (file === null) at.note([key], `${JSON.stringify(path)} is no path inside the tree`);
  else at.script('setup', [key], runFile(file));
  return at.done();
};

/** A script file need not be marked as a program. */
const runFile = (file: string): string => {
  const quoted = `'./${file.replaceAll("'", String.raw`'\''`)}'`;
  return `if [ -x ${quoted} ]; then ${quoted}; else bash ${quoted}; fi`;
};

const readOrca: SetupFile['read'] = (parsed) => {
  const at = shapeReader('orca', parsed);
  at.mapping(['scripts']);
  at.known([], ['scripts', 'issueCommand', 'worktree', 'setupAgentStartupPolicy']);
  at.known(['scripts'], ['setup', 'archive']);
  at.script('setup', ['scripts', 'setup'], at.text(['scripts', 'setup']));
  at.script('cleanup', ['scripts', 'archive'], at.text(['scripts', 'archive']));
  return at.done({ folders: at.paths(['worktree', 'sharedDirectories']) });
};

/** Every set-up file that is read, in the order in which their scripts run. */
export const SETUP_FILES: readonly SetupFile[] = [
  { file: '.claude/settings.json', family: 'claude', syntax: 'json', read: readClaude },
  {
    file: '.codex/environments/environment.toml',
    family: 'codex',
    syntax: 'toml',
    read: readCodex,
  },
  { file: 'conductor.json', family: 'conductor', syntax: 'json', read: readConductor },
  { file: '.cursor/worktrees.json', family: 'cursor', syntax: 'json', read: readCursor },
  { file: 'orca.yaml', family: 'orca', syntax: 'yaml', read: readOrca },
];
