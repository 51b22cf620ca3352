import type { AgentId } from '../agent.ts';
import { sharedLines } from '../line-digest.ts';
import type { Evidence } from '../evidence.ts';
import { once } from './once.ts';
import { commandTexts, failedTests } from './session-index.ts';
import { fileKey, type SessionView, type Timed } from './session-view.ts';
import { isBroughtBack } from './stashes.ts';
import { THRESHOLDS } from './thresholds.ts';
import { firstAfter } from './timed-list.ts';
import { makeUncommitted, type Uncommitted } from './uncommitted.ts';

/** A command that takes away or replaces much at once, and the last writes of files of other agents that it covers. */
export interface BroadLoss {
  readonly agent: AgentId;
  readonly evidence: Evidence;
  readonly files: readonly Timed<'write'>[];
}

/** What is known of a work copy while its changes are gone through. */
interface Copy {
  readonly open: Uncommitted;
  /** What was written there, whether committed or not. */
  readonly all: Uncommitted;
}

/** What a command covers of what others wrote, and whether that alone is the harm. */
interface Covered {
  readonly files: readonly Timed<'write'>[];
  readonly sure: boolean;
}

/** A change of a work copy: of one file, or by a command of all that it covers. */
type Step = Timed<'write'> | Timed<'git'>;

/** What was written since the last commit of its work copy can be lost; what was taken away is not there any more. */
export const broadLosses = once((view): readonly BroadLoss[] => {
  const copies = new Map<string | null, Copy>();
  const writes = view
    .events('write')
    .filter(({ path }) => path.kind === 'product' || path.kind === 'test');
  const steps: readonly Step[] = [...writes, ...view.events('git')].toSorted((a, b) => a.at - b.at);
  const byCall = new Map<string, { step: Step; files: Timed<'write'>[]; sure: boolean }>();
  let turns = 0;
  for (const step of steps) {
    if (step.kind === 'git' && step.op === 'switch') turns += 1;
    if (turns > MOST_TURNS && step.kind === 'git' && step.op === 'switch') continue;
    const workspace = step.kind === 'write' ? step.path.workspace : step.workspace;
    const copy = copies.get(workspace) ?? { open: makeUncommitted(), all: makeUncommitted() };
    copies.set(workspace, copy);
    const { files, sure } =
      step.kind === 'git'
        ? coveredByGit(view, step, copy, copies)
        : { files: coveredByShell(view, step, copy), sure: false };
    const others = files.filter(({ agent, op }) => agent !== step.agent && op !== 'delete');
    if (others.length === 0) continue;
    // One command can name many files.
    const known = byCall.get(step.call);
    if (known === undefined) byCall.set(step.call, { step, files: [...others], sure });
    else known.files.push(...others);
  }
  return [...byCall.values()].flatMap(({ step, files, sure }) =>
    files.length >= THRESHOLDS.treeFiles.value && (sure || isMissed(view, step, files))
      ? [{ agent: step.agent, evidence: step.evidence, files }]
      : [],
  );
});

/** Of more turns to another branch than these, the later ones say nothing new. */
const MOST_TURNS = 100;

const NOTHING: Covered = { files: [], sure: false };

function coveredByGit(
  view: SessionView,
  git: Timed<'git'>,
  { open, all }: Copy,
  copies: ReadonlyMap<string | null, Copy>,
): Covered {
  const { op, paths, outcome, destroys, call } = git;
  if (op === 'commit') open.clear();
  if (outcome !== 'ok') return NOTHING;
  // Another state of the tree: what was committed is not in it, either.
  if (
    (op === 'switch' && paths === 'whole') ||
    (op === 'reset' && destroys && ELSEWHERE.test(commandTexts(view).get(call) ?? ''))
  ) {
    const lost = destroys ? open.takeAll() : [];
    return lost.length >= THRESHOLDS.treeFiles.value
      ? { files: lost, sure: true }
      : { files: all.all(), sure: false };
  }
  if (!destroys || paths === null || isBroughtBack(view, git)) return NOTHING;
  const files =
    paths === 'whole'
      ? open.takeAll()
      : paths.flatMap(({ workspace, path }) => copies.get(workspace)?.open.take(path) ?? []);
  // A file that was there before is no concern of `git clean`.
  return { files: op === 'clean' ? files.filter((each) => each.op !== 'edit') : files, sure: true };
}

/** `git reset --hard` to anything but where it stands. */
const ELSEWHERE = /\breset\s+(?:-\S+\s+)*(?!HEAD(?:\s|$|[;&|]))[\w@/.~^-]/;

/** `rm -r`, and what is copied or unpacked over a folder; any other write is of one file. */
function coveredByShell(
  view: SessionView,
  write: Timed<'write'>,
  { open, all }: Copy,
): readonly Timed<'write'>[] {
  const { path } = write.path;
  if (write.how === 'shell' && write.op === 'delete') {
    open.take(path);
    return all.take(path);
  }
  const isFolder = path === '.' || all.has(path) === 'folder';
  if (write.how !== 'shell' || !isFolder) {
    open.add(write);
    all.add(write);
    return [];
  }
  if (!FILLS.test(commandTexts(view).get(write.call) ?? '')) return [];
  return path === '.' ? all.all() : all.below(path);
}

const FILLS =
  /\b(?:cp|mv|rsync|tar|bsdtar|unzip|7z|cpio|install|git archive|git restore|robocopy)\b/;

/** Whether it came to harm: the files were made again, or a test failed while they were gone. What was not missed was swept up. */
function isMissed(view: SessionView, step: Step, files: readonly Timed<'write'>[]): boolean {
  const again = files.filter((lost) => isMadeAgain(view, lost, step));
  if (again.length >= Math.min(2, files.length)) return true;
  if (again.length === 0) return false;
  return firstAfter(failedTests(view), step.at) !== undefined;
}

const writesByFile = once((view) => Map.groupBy(view.events('write'), ({ path }) => fileKey(path)));

/** Whether a file was made again, or got back the very lines that it had. */
function isMadeAgain(view: SessionView, lost: Timed<'write'>, { at }: Step): boolean {
  const again = firstAfter(
    writesByFile(view).get(fileKey(lost.path)) ?? [],
    at,
    ({ op }) => op !== 'delete',
  );
  if (again === undefined || again.op === 'edit') return false;
  if (again.op === 'create') return true;
  const had = lost.content ?? lost.added;
  const has = again.content ?? again.added;
  if (had === null || has === null || had.hashes.length === 0) return false;
  return sharedLines(had, has) / had.hashes.length >= THRESHOLDS.madeAgain.value;
}
