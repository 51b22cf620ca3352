import { driverFact } from '../driver-fact.ts';
import type { AgentDecoder, AgentFact } from '../../../ports/agent.ts';

/** Reads the records of agent-main.ts. Anything else is counted as unknown. */
export function scriptedDecoder(): AgentDecoder {
  return {
    feed: (line) => {
      if (line.trim() === '') return [];
      const record = parseObject(line);
      if (record === null) return [{ kind: 'unknown', what: 'text' }];
      return [driverFact(record) ?? factOf(record)];
    },
  };
}

function parseObject(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function factOf(record: Readonly<Record<string, unknown>>): AgentFact {
  const text = textOf(record['text']) ?? '';
  switch (record['type']) {
    case 'hello':
      return {
        kind: 'identity',
        version: textOf(record['version']),
        model: textOf(record['model']),
        session: textOf(record['session']),
      };
    case 'say':
      return { kind: 'said', text };
    case 'tool':
      return { kind: 'tool', text };
    case 'command':
      return {
        kind: 'command',
        argv: textOf(record['argv']) ?? '',
        exit: numberOf(record['exit']),
      };
    case 'usage':
      return usageFact(record['usage']);
    case 'result':
      return {
        kind: 'result',
        text,
        failed: record['failed'] === true,
        costUsd: numberOf(record['costUsd']),
      };
    default:
      return { kind: 'unknown', what: textOf(record['type']) ?? 'record' };
  }
}

function usageFact(value: unknown): AgentFact {
  if (typeof value !== 'object' || value === null) return { kind: 'unknown', what: 'usage' };
  const usage = value as Readonly<Record<string, unknown>>;
  return {
    kind: 'usage',
    usage: {
      input: numberOf(usage['input']) ?? 0,
      cacheRead: numberOf(usage['cacheRead']) ?? 0,
      cacheWrite: numberOf(usage['cacheWrite']) ?? 0,
      output: numberOf(usage['output']) ?? 0,
    },
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
