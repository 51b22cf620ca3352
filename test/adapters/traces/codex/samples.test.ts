import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codexTraces } from '../../../../src/adapters/traces/codex/importer.ts';
import { shellParser } from '../../../../src/adapters/shell/unbash.ts';
import { asChecked, readOnly, samplesOf, SAMPLES } from '../hand-checked.ts';

const importer = codexTraces(shellParser.parse);

test.each(samplesOf('codex'))('%s is what was read in it by hand', async (name, expected) => {
  const trace = await readOnly(importer, join(SAMPLES, name));
  expect(asChecked(trace)).toEqual(expected);
});
