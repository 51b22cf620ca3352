import { isGate } from '../first-wave.ts';
import { lateFinalization } from '../late-finalization.ts';
import { mergeAfterVerification } from '../merge-after-verification.ts';
import type { PatternCode } from '../pattern.ts';
import { passedTests } from '../session-index.ts';
import type { SessionView } from '../session-view.ts';
import { THRESHOLDS } from '../thresholds.ts';
import { unitWrites } from '../units.ts';
import { contrastOfFiles, contrastOfRevised, contrastOfStray, noCollision } from './files.ts';
import { contrastOfParts, contrastOfSize } from './parts.ts';
import {
  endsFailing,
  evidentTests,
  namesOfKeys,
  passing,
  SAME,
  stays,
  without,
  type Contrast,
  type Pair,
} from './twin.ts';

/** How the serial twin of a session is held against each pattern: by whether it came to the same harm. */
export const CONTRASTS: Readonly<Record<PatternCode, (pair: Pair) => Contrast>> = {
  'no-implementation-owner': (pair) => ofDeliverables(pair, startsLate),
  'no-assembly-owner': (pair) => ofDeliverables(pair, () => false),
  'no-integration-owner': ofFailure,
  'missing-cross-agent-contract': ofFailure,
  'no-pipeline-owner': ofUnits,
  'critical-path-starvation': ofUnits,
  'preflight-gated-work': ofStart,
  'serial-investigation': ofStart,
  'fan-out-budget-exhaustion': contrastOfParts,
  'early-child-termination': contrastOfParts,
  'no-failure-takeover': contrastOfParts,
  'checkpoint-free-retry': contrastOfParts,
  'missing-implementation-join': contrastOfParts,
  'oversized-child-task': contrastOfSize,
  'incomplete-child-brief': contrastOfRevised,
  'lossy-handoff': contrastOfRevised,
  'stale-handoff': ofOutcome,
  'conflicting-handoff': ofOutcome,
  'unused-completed-result': ofOutcome,
  'missing-verifier-return': ofOutcome,
  'bulk-handoff-overload': ({ serial }) =>
    serial.events('compaction').length > 0 ? SAME : ofEnd(serial),
  'blind-timeout-wait': ofWait,
  'deliverable-overwrite': contrastOfFiles,
  'source-overwrite': contrastOfFiles,
  'final-tree-overwrite': contrastOfFiles,
  'same-file-collision': noCollision,
  'cross-file-scope-collision': contrastOfFiles,
  'artifact-leakage': ({ serial }) => ofEnd(serial),
  'unisolated-workspace-writes': contrastOfStray,
  'late-finalization': (pair) =>
    lateFinalization.detect(pair.serial).length > 0 ? SAME : ofDeliverables(pair, () => false),
  'merge-after-verification': ({ serial }) =>
    mergeAfterVerification.detect(serial).length > 0
      ? SAME
      : without(passing(serial)?.evidence ?? passedTests(serial).at(-1)?.evidence),
  'unverified-global-completion': ({ serial }) =>
    passing(serial) === null && serial.final !== null ? SAME : without(passing(serial)?.evidence),
};

/** The twin's last test on its last state, or else its last word. */
const ofEnd = (serial: SessionView): Contrast =>
  without(passing(serial)?.evidence ?? serial.final?.evidence);

/** Something that was asked for is missing, or nobody joined the parts. */
function ofDeliverables({ serial }: Pair, isAlsoLate: (serial: SessionView) => boolean): Contrast {
  const asked = serial.trace.deliverables ?? [];
  const kept = asked.map((path) => stays(serial, path));
  if (kept.some((each) => each === undefined) || isAlsoLate(serial)) return SAME;
  const [first] = asked.length === 0 ? serial.productWrites : [];
  return without(...kept.map((each) => each?.evidence), first?.evidence, passing(serial)?.evidence);
}

function startsLate({ budgetMs, start, productWrites }: SessionView): boolean {
  const [first] = productWrites;
  if (first === undefined) return true;
  return (
    budgetMs !== null && start + budgetMs - first.at < budgetMs * THRESHOLDS.lateBuildLeft.value
  );
}

/** A test failed by a name: one agent that knows both sides can have taken the same one wrongly. */
function ofFailure(pair: Pair): Contrast {
  const { serial } = pair;
  const tests = evidentTests(pair);
  const names = tests.flatMap(({ failures }) => [...quoted(failures), failures]);
  const same = serial
    .events('test')
    .some(
      ({ verdict, failures }) =>
        verdict === 'failed' && names.some((each) => each !== '' && failures.includes(each)),
    );
  return same ? SAME : without(passing(serial)?.evidence);
}

const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/['"`]([^'"`]+)['"`]/g)].map(([, name = '']) => name);

/** Parts of the plan that nobody wrote. */
function ofUnits({ parallel, candidate, serial }: Pair): Contrast {
  const ids = new Set(namesOfKeys(candidate, 'unit'));
  const open = (parallel.trace.units ?? []).filter(
    (unit) => ids.has(unit.id) && unitWrites(parallel, unit).length === 0,
  );
  const written = (serial.trace.units ?? [])
    .filter(({ id }) => open.some((unit) => unit.id === id))
    .map((unit) => unitWrites(serial, unit)[0]);
  if (written.some((each) => each === undefined)) return SAME;
  return without(...written.map((each) => each?.evidence));
}

/** The first line came late. */
function ofStart({ serial }: Pair): Contrast {
  const [first] = serial.productWrites;
  if (first === undefined || isGate(serial, first.at - serial.start)) return SAME;
  return without(first.evidence);
}

/** A test failed, at the end or on the way. */
function ofOutcome({ serial }: Pair): Contrast {
  return endsFailing(serial) ? SAME : without(passing(serial)?.evidence);
}

/** Time went by in one call, and it came to nothing. */
function ofWait({ serial }: Pair): Contrast {
  const least = Math.max(
    THRESHOLDS.blindWait.value,
    serial.spanMs * THRESHOLDS.blindWaitOfBudget.value,
  );
  const same = serial
    .events('tool')
    .some(({ at, until, error }) => error === 'timeout' && (until ?? serial.end) - at >= least);
  return same ? SAME : ofEnd(serial);
}
