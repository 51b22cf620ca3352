import {
  isRecord,
  recordAt,
  recordsAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';

/** What is known of a tool call by now: its records, one over the other. */
export type ToolCall = JsonRecord;

const MAX_LENGTH = 120;

/** The call after one more record of it; what the record leaves out stays. */
export function mergeCall(before: ToolCall | undefined, update: JsonRecord): ToolCall {
  const given = Object.entries(update).filter(
    ([key, value]) => value !== null && value !== undefined && key !== 'sessionUpdate',
  );
  const meta = { ...recordAt(before ?? {}, '_meta'), ...recordAt(update, '_meta') };
  return { ...before, ...Object.fromEntries(given), _meta: meta };
}

/** The shell command of a call, whole; null for other tools, and where it is not told. */
export function commandOf(call: ToolCall): string | null {
  if (textAt(call, 'kind') !== 'execute') return null;
  const command = recordAt(call, 'rawInput')['command'];
  if (typeof command === 'string') return command;
  if (Array.isArray(command)) return command.filter((part) => typeof part === 'string').join(' ');
  return null;
}

/** The files that a call names, wherever it does. */
export function pathsOf(call: ToolCall): readonly string[] {
  const input = recordAt(call, 'rawInput');
  const named = PATH_KEYS.flatMap((key) => textAt(input, key) ?? []);
  const places = recordsAt(call, 'locations').flatMap((place) => textAt(place, 'path') ?? []);
  const diffs = recordsAt(call, 'content').flatMap((part) => textAt(part, 'path') ?? []);
  return [...new Set([...named, ...places, ...diffs])];
}

const PATH_KEYS = [
  'file_path',
  'filePath',
  'notebook_path',
  'path',
  'abs_path',
  'source',
  'destination',
] as const;

/** The exit code, where the agent tells one in a way that was seen; else null. */
export function exitOf(call: ToolCall): number | null {
  const exit = recordAt(recordAt(call, '_meta'), 'terminal_exit')['exit_code'];
  const output = recordAt(call, 'rawOutput');
  const codes = [
    exit,
    recordAt(output, 'metadata')['exit'],
    output['exit_code'],
    output['exitCode'],
  ];
  const code = codes.find((one) => typeof one === 'number');
  if (code !== undefined) return code;
  if (textAt(call, 'status') !== 'failed') return null;
  const words = /exit(?:ed with)?(?: code)?:? (\d{1,3})\b/i.exec(outputText(call));
  return words === null ? null : Number(words[1]);
}

function outputText(call: ToolCall): string {
  const raw = textAt(call, 'rawOutput') ?? '';
  const parts = recordsAt(call, 'content').map(
    (part) => textAt(recordAt(part, 'content'), 'text') ?? '',
  );
  return [raw, ...parts].join('\n').slice(0, 2_000);
}

/** The tool call that this one is a part of: it runs a sub-agent. Null for most. */
export function parentOf(record: JsonRecord): string | null {
  const metas = Object.values(recordAt(record, '_meta')).filter(isRecord);
  for (const meta of [recordAt(record, '_meta'), ...metas]) {
    const parent = textAt(meta, 'parentToolUseId') ?? textAt(meta, 'parentToolCallId');
    if (parent !== null) return parent;
  }
  return null;
}

/** Whether a call starts a sub-agent, where the agent is one that names its tools. */
export function startsSubAgent(call: ToolCall): boolean {
  const name = textAt(recordAt(recordAt(call, '_meta'), 'claudeCode'), 'toolName');
  return name === 'Agent' || name === 'Task';
}

/** A call in a few words: `Write hello.txt`, `npm test`. Paths are relative to `cwd`. */
export function callText(call: ToolCall, cwd: string | null): string {
  const named = textAt(call, 'title') ?? textAt(call, 'kind') ?? 'a tool';
  const title = cwd === null ? named : named.replaceAll(`${cwd}/`, '');
  const command = commandOf(call);
  if (command !== null) return oneLine(command);
  const [path] = pathsOf(call);
  // Some agents' titles are the tool's name alone.
  return oneLine(path === undefined || /\s/.test(title) ? title : `${title} ${near(path, cwd)}`);
}

const near = (path: string, cwd: string | null): string =>
  cwd !== null && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;

function oneLine(text: string): string {
  const line = text.trim().split(/[\r\n]/)[0] ?? '';
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line;
}
