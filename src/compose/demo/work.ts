import type { Step } from '../../adapters/agents/scripted/script.ts';
import type { TokenUsage } from '../../domain/receipt/token-usage.ts';
import { testFile } from './library.ts';
import { SCENE } from './scene.ts';

/** One task of the demo's plan, and what its agent does. */
export interface DemoTask {
  readonly id: string;
  readonly prompt: string;
  readonly writes: readonly string[];
  /** Expected agent time as a plan writes it. */
  readonly size: string;
  readonly deadline?: string;
  readonly steps: readonly Step[];
  /** What its second attempt does, after `fanin retry`. */
  readonly again?: readonly Step[];
}

/** The tasks in the order of the plan. */
export const DEMO_TASKS: readonly DemoTask[] = [
  newFunction('median', 'Add median(numbers), for an even count too', {
    size: '3s',
    pauses: [300, 400],
    code: `/** The middle of the numbers in order; between the two middle ones where their count is even. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
`,
    cases: [
      ['of an odd count', 'median([9, 1, 5])', '5'],
      ['of an even count', 'median([4, 1, 3, 2])', '2.5'],
    ],
    closing: [{ risk: 'The median of no numbers is NaN; nobody said what it should be.' }],
  }),
  newFunction('range', 'Add range(numbers), from the least to the greatest', {
    size: '2s',
    pauses: [200, 400],
    code: `/** How far the greatest number is from the least. */
export function range(numbers) {
  return Math.max(...numbers) - Math.min(...numbers);
}
`,
    cases: [['from the least to the greatest', 'range([3, 9, 4])', '6']],
    closing: [{ commit: 'Add range' }],
  }),
  newFunction('mode', 'Add mode(numbers), the one that comes most often', {
    size: '2s',
    pauses: [200, 300],
    code: `/** The number that comes most often; the first of them where several do. */
export function mode(numbers) {
  const counts = new Map();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
`,
    cases: [['comes most often', 'mode([2, 7, 7, 1])', '7']],
    closing: [],
  }),
  twin(SCENE.twins[0], {
    prompt: 'Add lines(numbers, perLine) to src/text.js',
    pauses: [700, 600],
    says: 'I need to cut a list into parts: chunk().',
    code: `/** The numbers as text, so many in a line. */
export function lines(numbers, perLine) {
  return chunk(numbers, perLine).map((part) => part.join(' '));
}

/** The list in parts of at most that size. */
export function chunk(list, size) {
  const parts = [];
  for (let at = 0; at < list.length; at += size) parts.push(list.slice(at, at + size));
  return parts;
}
`,
    test: testFile('lines', [['so many in a line', 'lines([1, 2, 3], 2)', "['1 2', '3']"]], 'text'),
  }),
  twin(SCENE.twins[1], {
    prompt: 'Add pages(items, perPage) to src/page.js',
    pauses: [900, 700],
    says: 'I need to cut a list into parts: batches().',
    code: `/** The items in pages, each with its number from 1. */
export function pages(items, perPage) {
  return batches(items, perPage).map((content, index) => ({ number: index + 1, content }));
}

/** The items in groups of at most so many. */
export function batches(items, count) {
  const groups = [];
  for (let start = 0; start < items.length; start += count) groups.push(items.slice(start, start + count));
  return groups;
}
`,
    test: testFile(
      'pages',
      [['are numbered', "pages(['a', 'b'], 1)[1]", "{ number: 2, content: ['b'] }"]],
      'page',
    ),
  }),
  {
    id: SCENE.liar.task,
    prompt: 'Add percentile(numbers, share) to src/percentile.js',
    writes: ['src/percentile.js', 'test/percentile.test.js'],
    size: '2s',
    steps: percentile('Math.floor((share / 100) * sorted.length)', 1000),
    again: percentile('Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)', 300),
  },
  {
    id: SCENE.hung.task,
    prompt: 'Add report(numbers), all figures as one text',
    writes: [SCENE.hung.file, 'test/report.test.js'],
    size: '3s',
    deadline: '4s',
    steps: [
      { ignoreSigterm: true },
      { ignoreMessages: true },
      { write: { path: SCENE.hung.file, text: halfAReport() } },
      { tool: 'Write src/report.js' },
      used({ input: 2_310, cacheRead: 31_400, cacheWrite: 7_900, output: 1_240 }),
      { say: 'Which figures belong into it? I wait for an answer.' },
      { hang: true },
    ],
    again: [
      { tool: 'Read src/mean.js' },
      { pause: 300 },
      { write: { path: SCENE.hung.file, text: wholeReport() } },
      {
        write: {
          path: 'test/report.test.js',
          text: testFile(
            'report',
            [['names its figures', 'report([1, 3])', "'sum 4, mean 2'"]],
            'report',
          ),
        },
      },
      used({ input: 1_870, cacheRead: 22_600, cacheWrite: 4_100, output: 980 }),
      { claim: 'All tests pass.' },
    ],
  },
];

