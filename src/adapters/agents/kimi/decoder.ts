import type { AgentDecoder, AgentFact } from '../../../ports/agent.ts';
import { textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { recordDecoder } from '../record-decoder.ts';

/**
 * A decoder of `--output-format stream-json` with the driver's lines in it. The CLI prints little,
 * of its main agent alone; tools, tokens and troubles come from the driver, who reads its files.
 */
export function makeDecoder(): AgentDecoder {
  return recordDecoder(decode);
}

function decode(record: JsonRecord): readonly AgentFact[] {
  const role = textAt(record, 'role');
  switch (role) {
    case 'meta':
      return meta(record);
    case 'assistant': {
      const text = textAt(record, 'content');
      return text === null || text.trim() === '' ? [] : [{ kind: 'said', text }];
    }
    case 'tool':
      return [];
    default:
      return textAt(record, 'type') === 'goal.summary' ? [] : unknown(role ?? 'no role');
  }
}

function meta(record: JsonRecord): readonly AgentFact[] {
  const type = textAt(record, 'type');
  switch (type) {
    case 'system.version':
      return [{ kind: 'identity', version: textAt(record, 'version'), model: null, session: null }];
    case 'session.resume_hint':
    case 'turn.step.retrying':
      return [];
    default:
      return unknown(`meta/${type ?? 'no type'}`);
  }
}

function unknown(what: string): readonly AgentFact[] {
  return [{ kind: 'unknown', what: what.slice(0, 80) }];
}
