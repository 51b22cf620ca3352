import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Refusal } from '../../ports/boundary.ts';

/** Where a gateway writes what it has refused, below the boundary's own folder: one JSON object a line. */
export const refusalsFile = (ownFolder: string): string => join(ownFolder, 'refused.jsonl');

/** What gateways have refused so far, by host and port; the most frequent first. */
export function readRefusals(ownFolder: string): readonly Refusal[] {
  const counts = new Map<string, Refusal>();
  for (const refusal of readLines(refusalsFile(ownFolder)).flatMap(parse)) {
    const key = `${refusal.host} ${refusal.port}`;
    const times = (counts.get(key)?.times ?? 0) + refusal.times;
    counts.set(key, { ...refusal, times });
  }
  return [...counts.values()].toSorted((a, b) => b.times - a.times);
}

function readLines(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** A line that was cut off by a full disk or a crash is none. */
function parse(line: string): readonly Refusal[] {
  try {
    const read: unknown = JSON.parse(line);
    if (typeof read !== 'object' || read === null) return [];
    const { host, port, times } = read as Readonly<Record<string, unknown>>;
    if (typeof host !== 'string' || typeof times !== 'number') return [];
    return [{ host, port: typeof port === 'number' ? port : null, times }];
  } catch {
    return [];
  }
}
