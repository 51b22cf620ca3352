import type { AgentId } from '../agent.ts';
import type { Evidence } from '../evidence.ts';
import { sharedLines } from '../line-digest.ts';
import { checksOf } from './checks.ts';
import { joinOf } from './joins.ts';
import type { Candidate, Detector } from './pattern.ts';
import { commandTexts, passedTests, subOf } from './session-index.ts';
import { isNamed, minutes, type SessionView, type Timed } from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';
import { firstAfter } from './timed-list.ts';
import { pathApart } from './work-copies.ts';

/** Something that passed was there long before it was put where it was asked for. */
export const lateFinalization: Detector = {
  code: 'late-finalization',
  detect(view) {
    const { budgetMs, trace } = view;
    if (budgetMs === null || trace.deliverables === null) return [];
    return trace.deliverables.flatMap((path) => {
      const found = lateOf(view, path, budgetMs);
      return found === null ? [] : [found];
    });
  },
};

/** When a candidate was good, by whose hand, and what says so. */
interface Ready {
  readonly at: number;
  readonly agent: AgentId;
  readonly evidence: Evidence;
}

function lateOf(view: SessionView, path: string, budgetMs: number): Candidate | null {
  const put = view.events('write').find((each) => isAt(view, each, path));
  const at = put?.at ?? view.end;
  const merged = put === undefined ? mergedLate(view, path, budgetMs) : null;
  if (merged !== null) return merged;
  if (put === undefined && isThereAnyhow(view, path)) return null;
  if (put !== undefined && at < view.start + budgetMs * THRESHOLDS.finalAt.value) return null;
  const ready = readyOf(view, path, put);
  if (ready === null || at - ready.at < budgetMs * THRESHOLDS.finalGap.value) return null;
  return late(
    view,
    ready,
    put?.evidence ?? view.final?.evidence ?? ready.evidence,
    put === undefined
      ? `${path} was never put in place, ${minutes(view.end - ready.at)}`
      : `${path} was put in place ${minutes(at - ready.at)}`,
  );
}

const late = (view: SessionView, ready: Ready, put: Evidence, what: string): Candidate => ({
  agents: [...new Set([ready.agent, view.root])],
  evidence: [ready.evidence, put],
  consequence: `${what} after what belongs there was ready`,
  nearest: 'merge-after-verification',
  rejection: 'it lay ready; what was late is the handing in',
  confidence: 'medium',
  episode: ['final'],
});

/** Whether a command names a deliverable and went well: it may have made it, in a way that its text does not tell. */
const isThereAnyhow = (view: SessionView, path: string): boolean =>
  view.events('command').some(({ exit, text }) => exit === 0 && text.includes(path)) ||
  (/^(?:dist|build|out|target)\//.test(path) &&
    passedTests(view).some(({ what }) => what === 'build'));

/** A write of the deliverable, in the session's own work copy; of a folder also what lies in it. */
const isAt = ({ trace }: SessionView, { path, op }: Timed<'write'>, deliverable: string): boolean =>
  op !== 'delete' &&
  (path.workspace === null || trace.cwd === null || path.workspace === trace.cwd) &&
  (path.path === deliverable || path.path.startsWith(`${deliverable.replace(/\/$/, '')}/`));

/** The earliest of what lay ready of a deliverable. */
function readyOf(view: SessionView, path: string, put: Timed<'write'> | undefined): Ready | null {
  const until = put?.at ?? view.end;
  // What was written of a candidate last is what lay ready.
  const last = new Map<string, Timed<'write'>>();
  for (const write of view.events('write'))
    if (write.at < until && write.op !== 'delete' && isCandidate(view, write, path, put))
      last.set(`${write.path.workspace ?? ''}:${write.path.path}`, write);
  const made = [...last.values()];
  const all = made.flatMap((write) => passedAt(view, write, until) ?? []);
  if (put === undefined) return earliest(all);
  // What is made of several parts is ready when the last of them is.
  const parts = made.filter((write) => isSource(view, write, put));
  if (parts.length > 1)
    return (
      parts
        .flatMap((write) => passedAt(view, write, until) ?? [])
        .toSorted((a, b) => a.at - b.at)
        .at(-1) ?? null
    );
  return earliest(all) ?? wholeReady(view, put);
}

