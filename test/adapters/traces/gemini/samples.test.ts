import { join } from 'node:path';
import { expect, test } from 'vitest';
import { geminiTraces } from '../../../../src/adapters/traces/gemini/importer.ts';
import { shellParser } from '../../../../src/adapters/shell/unbash.ts';
import { asChecked, readOnly, samplesOf, SAMPLES } from '../hand-checked.ts';

const importer = geminiTraces(shellParser.parse);

test.each(samplesOf('gemini'))('%s is what was read in it by hand', async (name, expected) => {
  const trace = await readOnly(importer, join(SAMPLES, name));
  expect(asChecked(trace)).toEqual(expected);
});
