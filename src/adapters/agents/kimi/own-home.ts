import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOOK_TIMEOUT_S, quoted } from '../guard-hook.ts';
import { parseRecord, recordsAt } from '../../../domain/json-record.ts';
import { layHome } from '../own-home.ts';

/** What the driver is told of the guard. */
export interface OwnGuard {
  /** The command that asks it. */
  readonly command: string;
  /** The attempt's own folder, in place of the person's `.kimi-code`. */
  readonly home: string;
}

/** The CLI's home for one attempt, with the guard's hook in it. */
export interface GuardedHome {
  /** Before each leg. */
  begin(): void;
  /** Whether the leg that was started runs hooks. */
  readonly runsHooks: boolean;
}

/** What the CLI keeps of its sessions is the attempt's own, and its list of plugins has one more. */
const APART = [
  'plugins',
  'sessions',
  'session_index.jsonl',
  'workspaces.json',
  'file-history',
  'store',
  'blobs',
  'cache',
  'logs',
  'server',
];

/** The plugin's id, beside those of the person's. */
const PLUGIN = 'fanin-guard';

/**
 * Lays it over the person's, `from`. The hook comes by a plugin and not by the config: a section of
 * the config with a mistake in it is passed over whole, the guard's hook with it.
 */
export function layGuardedHome({ command, home }: OwnGuard, from: string): GuardedHome {
  const mark = join(home, 'hooks-run');
  const plugins = join(home, 'plugins');
  const root = join(home, PLUGIN);
  layHome({ from, to: home, apart: APART });
  layHome({ from: join(from, 'plugins'), to: plugins, apart: ['installed.json'] });
  mkdirSync(root, { recursive: true, mode: 0o700 });
  write(join(root, 'kimi.plugin.json'), pluginOf(command, mark));
  write(
    join(plugins, 'installed.json'),
    installedWith(textOf(join(from, 'plugins', 'installed.json')), root),
  );
  return {
    begin: () => rmSync(mark, { force: true }),
    get runsHooks() {
      return existsSync(mark);
    },
  };
}

/** A hook without a matcher is one for every tool, and one that makes the mark as a session begins. */
const pluginOf = (command: string, mark: string): object => ({
  name: PLUGIN,
  version: '1.0.0',
  description: "Asks fanin's text guard before each call.",
  hooks: [
    { event: 'SessionStart', command: `: > ${quoted(mark)}` },
    { event: 'PreToolUse', command, timeout: HOOK_TIMEOUT_S },
  ],
});

/** With a list that cannot be read the CLI has no plugins at all; with this one it has the guard's. */
function installedWith(text: string | null, root: string): object {
  const theirs = recordsAt(parseRecord(text ?? '') ?? {}, 'plugins');
  const at = '2026-01-01T00:00:00.000Z';
  const own = { id: PLUGIN, root, source: 'local-path', enabled: true, installedAt: at };
  return { version: 1, plugins: [...theirs.filter(({ id }) => id !== PLUGIN), own] };
}

const write = (file: string, content: object): void =>
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
