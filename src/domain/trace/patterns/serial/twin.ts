import { evidenceText, type Evidence } from '../../evidence.ts';
import { once } from '../once.ts';
import type { Candidate } from '../pattern.ts';
import { passedTests, failedTests } from '../session-index.ts';
import { fileKey, type SessionView, type Timed } from '../session-view.ts';
import { firstAfter, isAnyAfter } from '../timed-list.ts';

/** A finding of a session, beside the same task done by one agent. */
export interface Pair {
  /** The session with sub-agents, and what was found in it. */
  readonly parallel: SessionView;
  readonly candidate: Candidate;
  /** The serial twin, with the parallel one's budget, deliverables and units where it has none of its own. */
  readonly serial: SessionView;
}

/** What the serial twin did in the place of a finding. */
export type Contrast =
  /** It came to the same harm: that did not need parallel work. */
  | { readonly kind: 'same' }
  /** It did without, as these places show. */
  | { readonly kind: 'without'; readonly evidence: readonly Evidence[] }
  /** It shows neither. */
  | { readonly kind: 'unknown' };

export const SAME: Contrast = { kind: 'same' };

/** It did without, if there is anything to show for it. */
export const without = (...evidence: readonly (Evidence | undefined)[]): Contrast => {
  const shown = evidence.filter((each) => each !== undefined);
  return shown.length === 0 ? { kind: 'unknown' } : { kind: 'without', evidence: shown };
};

/** The first of the twin's tests that passed on its last state; null: none did. */
export const passing = once((serial): Timed<'test'> | null => {
  const asked = (serial.trace.deliverables ?? []).flatMap(
    (path) => writesOfPath(serial, path).at(-1)?.at ?? [],
  );
  const last = serial.productWrites.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  const passed = firstAfter(passedTests(serial), Math.max(last, ...asked));
  return passed === undefined || isAnyAfter(failedTests(serial), passed.at) ? null : passed;
});

/** Whether the last of the twin's tests failed. */
export const endsFailing = (serial: SessionView): boolean => {
  const failed = failedTests(serial).at(-1);
  return failed !== undefined && !isAnyAfter(passedTests(serial), failed.at);
};

const removals = once((view) => {
  const by = new Map<string, Timed<'git'>>();
  for (const git of view.events('git')) {
    if (!git.destroys || git.outcome !== 'ok' || git.paths === null || git.paths === 'whole')
      continue;
    for (const path of git.paths) by.set(fileKey(path), git);
  }
  return by;
});

const writesByPath = once((view) => Map.groupBy(view.events('write'), ({ path }) => path.path));

/** The twin's writes of a path, from the root of a work copy. */
export const writesOfPath = (serial: SessionView, path: string): readonly Timed<'write'>[] =>
  writesByPath(serial).get(path) ?? [];

/** The last write of a path, if it was not taken away afterwards. */
export function stays(serial: SessionView, path: string): Timed<'write'> | undefined {
  const last = writesOfPath(serial, path).at(-1);
  if (last === undefined || last.op === 'delete' || last.op === 'revert') return undefined;
  const removed = removals(serial).get(fileKey(last.path));
  return removed !== undefined && removed.at > last.at ? undefined : last;
}

/** Paths that a candidate's keys of one sort name: `file:…`, `value:…`. */
export const pathsOfKeys = ({ episode }: Candidate, sort: 'file' | 'value'): readonly string[] =>
  episode.flatMap((key) =>
    key.startsWith(`${sort}:`) ? [key.replace(/^(?:file:[^:]*|value):/, '')] : [],
  );

/** Names behind keys of one sort: `end:…`, `diff:…`, `unit:…`. */
export const namesOfKeys = (
  { episode }: Candidate,
  sort: 'end' | 'diff' | 'unit',
): readonly string[] =>
  episode.flatMap((key) => (key.startsWith(`${sort}:`) ? [key.slice(sort.length + 1)] : []));

const writePlaces = once((view) =>
  Map.groupBy(view.events('write'), ({ evidence }) => evidenceText(evidence)),
);
const testPlaces = once((view) =>
  Map.groupBy(view.events('test'), ({ evidence }) => evidenceText(evidence)),
);

/** The parallel session's writes among a finding's evidence. */
export const evidentWrites = ({ parallel, candidate }: Pair): readonly Timed<'write'>[] =>
  candidate.evidence.flatMap((each) => writePlaces(parallel).get(evidenceText(each)) ?? []);

/** Likewise its runs of tests. */
export const evidentTests = ({ parallel, candidate }: Pair): readonly Timed<'test'>[] =>
  candidate.evidence.flatMap((each) => testPlaces(parallel).get(evidenceText(each)) ?? []);

/** Commands of the twin that took away what was not committed: by the paths that they name, or the whole. */
export const takings = once((serial) => {
  const by = new Map<string, Timed<'git'>[]>();
  const put = (key: string, git: Timed<'git'>): void => {
    const all = by.get(key);
    if (all === undefined) by.set(key, [git]);
    else all.push(git);
  };
  for (const git of serial.events('git')) {
    if (!git.destroys || git.outcome !== 'ok' || git.paths === null || git.op === 'rm') continue;
    if (git.paths === 'whole') put(WHOLE, git);
    else for (const { path } of git.paths) put(path, git);
  }
  return by;
});

/** No path. */
export const WHOLE = '\0whole';
