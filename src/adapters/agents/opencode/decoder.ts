import type { AgentDecoder, AgentFact } from '../../../ports/agent.ts';
import { recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { recordDecoder } from '../record-decoder.ts';

/**
 * A decoder of `run --format json` with the driver's lines in it. The CLI prints its main session
 * alone; tools, tokens and troubles come from the driver, who hears the whole.
 */
export function makeDecoder(): AgentDecoder {
  // Warnings for people: of the config, of a permission that nobody could be asked for.
  return recordDecoder(decode, []);
}

function decode(record: JsonRecord): readonly AgentFact[] {
  const type = textAt(record, 'type');
  switch (type) {
    case 'text':
      return said(recordAt(record, 'part'));
    case 'step_start':
    case 'step_finish':
    case 'tool_use':
    case 'reasoning':
    case 'error':
      return [];
    default:
      return [{ kind: 'unknown', what: (type ?? 'no type').slice(0, 80) }];
  }
}

/** A synthetic text is one that the CLI tells its model. */
function said(part: JsonRecord): readonly AgentFact[] {
  const text = textAt(part, 'text') ?? '';
  return text.trim() === '' || part['synthetic'] === true ? [] : [{ kind: 'said', text }];
}
