import type { Evidence } from '../../evidence.ts';
import { failedTests, passedTests } from '../session-index.ts';
import type { SessionView, Timed } from '../session-view.ts';
import { firstAfter, isAnyAfter } from '../timed-list.ts';

/** The first test behind a moment that passed, if none failed after it: what was there then was good. */
export function passesAfter(
  view: SessionView,
  at: number,
  fits: (test: Timed<'test'>) => boolean = () => true,
): Timed<'test'> | null {
  const passed = firstAfter(passedTests(view), at, fits);
  return passed === undefined || isAnyAfter(failedTests(view), passed.at) ? null : passed;
}

/** The test, and the last answer, where that came behind it. */
export const passingEvidence = (
  { final }: SessionView,
  passed: Timed<'test'>,
): readonly Evidence[] =>
  final !== null && final.at >= passed.at ? [passed.evidence, final.evidence] : [passed.evidence];
