import { isRecord, recordAt, textAt, type JsonRecord } from '../../../../src/domain/json-record.ts';

/**
 * A record without what the program tells its model at the start and says again in each session (system prompts,
 * descriptions of tools, listings), and without what it writes down a second time (whole requests, the messages that
 * its other records hold). Long texts are cut, lists and objects emptied; the record stays, as a line of its own.
 */
export function stripped(record: JsonRecord): JsonRecord {
  const type = textAt(record, 'type') ?? '';
  switch (type) {
    case 'api-request-shape':
    case 'api-request-blob':
    case 'api-request':
    case 'llm.tools_snapshot':
    case 'world_state':
    case 'agent.message.appended':
    case 'context.append_message':
    case 'tools-used':
      return plain(record);
    case 'profile.bind':
      return shortened(record);
    case 'session_meta': {
      const payload = recordAt(record, 'payload');
      return {
        ...record,
        payload: {
          ...payload,
          base_instructions: shortened(recordAt(payload, 'base_instructions')),
        },
      };
    }
    case 'attachment':
      return LISTINGS.test(textAt(recordAt(record, 'attachment'), 'type') ?? '')
        ? shortened(record)
        : record;
    case 'response_item': {
      const payload = recordAt(record, 'payload');
      return payload['role'] === 'developer' ? { ...record, payload: shortened(payload) } : record;
    }
    default:
      return record;
  }
}

/** What is told to the model by the way; a message that was waiting (`queued_command`) is none of it. */
const LISTINGS =
  /^(?:prompt_snapshot|skill_listing|agent_listing|deferred_tools|environment|session_context|total_tokens|remote_session|model)/;

/** Objects are emptied. */
const plain = (record: JsonRecord): JsonRecord =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key,
      isRecord(value) ? {} : Array.isArray(value) ? [] : short(value),
    ]),
  );

const LONG = 80;
const MANY = 2;

function shortened(record: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, short(value)]));
}

function short(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length <= LONG
      ? value
      : `${value.slice(0, LONG)}…[${value.length - LONG} characters cut]`;
  if (Array.isArray(value)) return value.length > MANY ? [] : value.map(short);
  return isRecord(value) ? shortened(value) : value;
}
