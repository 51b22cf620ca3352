import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptOutput } from '../../../src/adapters/process/kept-output.ts';

const KEEP = 64 * 1024;
const CAP = 150_000;

describe('a kept output', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kept-output-test-'));
    file = join(folder, 'out');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('gives what each command has said, whole, and nothing twice, whoever cleans up between', () => {
    const length = fc.oneof(
      fc.nat(100),
      fc.constantFrom(KEEP - 1, KEEP, KEEP + 1, CAP - 1, CAP, CAP + 1),
    );
    const step = fc.record({ length, cleaned: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        writeFileSync(file, '');
        const output = keptOutput(file, KEEP);
        for (const [index, { length: bytes, cleaned }] of steps.entries()) {
          if (cleaned) rmSync(file);
          const said = Buffer.alloc(bytes, index + 1);
          appendFileSync(file, said);
          const { bytes: got, over } = output.take(CAP);
          expect(over).toBe(bytes > CAP);
          expect(got.equals(over ? Buffer.alloc(0) : said)).toBe(true);
          expect(output.take(CAP)).toMatchObject({ over: false, bytes: Buffer.alloc(0) });
          expect(statSync(file).size).toBeLessThan(KEEP);
        }
        output.close();
      }),
      { numRuns: 40 },
    );
  });
});
