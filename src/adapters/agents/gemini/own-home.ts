import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { layEntry, layHome } from '../own-home.ts';
import { turnsHooksOff, withHooks, type OwnHooks } from './own-settings.ts';

/** What the driver is told of the guard. */
export interface OwnGuard {
  /** The command that asks it. */
  readonly command: string;
  /** The attempt's own folder, in place of the person's home. */
  readonly home: string;
}

/** The CLI's home for one attempt, with the guard's hook in its settings. */
export interface GuardedHome {
  /** Why no leg must be started now, or null. An agent can write to its repository's settings. */
  refusal(): string | null;
  /** Whether the leg that was started runs hooks. */
  readonly runsHooks: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

/** What the CLI keeps of its sessions is the attempt's own. */
const APART = ['settings.json', 'tmp', 'history', 'projects.json'];

/** The folder in which the CLI's `.gemini` lies. */
export const geminiHome = (env: Env): string => env['GEMINI_CLI_HOME'] ?? homedir();

/**
 * Lays it for an attempt in `cwd`. The CLI takes hooks from settings files alone, and an administrator's
 * only where root owns every folder above; so a home of the attempt's own stands for the person's.
 * Null: the person's settings cannot be read.
 */
export function layGuardedHome(guard: OwnGuard, env: Env, cwd: string): GuardedHome | null {
  const hooks: OwnHooks = { command: guard.command, mark: join(guard.home, 'hooks-run') };
  const [from, to] = [geminiHome(env), guard.home];
  const settings = withHooks(textOf(join(from, '.gemini', 'settings.json')), hooks);
  if (settings === null) return null;
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of ['.agents', '.env']) layEntry({ from, to, name });
  layHome({ from: join(from, '.gemini'), to: join(to, '.gemini'), apart: APART });
  writeFileSync(join(to, '.gemini', 'settings.json'), settings, { mode: 0o600 });
  const over = [join(cwd, '.gemini', 'settings.json'), systemSettings(env)];
  return {
    refusal() {
      rmSync(hooks.mark, { force: true });
      const file = over.find((each) => turnsHooksOff(textOf(each) ?? '', hooks));
      if (file === undefined) return null;
      return `${file} keeps hooks from being run, so fanin's guard would not be asked: see \`hooks\` and \`hooksConfig\` in it`;
    },
    get runsHooks() {
      return existsSync(hooks.mark);
    },
  };
}

function systemSettings(env: Env): string {
  const folder =
    process.platform === 'darwin' ? '/Library/Application Support/GeminiCli' : '/etc/gemini-cli';
  return env['GEMINI_CLI_SYSTEM_SETTINGS_PATH'] ?? join(folder, 'settings.json');
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
