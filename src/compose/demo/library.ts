/** The little library that the demo's agents work on, as it is before they start: path → content. */
export const LIBRARY: Readonly<Record<string, string>> = {
  'README.md': `# tally

Small statistics over lists of numbers. A made-up library: fanin's demo made it, so do with it what you like.

    npm test

plan.yaml says what was to be done here, fanin.config.yaml how, and demo.script.json what each scripted
agent does. No model is called.
`,
  'package.json': `{
  "name": "tally",
  "version": "1.0.0",
  "private": true,
  "type": "module",
  "exports": "./src/index.js",
  "scripts": { "test": "node --test" }
}
`,
  '.gitignore': 'node_modules/\n',
  'src/index.js': `// What tally offers, one line a function.
export { mean } from './mean.js';
export { sum } from './sum.js';
`,
  'src/sum.js': `/** The sum of all numbers; 0 of none. */
export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
`,
  'src/mean.js': `import { sum } from './sum.js';

/** The mean of the numbers; NaN of none. */
export function mean(numbers) {
  return sum(numbers) / numbers.length;
}
`,
  'test/sum.test.js': testFile('sum', [
    ['adds up', 'sum([1, 2, 3])', '6'],
    ['nothing adds up to 0', 'sum([])', '0'],
  ]),
  'test/mean.test.js': testFile('mean', [['lies in the middle', 'mean([1, 2, 6])', '3']]),
};

/** A test file for `name` from src/index.js, or from `module`. Each case: what it says, a call, and its value. */
export function testFile(
  name: string,
  cases: readonly (readonly [says: string, call: string, value: string])[],
  module = 'index',
): string {
  return [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    `import { ${name} } from '../src/${module}.js';`,
    ...cases.map(
      ([says, call, value]) =>
        `\ntest('${name}: ${says}', () => {\n  assert.deepEqual(${call}, ${value});\n});`,
    ),
    '',
  ].join('\n');
}
