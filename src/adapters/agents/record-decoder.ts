import type { AgentDecoder, AgentFact } from '../../ports/agent.ts';
import { driverFact } from './driver-fact.ts';
import { parseRecord, type JsonRecord } from '../../domain/json-record.ts';

/**
 * A decoder of JSON objects, one a line: those of a driver are its facts, the others are the agent's
 * `own`. A line that is no such object tells `stray`: left out, that there was one.
 */
export function recordDecoder(
  own: (record: JsonRecord) => readonly AgentFact[],
  stray: readonly AgentFact[] = NO_OBJECT,
): AgentDecoder {
  return {
    feed(line) {
      if (line.trim() === '') return [];
      const record = parseRecord(line);
      if (record === null) return stray;
      const fact = driverFact(record);
      return fact === null ? own(record) : [fact];
    },
  };
}

const NO_OBJECT: readonly AgentFact[] = [
  { kind: 'unknown', what: 'a line that is no JSON object' },
];
