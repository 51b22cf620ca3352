import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claudeCodeTraces } from '../../../../src/adapters/traces/claude-code/importer.ts';
import { shellParser } from '../../../../src/adapters/shell/unbash.ts';
import { asChecked, readOnly, samplesOf, SAMPLES } from '../hand-checked.ts';

const importer = claudeCodeTraces(shellParser.parse);

test.each(samplesOf('claude-code'))('%s is what was read in it by hand', async (name, expected) => {
  const trace = await readOnly(importer, join(SAMPLES, name));
  expect(asChecked(trace)).toEqual(expected);
});
