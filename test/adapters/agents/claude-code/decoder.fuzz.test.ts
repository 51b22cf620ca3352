import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeDecoder } from '../../../../src/adapters/agents/claude-code/decoder.ts';
import type { AgentFact } from '../../../../src/ports/agent.ts';
import { decodeAll } from '../../../rig/run-agent.ts';
import { lines, SAMPLES } from './samples.ts';

describe('whatever comes', () => {
  const real = fc.constantFrom(...SAMPLES.flatMap(lines));
  const cutLine = fc.tuple(real, fc.nat(), fc.nat(), fc.string()).map(([line, a, b, noise]) => {
    const from = a % line.length;
    return line.slice(0, from) + noise + line.slice(from + (b % 40));
  });
  const changedLine = fc.tuple(real, fc.nat(), fc.jsonValue()).map(([line, at, value]) => {
    const paths: (readonly (string | number)[])[] = [];
    collect(JSON.parse(line), [], paths);
    return JSON.stringify(replaced(JSON.parse(line), paths[at % paths.length] ?? [], value));
  });
  const anyLine = fc.oneof(
    real,
    cutLine,
    changedLine,
    fc.string(),
    fc.json(),
    fc
      .tuple(
        fc.constantFrom('system', 'assistant', 'user', 'result'),
        fc.dictionary(fc.string(), fc.jsonValue()),
      )
      .map(([type, rest]) => JSON.stringify({ ...rest, type })),
  );

  it('never throws, and facts are well formed', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 30 }), (some) => {
        for (const fact of decodeAll(makeDecoder(), some)) checkFact(fact);
      }),
      { numRuns: 400 },
    );
  });
});

/** Paths of all values below a JSON value. */
function collect(
  value: unknown,
  path: readonly (string | number)[],
  into: (readonly (string | number)[])[],
): void {
  into.push(path);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, below] of Object.entries(value)) collect(below, [...path, key], into);
}

/** A copy with the value at a path replaced. */
function replaced(value: unknown, path: readonly (string | number)[], by: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== 'object' || value === null) return by;
  if (Array.isArray(value)) {
    return value.map((item: unknown, i) => (i === Number(key) ? replaced(item, rest, by) : item));
  }
  const record = value as Record<string, unknown>;
  return { ...record, [key]: replaced(record[key], rest, by) };
}

function checkFact(fact: AgentFact): void {
  switch (fact.kind) {
    case 'usage':
      for (const count of Object.values(fact.usage)) {
        expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
      }
      break;
    case 'tool':
      expect(fact.text).not.toContain('\n');
      expect(fact.text.length).toBeLessThanOrEqual(120);
      break;
    case 'command':
      expect(fact.exit === null || Number.isSafeInteger(fact.exit)).toBe(true);
      break;
    case 'result':
      expect(fact.costUsd === null || fact.costUsd >= 0).toBe(true);
      break;
    case 'sub-agent':
      expect(fact.name).not.toContain('\n');
      expect(fact.id).not.toBe('');
      break;
    case 'trouble':
      expect(fact.text.length).toBeLessThanOrEqual(500);
      break;
    case 'identity':
    case 'refused':
    case 'said':
    case 'unknown':
      break;
    default:
      throw new Error(`the CLI alone tells no ${fact.kind}`);
  }
}