const earliest = (all: readonly Ready[]): Ready | null =>
  all.toSorted((a, b) => a.at - b.at)[0] ?? null;

/** A deliverable that was made in a work copy of its own, and merged at the last moment. */
function mergedLate(view: SessionView, path: string, budgetMs: number): Candidate | null {
  const write = view.productWrites.findLast((each) => pathApart(view, each) === path);
  const maker = write === undefined ? undefined : subOf(view, write.agent);
  if (write === undefined || maker === undefined) return null;
  const join = joinOf(view, maker, write.at);
  if (join === undefined || join.at < view.start + budgetMs * THRESHOLDS.finalAt.value) return null;
  const ready = passedAt(view, write, join.at);
  if (ready === null || join.at - ready.at < budgetMs * THRESHOLDS.finalGap.value) return null;
  return late(view, ready, join.evidence, `${path} was merged ${minutes(join.at - ready.at)}`);
}

/** Whether a write is of what was put in place: by its name, as what was copied, or by its lines. */
function isCandidate(
  view: SessionView,
  write: Timed<'write'>,
  path: string,
  put: Timed<'write'> | undefined,
): boolean {
  if (isAt(view, write, path)) return false;
  // What never left a work copy of its own was not joined: that is another fault.
  if (put === undefined && (write.agent === view.root || pathApart(view, write) !== null))
    return false;
  if (nameOf(write.path.path) === nameOf(path) && !COMMON.test(path)) return true;
  if (put === undefined) return false;
  if (put.how === 'shell') return isSource(view, write, put);
  const lines = put.added ?? put.content;
  const made = write.content ?? write.added;
  if (lines === null || made === null || lines.hashes.length === 0) return false;
  return sharedLines(lines, made) / lines.hashes.length >= THRESHOLDS.lost.value;
}

/** Whether the command that put something in place names a file. */
const isSource = (view: SessionView, { path }: Timed<'write'>, put: Timed<'write'>): boolean =>
  put.how === 'shell' &&
  (commandTexts(view).get(put.call) ?? '')
    .split(/[\s'"=;&|()<>]+/)
    .some((word) => word.length > 2 && isNamed(path, word.replace(/^(?:\.{0,2}\/)+/, '')));

/** Names that say nothing of what is in a file. */
const COMMON =
  /(?:^|\/)(?:README|index|main|mod|lib|__init__|__main__|package|setup|config)\.\w+$/i;

/** When something was shown to be good: a test passed, a command that tries it went well, or its maker handed in. */
function passedAt(view: SessionView, write: Timed<'write'>, until: number): Ready | null {
  const { at, agent } = write;
  const test = firstAfter(passedTests(view), at);
  const check = firstAfter(checksOf(view, write.path), at);
  const maker = subOf(view, agent);
  const done =
    maker?.end.state === 'completed' && maker.to > at
      ? { at: maker.to, agent, evidence: maker.end.evidence }
      : undefined;
  const [first] = [test, check, done]
    .filter((each) => each !== undefined)
    .filter((each) => each.at < until)
    .toSorted((a, b) => a.at - b.at);
  return first === undefined ? null : { at: first.at, agent, evidence: first.evidence };
}

/** All was written and passed, and nothing was changed any more before the deliverable was made of it. */
function wholeReady(view: SessionView, put: Timed<'write'>): Ready | null {
  const last = view.productWrites.findLast(({ at }) => at < put.at);
  const passed = last === undefined ? undefined : firstAfter(passedTests(view), last.at);
  return last === undefined || passed === undefined || passed.at >= put.at
    ? null
    : { at: passed.at, agent: last.agent, evidence: passed.evidence };
}

const nameOf = (path: string): string => path.replace(/^.*\//, '');
