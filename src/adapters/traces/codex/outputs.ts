import {
  parseRecord,
  recordAt,
  recordsAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';
import type { CallOutcome } from '../../../domain/trace/event.ts';

/** What the output of a call says. */
export interface OutputSays {
  readonly text: string;
  readonly outcome: CallOutcome;
  readonly exit: number | null;
  readonly cut: boolean;
  readonly timedOut: boolean | null;
}

/** The output of a call: text, blocks of text, or (older versions) a JSON object in a string. */
export function outputOf(payload: JsonRecord): OutputSays {
  const text = textOf(payload['output']);
  const object = parseRecord(text);
  const facts = object === null ? {} : recordAt(object, 'metadata');
  const said = (object === null ? null : textAt(object, 'output')) ?? text;
  const exit = exitOf(facts) ?? exitIn(said);
  return {
    text: said,
    outcome: outcomeOf(said, exit),
    exit,
    cut: CUT.test(said.slice(0, 2_000)) || CUT.test(said.slice(-2_000)),
    timedOut: typeof object?.['timed_out'] === 'boolean' ? object['timed_out'] : null,
  };
}

const CUT = /\[\.\.\. omitted \d+|truncated output|…\d+ tokens truncated/i;

function textOf(output: unknown): string {
  if (typeof output === 'string') return output;
  const blocks = recordsAt({ output }, 'output');
  if (blocks.length > 0) return blocks.map((block) => textAt(block, 'text') ?? '').join('\n');
  return textAt(recordAt({ output }, 'output'), 'content') ?? '';
}

const exitOf = (facts: JsonRecord): number | null =>
  typeof facts['exit_code'] === 'number' ? facts['exit_code'] : null;

function exitIn(text: string): number | null {
  const code = /^(?:Process exited with code|Exit code:?) (-?\d+)/m.exec(text.slice(0, 2_000))?.[1];
  return code === undefined ? null : Number.parseInt(code, 10);
}

function outcomeOf(text: string, exit: number | null): CallOutcome {
  if (/aborted by user/.test(text.slice(0, 200))) return 'interrupted';
  if (exit !== null) return exit === 0 ? 'ok' : 'error';
  const start = text.slice(0, 400);
  if (REFUSED.test(start)) return 'refused';
  return FAILED.test(start) ? 'error' : 'ok';
}

const REFUSED =
  /^(?:unsupported call|collab spawn failed|patch rejected|command rejected)|blocked by \w+ hook|rejected by user|requires approval|not allowed/i;
const FAILED =
  /^(?:error|failed|apply_patch verification failed|agent .{0,80} not found|Script failed|err:)|verification failed|execution error/i;
