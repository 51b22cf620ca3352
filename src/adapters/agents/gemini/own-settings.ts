import { HOOK_TIMEOUT_MS, quoted } from '../guard-hook.ts';
import { isRecord, parseRecord, recordAt, type JsonRecord } from '../../../domain/json-record.ts';

/** The hooks of one attempt. */
export interface OwnHooks {
  /** The command that asks the guard. */
  readonly command: string;
  /** A file that is made as a session begins: where it is, hooks are run. */
  readonly mark: string;
}

/**
 * A person's settings with the hooks of an attempt beside those that they have; null where what they
 * have is no JSON object. `text` null: they have none.
 */
export function withHooks(text: string | null, { command, mark }: OwnHooks): string | null {
  const settings = text === null ? {} : parseSettings(text);
  if (settings === null) return null;
  const hooks = recordAt(settings, 'hooks');
  const own = {
    ...settings,
    hooksConfig: { ...recordAt(settings, 'hooksConfig'), enabled: true },
    hooks: {
      ...hooks,
      SessionStart: [...listAt(hooks, 'SessionStart'), hookOf(`: > ${quoted(mark)}`)],
      BeforeTool: [...listAt(hooks, 'BeforeTool'), { matcher: '*', ...hookOf(command) }],
    },
  };
  return `${JSON.stringify(own, null, 2)}\n`;
}

/**
 * Whether settings that go over a person's, those of a repository or an administrator, would keep
 * the hooks of an attempt from being run. What is no JSON keeps the CLI itself from starting.
 */
export function turnsHooksOff(text: string, { command }: OwnHooks): boolean {
  const settings = parseSettings(text);
  if (settings === null) return false;
  const { hooks = {}, hooksConfig = {} } = settings;
  if (!isRecord(hooks) || !isRecord(hooksConfig)) return true;
  const { enabled = true, disabled = [] } = hooksConfig;
  return enabled !== true || !Array.isArray(disabled) || disabled.includes(command);
}

/** A hook without a name goes by its command, which nobody else knows. */
const hookOf = (command: string) => ({
  hooks: [{ type: 'command', command, timeout: HOOK_TIMEOUT_MS }],
});

function listAt(record: JsonRecord, key: string): readonly unknown[] {
  const value = record[key];
  return Array.isArray(value) ? value : [];
}

/** The CLI takes comments in JSON, and nothing else beside it. */
const parseSettings = (text: string): JsonRecord | null =>
  parseRecord(text.replaceAll(COMMENT_OR_TEXT, (found) => (found.startsWith('"') ? found : ' ')));

const COMMENT_OR_TEXT = /"(?:[^"\\]|\\.)*"|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g;
