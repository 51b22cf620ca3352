import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

interface Summary {
  passed: number;
  failed: number;
  /** Skipped or todo in the source, whatever the machine. */
  skipped: number;
  /** Names of the tests not run, by the capabilities the machine lacks. */
  notRun: Map<string, string[]>;
}

/**
 * Counts what really happened and ends the run with `N passed, N failed` alone on a line. Under
 * scripts/test.mjs, which has the last word, it leaves the counts in the file that names instead.
 */
export class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const summary: Summary = { passed: 0, failed: 0, skipped: 0, notRun: new Map() };
    for (const module of modules) countModule(module, summary);
    summary.failed += unhandledErrors.length;
    const { passed, failed } = summary;
    const notes = notesOf(summary);
    const file = process.env['FANIN_TEST_SUMMARY'];
    if (file !== undefined) writeFileSync(file, JSON.stringify({ passed, failed, notes }));
    else process.stdout.write(`${[...notes, `${passed} passed, ${failed} failed`].join('\n')}\n`);
  }
}

/** A file or a describe block that fails by itself (it does not load, a hook throws) counts as one. */
function countModule(module: TestModule, summary: Summary): void {
  const suites = [...module.children.allSuites()];
  summary.failed += [module, ...suites].filter((suite) => suite.errors().length > 0).length;
  for (const test of module.children.allTests()) countTest(test, summary);
}

function countTest(test: TestCase, summary: Summary): void {
  const { state } = test.result();
  if (state === 'passed') summary.passed += 1;
  else if (state === 'failed') summary.failed += 1;
  else if (state === 'skipped') countSkipped(test, summary);
  // A test that is still pending when the run is over never came to its end.
  else summary.failed += 1;
}

function countSkipped(test: TestCase, summary: Summary): void {
  const missing = missingCapabilities(test.parent);
  if (missing === undefined) summary.skipped += 1;
  else summary.notRun.set(missing, [...(summary.notRun.get(missing) ?? []), test.fullName]);
}

function missingCapabilities(parent: TestSuite | TestModule): string | undefined {
  if (parent.type === 'module') return undefined;
  return parent.meta().missingCapabilities ?? missingCapabilities(parent.parent);
}

function notesOf(summary: Summary): string[] {
  const notes = [...summary.notRun].map(([missing, names]) => {
    const count = names.length === 1 ? '1 test needs' : `${names.length} tests need`;
    return `not run: ${count} ${missing}: ${names.join('; ')}`;
  });
  return summary.skipped === 0 ? notes : [...notes, `skipped in the source: ${summary.skipped}`];
}
