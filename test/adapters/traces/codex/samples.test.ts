import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asChecked, readOnly, samplesOf, SAMPLES } from '../hand-checked.ts';
import { IMPORTERS } from '../importers.ts';

test.each(samplesOf('codex'))('%s is what was read in it by hand', async (name, expected) => {
  const trace = await readOnly(IMPORTERS.codex, join(SAMPLES, name));
  expect(asChecked(trace)).toEqual(expected);
});
