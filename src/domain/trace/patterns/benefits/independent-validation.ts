import type { Evidence } from '../../evidence.ts';
import {
  failedTestsOf,
  handedIn,
  namedReadsOf,
  namedWrites,
  passedTests,
  writesOf,
} from '../session-index.ts';
import { callName, pathsIn, type Result, type SessionView, type Timed } from '../session-view.ts';
import { between, firstAfter, lastBefore } from '../timed-list.ts';
import type { BenefitCandidate, BenefitDetector } from './benefit.ts';
import { passesAfter, passingEvidence } from './passing.ts';

/** A sub-agent saw a fault in what another had made; it was heard of, and mended. */
export const independentValidation: BenefitDetector = {
  code: 'independent-validation',
  what: 'A sub-agent found a fault in what another agent had made; it was told, mended, and passed.',
  detect(view) {
    const told = new Set<string>();
    return view.results.flatMap((result) => {
      if (told.has(result.from)) return [];
      const found = validated(view, result);
      if (found.length > 0) told.add(result.from);
      return found;
    });
  },
};

function validated(view: SessionView, result: Result): readonly BenefitCandidate[] {
  const { from, at, message } = result;
  // Who wrote the product is not independent of it.
  if (writesOf(view, from).length > 0) return [];
  const failure = failedTestsOf(view, from).findLast((each) => each.at < at);
  // What had been mended before it was told was not mended by the telling.
  if (failure !== undefined && between(passedTests(view), failure.at, at).length > 0) return [];
  return pathsIn(message.text)
    .flatMap((name) => sightOf(view, result, name, failure))
    .flatMap(({ author, seen, path }) => {
      const mend = firstAfter(
        namedWrites(view)
          .of(path)
          .flat()
          .toSorted((a, b) => a.at - b.at),
        at,
        ({ agent }) => agent !== from,
      );
      const passed = mend === undefined ? null : passesAfter(view, mend.at);
      if (mend === undefined || passed === null) return [];
      return [
        {
          agents: [from, author],
          evidence: [
            seen,
            ...handedIn(view, result),
            mend.evidence,
            ...passingEvidence(view, passed),
          ],
          gain: `a fault in ${path} of ${callName(view, author)} was seen by ${callName(view, from)}, and mended`,
          confidence: failure === undefined ? ('medium' as const) : ('high' as const),
        },
      ];
    })
    .slice(0, 1);
}

/** A file that another had made, and where it was looked at. */
interface Sight {
  readonly path: string;
  readonly author: string;
  readonly seen: Evidence;
}

function sightOf(
  view: SessionView,
  { from, at }: Result,
  name: string,
  failure: Timed<'test'> | undefined,
): readonly Sight[] {
  const look = failure ?? lastBefore(namedReadsOf(view, from, name), at);
  if (look === undefined) return [];
  const made = namedWrites(view)
    .of(name)
    .flatMap((file) => lastBefore(file, look.at) ?? []);
  const [last] = made.toSorted((a, b) => b.at - a.at);
  return last === undefined || last.agent === from
    ? []
    : [{ path: name, author: last.agent, seen: look.evidence }];
}