interface FunctionWork {
  readonly size: string;
  readonly pauses: readonly [number, number];
  readonly code: string;
  readonly cases: Parameters<typeof testFile>[1];
  readonly closing: readonly Step[];
}

/** A function with a file and a test of its own, and its line in src/index.js as the target has it by then. */
function newFunction(name: string, prompt: string, work: FunctionWork): DemoTask {
  const file = `src/${name}.js`;
  const test = `test/${name}.test.js`;
  const [before, after] = work.pauses;
  return {
    id: name,
    prompt,
    writes: [SCENE.turns.file, file, test],
    size: work.size,
    steps: [
      { tool: `Read ${SCENE.turns.file}` },
      { pause: before },
      { write: { path: file, text: work.code } },
      { append: { path: SCENE.turns.file, text: `export { ${name} } from './${name}.js';\n` } },
      { tool: `Write ${file}` },
      used({ input: 1_420, cacheRead: 18_200, cacheWrite: 5_300, output: 610 }),
      { pause: after },
      { write: { path: test, text: testFile(name, work.cases) } },
      { tool: `Write ${test}` },
      used({ input: 380, cacheRead: 24_900, cacheWrite: 1_100, output: 340 }),
      { claim: `Added ${file} and its line in ${SCENE.turns.file}.` },
      { claim: 'All tests pass.' },
      ...work.closing,
    ],
  };
}

interface TwinWork {
  readonly prompt: string;
  readonly pauses: readonly [number, number];
  readonly says: string;
  readonly code: string;
  readonly test: string;
}

function twin({ task, file }: (typeof SCENE.twins)[number], work: TwinWork): DemoTask {
  const test = `test/${task}.test.js`;
  const [before, after] = work.pauses;
  return {
    id: task,
    prompt: work.prompt,
    writes: [file, test],
    size: '2s',
    steps: [
      { say: work.says },
      { pause: before },
      { write: { path: file, text: work.code } },
      { tool: `Write ${file}` },
      used({ input: 1_650, cacheRead: 20_700, cacheWrite: 6_200, output: 890 }),
      { pause: after },
      { write: { path: test, text: work.test } },
      { claim: 'All tests pass.' },
    ],
  };
}

/** Its first author takes one place too many for the last percentile. */
function percentile(index: string, pause: number): readonly Step[] {
  const cases = [
    ['50 is the middle', 'percentile([1, 2, 3], 50)', '2'],
    ['100 is the greatest', 'percentile([1, 2, 3], 100)', '3'],
  ] as const;
  const code = `/** The number that this share (0 to 100) of the numbers does not exceed. */
export function percentile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[${index}];
}
`;
  return [
    { tool: 'Read src/mean.js' },
    { pause },
    { write: { path: 'src/percentile.js', text: code } },
    {
      write: { path: 'test/percentile.test.js', text: testFile('percentile', cases, 'percentile') },
    },
    { tool: 'Write src/percentile.js' },
    used({ input: 1_980, cacheRead: 27_300, cacheWrite: 4_800, output: 720 }),
    { claim: SCENE.liar.claim },
  ];
}

function used(usage: TokenUsage): Step {
  return { usage };
}

/** As far as its author came. */
function halfAReport(): string {
  return `import { mean } from './mean.js';
import { sum } from './sum.js';

/** All figures of the numbers as one text. */
export function report(numbers) {
  const figures = { sum: sum(numbers), mean: mean(numbers) };
  // TODO: which of them, and in which order?
`;
}

function wholeReport(): string {
  return `import { mean } from './mean.js';
import { sum } from './sum.js';

/** All figures of the numbers as one text. */
export function report(numbers) {
  const figures = { sum: sum(numbers), mean: mean(numbers) };
  return Object.entries(figures)
    .map(([name, value]) => \`\${name} \${value}\`)
    .join(', ');
}
`;
}
