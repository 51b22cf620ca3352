import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kimiTraces } from '../../../../src/adapters/traces/kimi/importer.ts';
import { shellParser } from '../../../../src/adapters/shell/unbash.ts';
import { asChecked, readOnly, samplesOf, SAMPLES } from '../hand-checked.ts';

const importer = kimiTraces(shellParser.parse);

test.each(samplesOf('kimi'))('%s is what was read in it by hand', async (name, expected) => {
  const trace = await readOnly(importer, join(SAMPLES, name));
  expect(asChecked(trace)).toEqual(expected);
});
