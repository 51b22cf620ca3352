import { stringify } from 'yaml';
import type { ProjectGuess } from './project-guess.ts';

/** The text of a `fanin.config.yaml` for what was found, with the reasons as comments. */
export function renderConfig({ setup, checks }: ProjectGuess): string {
  const lines = [
    '# What fanin needs to know of this repository. Commit this file.',
    '',
    '# Makes a work copy ready. Runs once in each.',
    ...(setup.length === 0
      ? ['# setup: npm ci']
      : [
          ...setup.map(({ reason }) => `# Proposed because ${oneLine(reason)}.`),
          `setup: ${scalar(setup.map(({ run }) => run).join(' && '))}`,
        ]),
    '',
    '# What must pass on the delivered tree. fanin runs these itself; an exit code of 0 passes.',
    ...(checks.length === 0 ? NO_CHECKS : ['checks:', ...checks.flatMap(checkLines)]),
    '',
    '# Who lets deliveries land (human or checks), and how many may wait for them.',
    'review: { by: human, limit: 3 }',
    '',
    '# What each task has unless it says otherwise.',
    'defaults: { agent: claude, deadline: 60m }',
    '',
    '# Work shorter than this in all runs one task at a time.',
    'serialBelow: 30m',
  ];
  return `${lines.join('\n')}\n`;
}

const NO_CHECKS = [
  '# Nothing was found. Without checks every delivery is unverified and waits for you.',
  '# checks:',
  '#   unit: { run: npm test, timeout: 10m }',
];

const checkLines = ({ name, run, reason }: ProjectGuess['checks'][number]): readonly string[] => [
  `  # ${oneLine(reason)}`,
  `  ${scalar(name)}: { run: ${quoted(run)}, timeout: 10m }`,
];

const scalar = (text: string): string => stringify(text, { lineWidth: 0 }).trim();

/** In braces more characters mean something. */
const quoted = (text: string): string =>
  /^[\w./ -]+$/u.test(text) && !/^[\s-]|\s$/u.test(text) ? text : JSON.stringify(text);

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ');
