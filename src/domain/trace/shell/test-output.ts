import type { TestRun } from '../event.ts';
import { cut, LIMITS } from '../limits.ts';

/** What a test run said. */
export interface TestSays {
  readonly verdict: TestRun['verdict'];
  readonly passed: number | null;
  readonly failed: number | null;
  readonly failures: string;
}

/** How the command ended that it was part of. */
export interface TestEnd {
  /** Null: unknown. */
  readonly exit: number | null;
  /** Whether the exit code is that of the test: nothing behind it in a pipe or a list can have made it. */
  readonly own: boolean;
}

/** Reads the verdict: by the counts a runner prints, else by the exit code where that is the runner's own. */
export function readVerdict(output: string, { exit, own }: TestEnd): TestSays {
  const text = output.length > MOST_TEXT ? output.slice(-MOST_TEXT) : output;
  const plain = text.includes('\u{1b}') ? text.replaceAll(COLOURS, '') : text;
  const counts = countsIn(plain);
  const verdict = verdictOf(counts, own ? exit : null);
  return {
    verdict,
    ...counts,
    failures: verdict === 'failed' ? failuresIn(plain) : '',
  };
}

interface Counts {
  readonly passed: number | null;
  readonly failed: number | null;
}

const MOST_TEXT = 60_000;
// oxlint-disable-next-line no-control-regex -- the codes that terminals know begin with one
const COLOURS = /\u{1b}\[[\d;]*m/gu;

function verdictOf({ passed, failed }: Counts, exit: number | null): TestRun['verdict'] {
  if (failed !== null && failed > 0) return 'failed';
  if (exit !== null) return exit === 0 ? 'passed' : 'failed';
  return passed !== null && passed > 0 && failed !== null ? 'passed' : 'unknown';
}

/** A runner's last line of counts. One that names only what passed has seen nothing fail. */
function countsIn(text: string): Counts {
  for (const { word, line, passed, failed } of RUNNERS) {
    if (!text.includes(word)) continue;
    const found = [...text.matchAll(line)].at(-1)?.[0];
    if (found === undefined) continue;
    return { passed: numberIn(found, passed), failed: numberIn(found, failed) };
  }
  if (!text.includes('test result:')) return { passed: null, failed: null };
  const rust = [...text.matchAll(/test result: \w+\. (\d+) passed; (\d+) failed/g)];
  if (rust.length > 0) return { passed: sum(rust, 1), failed: sum(rust, 2) };
  return { passed: null, failed: null };
}

const numberIn = (text: string, pattern: RegExp): number =>
  Number.parseInt(pattern.exec(text)?.[1] ?? '0', 10);

const sum = (all: readonly RegExpExecArray[], group: number): number =>
  all.reduce((total, each) => total + Number.parseInt(each[group] ?? '0', 10), 0);

const PASSED = /(\d+) pass(?:ed|ing)?/;
const FAILED = /(\d+) (?:fail(?:ed|ing|ures?)?|errors?)/;

/** Lines of counts of single runners, with a word that each of them has: to look for that costs less. */
const RUNNERS: readonly {
  readonly word: string;
  readonly line: RegExp;
  readonly passed: RegExp;
  readonly failed: RegExp;
}[] = [
  // vitest, jest
  {
    word: 'Tests',
    line: /^\s*Tests:?\s+.*\d+ (?:passed|failed|skipped|todo).*$/gm,
    passed: PASSED,
    failed: FAILED,
  },
  // pytest
  {
    word: ' in ',
    line: /^=*\s*(?:\d+ \w+, )*\d+ (?:passed|failed|errors?)[^\n]* in [\d.:]+ ?s.*$/gm,
    passed: PASSED,
    failed: FAILED,
  },
  // node --test, tap
  {
    word: ' pass ',
    line: /^(?:ℹ|#) pass \d+\n(?:ℹ|#) fail \d+$/gm,
    passed: /pass (\d+)/,
    failed: /fail (\d+)/,
  },
  // mocha
  {
    word: 'passing',
    line: /^\s*\d+ passing[^\n]*(?:\n\s*\d+ pending)?(?:\n\s*\d+ failing)?/gm,
    passed: PASSED,
    failed: FAILED,
  },
  // unittest
  {
    word: 'FAILED (',
    line: /^FAILED \((?:failures=\d+)?.*\)$/gm,
    passed: /passed=(\d+)/,
    failed: /(?:failures|errors)=(\d+)/,
  },
];

const FAILURE =
  /\b(?:FAIL(?:ED|URE)?|not ok|\w*(?:Error|Exception)|panic(?:ked)?|undefined reference|cannot find|Cannot find|unresolved|error TS\d+)\b|\berror(?:\[E\d+\])?:|✗|✕|×|❯/;

/** The lines of a text that say what failed; where none does by a word that is known, the last ones. */
export function failuresIn(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const known = lines.filter((line) => FAILURE.test(line));
  const told = known.length > 0 ? known.slice(0, 40) : lines.slice(-LAST_LINES);
  return cut(told.map((line) => cut(line.trim(), 300)).join('\n'), LIMITS.excerpt);
}

const LAST_LINES = 6;
