import type { Parse } from '../../guard/shell.ts';
import type { ReadingDepth } from '../reading-depth.ts';
import type { Hash } from '../brief.ts';
import type { ErrorClass, ToolCall, Wait } from '../event.ts';
import { cut, LIMITS } from '../limits.ts';
import { errorClassOf } from './error-class.ts';
import { lightEffects, mayMakeWorkCopy } from './light-events.ts';
import { fileWrites } from './file-writes.ts';
import type { ReadCommand } from './command-reader.ts';
import { allUnplaced, type NewEvent } from './new-event.ts';
import { shellEvents } from './shell-events.ts';
import { toolKindOf, type CallResult, type CallStart } from './tool-use.ts';

/** What deriving events needs of the world. */
export interface Tools {
  readonly hash: Hash;
  readonly parse: Parse;
  /** What is wanted; by default all. For measures most of what only shows what happened is left out. */
  readonly depth?: ReadingDepth;
}

/** The same, with what has read command lines before. */
export interface EventTools extends Omit<Tools, 'parse'> {
  readonly read: ReadCommand;
}

/**
 * All events of a call: the call, and what it did. `result` null: none is recorded. `settled`: whether what it did can
 * change no measure any more.
 */
export function callEvents(
  start: CallStart,
  result: CallResult | null,
  tools: EventTools,
  settled: boolean,
): readonly NewEvent[] {
  const call = toolCall(start, result);
  if (tools.depth !== 'measures') return [call, ...effects(start, result, tools)];
  return settled && !mayMakeWorkCopy(start)
    ? [call]
    : [call, ...lightEffects(start, result, hasRun(result), tools.read)];
}

function toolCall(start: CallStart, result: CallResult | null): Omit<ToolCall, 'order'> {
  const outcome = result?.outcome ?? 'running';
  const failed = result !== null && outcome !== 'ok' && outcome !== 'running';
  return {
    kind: 'tool',
    id: start.id,
    agent: start.agent,
    at: start.at,
    evidence: start.evidence,
    name: start.name,
    tool: toolKindOf(start.use),
    until: result?.at ?? null,
    outcome,
    exit: result?.exit ?? null,
    error: failed ? errorOf(result) : null,
    resultLength: result?.length ?? null,
    resultCut: result?.cut ?? false,
  };
}

const errorOf = ({ error, outcome, text, exit }: CallResult): ErrorClass =>
  error ?? (outcome === 'interrupted' ? 'interrupted' : errorClassOf(text, exit));

function effects(
  start: CallStart,
  result: CallResult | null,
  { hash, read }: EventTools,
): readonly NewEvent[] {
  const { use, agent, at, evidence } = start;
  const base = { agent, at, evidence, call: start.id };
  const ok = result?.outcome === 'ok';
  switch (use.kind) {
    case 'read':
      return ok
        ? allUnplaced(use.paths, start.cwd).map((path) => ({
            ...base,
            kind: 'read' as const,
            path,
            how: 'tool' as const,
          }))
        : [];
    case 'write':
    case 'edit':
    case 'patch':
      return ok ? fileWrites(start, use, result, hash) : [];
    case 'shell':
      return hasRun(result) ? shellEvents(start, use.command, result, read) : [];
    case 'wait':
      return [waitOf(start, use, result)];
    case 'stop':
      return [{ ...base, kind: 'stop', target: use.target, reason: use.reason }];
    case 'message':
      return [
        {
          ...base,
          kind: 'message',
          what: 'note',
          from: { kind: 'agent', id: agent },
          to: use.to === null ? { kind: 'program' } : { kind: 'agent', id: use.to },
          text: cut(use.text ?? '', LIMITS.message),
          length: use.text?.length ?? null,
        },
      ];
    default:
      return [];
  }
}

/** A command that was refused never ran; one that was stopped, or whose end is not recorded, did. */
const hasRun = (result: CallResult | null): boolean =>
  result === null ||
  (result.outcome !== 'refused' && !(result.outcome === 'error' && result.exit === null));

function waitOf(
  { agent, at, evidence, id }: CallStart,
  use: Extract<CallStart['use'], { kind: 'wait' }>,
  result: CallResult | null,
): Omit<Wait, 'order'> {
  return {
    kind: 'wait',
    agent,
    at,
    evidence,
    call: id,
    targets: use.targets,
    timeoutMs: use.timeoutMs,
    until: result?.at ?? null,
    outcome: waitOutcome(result),
  };
}

function waitOutcome(result: CallResult | null): Wait['outcome'] {
  if (result === null) return 'unknown';
  if (result.timedOut === true) return 'timeout';
  if (result.outcome === 'interrupted') return 'interrupted';
  return result.outcome === 'ok' ? 'done' : 'unknown';
}
