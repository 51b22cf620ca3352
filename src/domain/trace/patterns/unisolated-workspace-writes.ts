import type { Evidence } from '../evidence.ts';
import { once } from './once.ts';
import type { Detector } from './pattern.ts';
import { isWithin } from './scope-glob.ts';
import { commandTexts, subOf } from './session-index.ts';
import {
  areAnyBeside,
  fileKey,
  isDeliverable,
  type RanAgent,
  type SessionView,
  type Timed,
} from './session-view.ts';
import { firstAfter } from './timed-list.ts';

/** Writers shared a work copy, and what they left there that is nobody's part went out with their work. */
export const unisolatedWorkspaceWrites: Detector = {
  code: 'unisolated-workspace-writes',
  detect(view) {
    if (!areBeside(view)) return [];
    const strays = strayFiles(view).flatMap((write) => {
      const taken = takenOut(view, write);
      return taken === null ? [] : [{ write, taken }];
    });
    const [first] = strays;
    if (first === undefined) return [];
    const writes = strays.map(({ write }) => write);
    const committed = strays.some(({ taken }) => taken.how === 'commit');
    return [
      {
        agents: [...new Set(writes.map(({ agent }) => agent))],
        evidence: [...writes.map(({ evidence }) => evidence), first.taken.evidence],
        consequence: `${[...new Set(writes.map(({ path }) => path.path))].join(', ')} is nobody's part and ${committed ? 'was committed' : 'is left in what was handed over'}`,
        nearest: 'artifact-leakage',
        rejection: 'nobody else used it; it is in what was handed over',
        confidence: committed ? 'high' : 'medium',
        episode: writes.map(({ path }) => fileKey(path)),
      },
    ];
  },
};

/** Whether two that wrote were at work in one work copy at the same time. */
function areBeside(view: SessionView): boolean {
  const writers = new Map<string | null, Set<RanAgent>>();
  for (const { agent, path } of ownWrites(view)) {
    const sub = subOf(view, agent);
    if (sub === undefined) continue;
    const all = writers.get(path.workspace) ?? new Set();
    writers.set(path.workspace, all.add(sub));
  }
  return [...writers.values()].some((all) => areAnyBeside([...all]));
}

/** Writes of what a patch can hold. */
const ownWrites = once((view) =>
  view.events('write').filter(({ path }) => path.kind === 'product' || path.kind === 'test'),
);

/** The first write of each file that a sub-agent made and that is nobody's part. */
function strayFiles(view: SessionView): readonly Timed<'write'>[] {
  const files = new Map<string, Timed<'write'>>();
  for (const write of ownWrites(view)) {
    const key = fileKey(write.path);
    if (!files.has(key)) files.set(key, write);
  }
  const imported = new Set(view.productWrites.flatMap(({ imports }) => imports.map(stemOf)));
  return [...files.values()].filter(
    (write) =>
      write.agent !== view.root &&
      isMade(view, write) &&
      !isDeliverable(view, write.path) &&
      !imported.has(stemOf(write.path.path)) &&
      isNobodys(view, write),
  );
}

