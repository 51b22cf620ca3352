import type { AgentDecoder, AgentFact } from '../../../ports/agent.ts';
import { recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { recordDecoder } from '../record-decoder.ts';
import { oneLine } from '../tool-words.ts';
import { DELEGATION_TOOL } from './manifest.ts';
import { toolText } from './tool-text.ts';
import { troubleOf } from './trouble.ts';

interface Pending {
  readonly name: string;
  readonly text: string;
}

interface State {
  /** Calls without a result. */
  readonly pending: Map<string, Pending>;
  /** What the agent has said so far of what it says. */
  saying: string;
}

/**
 * A decoder of `--output-format stream-json` with the driver's lines in it. The CLI prints its main
 * agent alone; requests, commands and sub-agents come from the driver, who reads its files.
 */
export function makeDecoder(): AgentDecoder {
  const state: State = { pending: new Map(), saying: '' };
  return recordDecoder((record) => decode(state, record));
}

function decode(state: State, record: JsonRecord): readonly AgentFact[] {
  const type = textAt(record, 'type');
  switch (type) {
    case 'init':
      return [
        {
          kind: 'identity',
          version: null,
          model: textAt(record, 'model'),
          session: textAt(record, 'session_id'),
        },
      ];
    case 'message':
      return message(state, record);
    case 'tool_use':
      return [...said(state), ...called(state, record)];
    case 'tool_result':
      return [...said(state), ...returned(state, record)];
    case 'error':
      return [troubleOf(textAt(record, 'message') ?? 'an error', false)];
    case 'result':
      return [
        ...said(state),
        { kind: 'result', text: '', failed: textAt(record, 'status') !== 'success', costUsd: null },
      ];
    default:
      return [{ kind: 'unknown', what: (type ?? 'no type').slice(0, 80) }];
  }
}

/** What the agent says comes in pieces. */
function message(state: State, record: JsonRecord): readonly AgentFact[] {
  // A new turn: what was said until the last one was ended is all of it.
  if (textAt(record, 'role') !== 'assistant') return said(state);
  const text = textAt(record, 'content') ?? '';
  if (record['delta'] === true) {
    state.saying += text;
    return [];
  }
  return text.trim() === '' ? [] : [{ kind: 'said', text }];
}

function said(state: State): readonly AgentFact[] {
  const text = state.saying;
  state.saying = '';
  return text.trim() === '' ? [] : [{ kind: 'said', text }];
}

function called(state: State, record: JsonRecord): readonly AgentFact[] {
  const name = textAt(record, 'tool_name') ?? 'a tool';
  const text = toolText(name, recordAt(record, 'parameters'), null);
  state.pending.set(textAt(record, 'tool_id') ?? '', { name, text });
  return [{ kind: 'tool', text }];
}

const REASON_LENGTH = 160;

function returned(state: State, record: JsonRecord): readonly AgentFact[] {
  const id = textAt(record, 'tool_id') ?? '';
  const call = state.pending.get(id);
  state.pending.delete(id);
  if (call === undefined || textAt(record, 'status') !== 'error') return [];
  const error = recordAt(record, 'error');
  const reason = textAt(error, 'message') ?? textAt(record, 'output') ?? '';
  if (!isRefusal(textAt(error, 'type') ?? '', reason)) return [];
  const facts: AgentFact[] = [
    { kind: 'refused', text: `${call.text}: ${oneLine(reason, REASON_LENGTH)}` },
  ];
  if (call.name === DELEGATION_TOOL)
    facts.push({ kind: 'sub-agent', id, phase: 'refused', name: call.text });
  return facts;
}

/** A tool that is off, a policy's no, a path outside the workspace. */
const isRefusal = (type: string, reason: string): boolean =>
  ['tool_not_registered', 'policy_violation', 'path_not_in_workspace'].includes(type) ||
  /denied by policy|Path not in workspace|requires user confirmation/i.test(reason);
