import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import { recordAt, recordsAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { unwrapped } from './shell-command.ts';

const MAX_LENGTH = 120;

/** What an item that has begun tells: a tool is at work. Paths are relative to `cwd`. */
export function itemStarted(item: JsonRecord, cwd: string | null): readonly AgentFact[] {
  const text = toolText(item, cwd);
  return text === null ? [] : [{ kind: 'tool', text: oneLine(text) }];
}

/** What an item that is over tells. `speaks`: it is the session's own, not a sub-agent's. */
export function itemCompleted(
  item: JsonRecord,
  { cwd, speaks }: { readonly cwd: string | null; readonly speaks: boolean },
): readonly AgentFact[] {
  switch (textAt(item, 'type')) {
    case 'agentMessage': {
      const text = textAt(item, 'text') ?? '';
      return speaks && text.trim() !== '' ? [{ kind: 'said', text }] : [];
    }
    case 'commandExecution':
      return isDeclined(item) ? [refused(item, cwd)] : [commandFact(item)];
    case 'fileChange':
    case 'mcpToolCall':
      return isDeclined(item) ? [refused(item, cwd)] : [];
    default:
      return [];
  }
}

function commandFact(item: JsonRecord): AgentFact {
  const exit = item['exitCode'];
  return {
    kind: 'command',
    argv: unwrapped(textAt(item, 'command') ?? ''),
    // A command that was cut off is said to have ended with -1.
    exit: typeof exit === 'number' && exit >= 0 ? exit : null,
  };
}

const isDeclined = (item: JsonRecord): boolean => textAt(item, 'status') === 'declined';

const refused = (item: JsonRecord, cwd: string | null): AgentFact => ({
  kind: 'refused',
  text: oneLine(toolText(item, cwd) ?? 'a tool'),
});

/** A tool call in a few words; null for what is no tool. */
function toolText(item: JsonRecord, cwd: string | null): string | null {
  switch (textAt(item, 'type')) {
    case 'commandExecution':
      return unwrapped(textAt(item, 'command') ?? '');
    case 'fileChange': {
      const paths = recordsAt(item, 'changes').map((each) => relative(textAt(each, 'path'), cwd));
      return `edit ${paths.join(', ')}`;
    }
    case 'mcpToolCall':
      return `${textAt(item, 'server') ?? ''}.${textAt(item, 'tool') ?? ''}`;
    case 'dynamicToolCall':
      return textAt(item, 'tool') ?? 'a tool';
    case 'webSearch':
      return `search ${textAt(item, 'query') ?? textAt(recordAt(item, 'action'), 'query') ?? ''}`;
    case 'imageView':
      return `view ${relative(textAt(item, 'path'), cwd)}`;
    case 'collabAgentToolCall':
      return `${textAt(item, 'tool') ?? 'agents'} ${textAt(item, 'prompt') ?? ''}`;
    default:
      return null;
  }
}

function relative(path: string | null, cwd: string | null): string {
  if (path === null) return '';
  return cwd !== null && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}

function oneLine(text: string): string {
  const line = text.trim().split(/[\r\n]/)[0] ?? '';
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line.trimEnd();
}
