import type { AgentFact } from '../../../ports/agent.ts';
import { recordsAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';

/** What a sitting acts by. */
export interface SittingDeps {
  tell(fact: AgentFact): void;
  /** There is nothing more to do, and nothing on its way: the CLI may be let end. */
  over(): void;
}

/**
 * One session of the CLI with its input open, from the brief to its last turn: which messages it has
 * taken, and when there is nothing more to come.
 */
export interface Sitting {
  /** A user's line goes in. `message`: the id of what is sent; null for the brief. */
  sent(uuid: string, message: string | null): void;
  /** A record that the CLI printed. */
  take(record: JsonRecord): void;
  /** The session has ended: what it never took came too late. */
  close(): void;
}

/** What ran beside the turn (a sub-agent, a command) may call the CLI to work again right after it. In ms. */
const SETTLE_MS = 250;
/** A command in the background is waited for so long, in ms, then the CLI's own patience counts. */
const BACKGROUND_MS = 600_000;

/** A session that has not begun. */
export function makeSitting(deps: SittingDeps): Sitting {
  const waiting = new Map<string, string | null>();
  let idle = false;
  /** The CLI says itself when it is at work. */
  let says = false;
  let background = 0;
  /** Something ran beside the turn; without it nothing calls the CLI back. */
  let aside = false;
  let timer: NodeJS.Timeout | null = null;
  const settle = (uuid: string | null, way: 'mid-turn' | 'too-late'): void => {
    const id = uuid === null ? undefined : waiting.get(uuid);
    if (uuid === null || id === undefined) return;
    waiting.delete(uuid);
    if (id !== null) deps.tell({ kind: 'message', id, way });
  };
  const reconsider = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (!idle || waiting.size > 0) return;
    const settleMs = aside ? SETTLE_MS : 0;
    timer = setTimeout(() => deps.over(), background === 0 ? settleMs : BACKGROUND_MS);
  };
  return {
    sent(uuid, message) {
      waiting.set(uuid, message);
      reconsider();
    },
    take(record) {
      const state = stateOf(record);
      says ||= state !== null;
      const busy = state ?? (says ? null : guessOf(record));
      if (busy !== null) idle = busy === 'idle';
      background = backgroundOf(record) ?? background;
      aside ||= background > 0 || textAt(record, 'subtype') === 'task_started';
      const fate = fateOf(record);
      if (fate !== null) settle(fate.uuid, fate.way);
      if (busy !== null || fate !== null || backgroundOf(record) !== null) reconsider();
    },
    close() {
      if (timer !== null) clearTimeout(timer);
      for (const uuid of waiting.keys()) settle(uuid, 'too-late');
    },
  };
}

type State = 'idle' | 'busy';

/** What `system/session_state_changed` tells: idle when all turns are over, those after sub-agents too. */
function stateOf(record: JsonRecord): State | null {
  if (textAt(record, 'subtype') !== 'session_state_changed') return null;
  return textAt(record, 'state') === 'idle' ? 'idle' : 'busy';
}

/** For a CLI that does not tell its state. */
function guessOf(record: JsonRecord): State | null {
  const type = textAt(record, 'type');
  if (type === 'result') return 'idle';
  return type === 'assistant' || textAt(record, 'subtype') === 'init' ? 'busy' : null;
}

function backgroundOf(record: JsonRecord): number | null {
  if (textAt(record, 'subtype') !== 'background_tasks_changed') return null;
  return recordsAt(record, 'tasks').length;
}

/** What became of a user's line: read back where it went into a turn, or dropped. */
function fateOf(record: JsonRecord): { uuid: string | null; way: 'mid-turn' | 'too-late' } | null {
  if (textAt(record, 'type') === 'user' && record['isReplay'] === true) {
    return { uuid: textAt(record, 'uuid'), way: 'mid-turn' };
  }
  if (textAt(record, 'type') !== 'command_lifecycle') return null;
  const state = textAt(record, 'state') ?? '';
  const uuid = textAt(record, 'command_uuid');
  if (state === 'started' || state === 'completed') return { uuid, way: 'mid-turn' };
  return ['cancelled', 'discarded', 'refused'].includes(state) ? { uuid, way: 'too-late' } : null;
}
