import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { setImmediate as immediate } from 'node:timers/promises';
import type { AgentFact } from '../../domain/receipt/agent-fact.ts';
import type { AgentDecoder } from '../../ports/agent.ts';
import type { OutputFollower } from '../../ports/attempt-files.ts';
import { lineSplitter } from './line-splitter.ts';

/** Read at once; between two chunks others have their turn. */
const CHUNK_BYTES = 256 * 1024;

/** Follows a growing file line by line. A file that is not there yet has no output. */
export const followOutput = (path: string, decoder: AgentDecoder): OutputFollower => {
  let offset = 0;
  const splitter = lineSplitter();
  const factsOf = (line: string | null): readonly AgentFact[] =>
    line === null ? [{ kind: 'unknown', what: 'over-long line' }] : decoder.feed(line);
  return {
    poll: async (take) => {
      const file = openOrNull(path);
      if (file === null) return offset;
      try {
        for (
          let chunk = chunkFrom(file, offset);
          chunk.length > 0;
          chunk = chunkFrom(file, offset)
        ) {
          offset += chunk.length;
          splitter.push(chunk).flatMap(factsOf).forEach(take);
          if (chunk.length === CHUNK_BYTES) await immediate();
        }
      } finally {
        closeSync(file);
      }
      return offset;
    },
  };
};

/** Only says how long the file is. */
export const measureOutput = (path: string): OutputFollower => ({
  poll: async () => statSync(path, { throwIfNoEntry: false })?.size ?? 0,
});

const openOrNull = (path: string): number | null => {
  try {
    return openSync(path, 'r');
  } catch {
    return null;
  }
};

/** What lies in the file from `at` on, at most one chunk of it. Most outputs have grown by a few lines. */
const chunkFrom = (file: number, at: number): Buffer => {
  const waiting = fstatSync(file).size - at;
  if (waiting <= 0) return Buffer.alloc(0);
  const buffer = Buffer.allocUnsafe(Math.min(waiting, CHUNK_BYTES));
  return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, at));
};
