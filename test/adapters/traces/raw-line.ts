import { isAscii } from 'node:buffer';
import type { RawLine } from '../../../src/adapters/traces/lines.ts';

/** A line as it lies among others. */
export function rawLine(says: string | Buffer): RawLine {
  const line = Buffer.from(says);
  const bytes = Buffer.concat([
    Buffer.from('{"before":1}\n'),
    line,
    Buffer.from('\n{"behind":1}\n'),
  ]);
  const from = bytes.indexOf(10) + 1;
  return {
    text: bytes.toString('latin1'),
    from,
    to: from + line.length,
    bytes,
    ascii: isAscii(bytes),
  };
}