const stemOf = (path: string): string => path.replace(/^.*\//, '').replace(/\.\w+$/, '');

/** A file that was made, not one that was there and was changed. */
const isMade = (view: SessionView, { op, how, call }: Timed<'write'>): boolean =>
  op === 'create' ||
  op === 'replace' ||
  (how === 'shell' && op === 'unknown' && !/\bsed\b/.test(commandTexts(view).get(call) ?? ''));

/** By the scopes where there are any; else by its name, and by what its maker was asked for. Nobody spoke of it. */
function isNobodys(view: SessionView, { agent, path }: Timed<'write'>): boolean {
  if (isSpokenOf(view, path.path)) return false;
  const maker = subOf(view, agent);
  const isTrial = SCRATCH.test(path.path);
  // A test of one's own part is a part of it, and so is what was handed in by its name.
  if (!isTrial && (path.kind === 'test' || isHandedIn(view, agent, path.path))) return false;
  if (!isTrial && isFolderOf(maker?.brief?.text ?? '', path.path)) return false;
  const scopes = view.subs.flatMap(({ scope }) => scope ?? []);
  if (scopes.length > 0) {
    const own = maker?.scope ?? null;
    return own?.length === 0 || !scopes.some((glob) => isWithin(path.path, glob));
  }
  return isTrial || MAY_NOT_WRITE.test(maker?.brief?.text ?? '');
}

/** Whether its maker's result names a file. */
const isHandedIn = (view: SessionView, maker: string, path: string): boolean =>
  view.results.some(
    ({ from, message }) => from === maker && message.text.includes(path.replace(/^.*\//, '')),
  );

/** Whether a brief names the folder that a file lies in, as a folder: `docs/`. */
const isFolderOf = (brief: string, path: string): boolean => {
  const folder = path.replace(/[^/]*$/, '');
  const at = folder === '' ? -1 : brief.indexOf(folder);
  return at !== -1 && !/[\w*]/.test(brief.charAt(at + folder.length));
};

/** Whether a brief or the person asked for it by its name. */
function isSpokenOf(view: SessionView, path: string): boolean {
  return asked(view).has(path.replace(/^.*\//, ''));
}

/** The names of files that briefs and prompts speak of. */
const asked = once((view) => {
  const texts = [
    ...view.subs.flatMap(({ brief }) => brief?.text ?? []),
    ...view.events('message').flatMap(({ what, text }) => (what === 'prompt' ? text : [])),
  ];
  return new Set(texts.flatMap((text) => text.match(/[\w@-][\w@.-]*\w/g) ?? []));
});

/** Names of what is written to be looked at once. */
const SCRATCH =
  /(?:^|\/)(?:[^/]*[-_.])?(?:debug|scratch|tmp|temp|probe|repro|throwaway|wip|trial|dbg|try(?:out|it)?\d*|foo)(?:[-_.\d][^/]*)?$|\.(?:orig|rej|bak|swp|patch|diff|tmp|out|dump|prof)$/i;

const MAY_NOT_WRITE =
  /\b(?:change nothing|no changes|do not (?:change|write|edit|touch)|don't (?:change|write|edit|touch)|without (?:changing|writing)|only (?:report|look|read|tell)|read[- ]only|own no files?|leave (?:everything|the code|src) as)\b/i;

interface Taken {
  readonly how: 'commit' | 'tree';
  readonly evidence: Evidence;
}

/** Where a file went out: by a commit that covers it, or where nobody commits what is left in the tree. Null: it did not. */
function takenOut(view: SessionView, { at, path }: Timed<'write'>): Taken | null {
  const gone = goneAt(view, path.path, path.workspace, at);
  const takes = takings(view).get(path.workspace) ?? [];
  const commit = firstAfter(
    takes,
    at,
    ({ paths }) =>
      paths === 'whole' || paths?.some((each) => isBelow(path.path, each.path)) === true,
  );
  if (commit !== undefined)
    return gone !== null && gone < commit.at ? null : { how: 'commit', evidence: commit.evidence };
  // Who names what is committed leaves the rest out.
  if (gone !== null || takes.length > 0 || path.workspace !== view.trace.cwd) return null;
  if (view.final === null) return null;
  const look = view.events('git').findLast((each) => each.op === 'look' && each.at > at);
  return { how: 'tree', evidence: look?.evidence ?? view.final.evidence };
}

/** Commands that say what is to be committed, by their work copy. */
const takings = once((view) =>
  Map.groupBy(
    view
      .events('git')
      .filter(
        ({ op, outcome, paths }) =>
          outcome === 'ok' && paths !== null && (op === 'add' || op === 'commit'),
      ),
    ({ workspace }) => workspace,
  ),
);

const deletions = once((view) => view.events('write').filter(({ op }) => op === 'delete'));

const cleanings = once((view) =>
  view
    .events('git')
    .filter(({ op, outcome }) => outcome === 'ok' && (op === 'clean' || op === 'rm')),
);

/** When a file was taken away again; null: it was not. */
function goneAt(
  view: SessionView,
  path: string,
  workspace: string | null,
  at: number,
): number | null {
  const removed = deletions(view).filter(
    (each) => each.path.workspace === workspace && isBelow(path, each.path.path),
  );
  const cleaned = cleanings(view).filter(({ paths, workspace: place }) =>
    paths === 'whole'
      ? place === workspace
      : paths?.some((each) => isBelow(path, each.path)) === true,
  );
  const times = [...removed, ...cleaned].filter((each) => each.at > at).map((each) => each.at);
  return times.length === 0 ? null : Math.min(...times);
}

const isBelow = (path: string, folder: string): boolean =>
  folder === '.' || path === folder || path.startsWith(`${folder.replace(/\/$/, '')}/`);
