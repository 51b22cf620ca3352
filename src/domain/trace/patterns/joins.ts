import { nameOfAgent, type AgentId } from '../agent.ts';
import type { Evidence } from '../evidence.ts';
import { once } from './once.ts';
import { commandTexts, eventsOf } from './session-index.ts';
import type { RanAgent, SessionView, Timed } from './session-view.ts';
import { firstAfter } from './timed-list.ts';

/** What joins one line of work with another. */
const JOINS: ReadonlySet<string> = new Set(['merge', 'cherry-pick', 'apply', 'rebase', 'pull']);

/** Commands that joined what lay apart. */
export const merges = once((view) => {
  const git = view.events('git');
  return git.filter(
    (each) => JOINS.has(each.op) && (each.outcome === 'ok' || isSettled(git, each)),
  );
});

/** A merge that stopped at a conflict has joined when the same agent commits next, and not when it gives up. */
function isSettled(git: readonly Timed<'git'>[], merge: Timed<'git'>): boolean {
  if (merge.outcome !== 'error') return false;
  const next = firstAfter(
    git,
    merge.at,
    ({ agent, workspace, op, destroys }) =>
      agent === merge.agent &&
      workspace === merge.workspace &&
      (op === 'commit' || op === 'other' || (op === 'reset' && destroys)),
  );
  return next?.op === 'commit' && next.outcome === 'ok';
}

/** What takes over another line of work, or files of it, where it names one. */
const TAKES: ReadonlySet<string> = new Set(['checkout-paths', 'restore', 'switch', 'reset']);

/** A command that can bring what lies apart into a work copy. */
export interface Join {
  readonly at: number;
  readonly agent: AgentId;
  readonly evidence: Evidence;
  readonly workspace: string | null;
  /** Its words, without quotes and options. */
  readonly words: readonly string[];
  /** Whether it names no line of work in plain words: then it can be of any. */
  readonly open: boolean;
}

const joins = once((view): readonly Join[] => {
  const texts = commandTexts(view);
  const merged = merges(view).map(({ at, agent, evidence, call, workspace }) => {
    const text = texts.get(call) ?? '';
    const words = wordsOf(text);
    return {
      at,
      agent,
      evidence,
      workspace,
      words,
      open: words.length === 0 || /[$*`]/.test(text),
    };
  });
  const copied = [
    ...view.events('git').filter(({ op, outcome }) => outcome === 'ok' && TAKES.has(op)),
    ...view
      .events('command')
      .filter(
        ({ programs, exit, text }) =>
          (exit === null || exit === 0) &&
          (ASKED.test(text) || programs.some((each) => COPIES.test(each))),
      ),
  ].map((each) => {
    const { at, agent, evidence, call } = each;
    const text = texts.get(call) ?? '';
    const workspace = each.kind === 'git' ? each.workspace : null;
    return { at, agent, evidence, workspace, words: wordsOf(text), open: ASKED.test(text) };
  });
  return [...merged, ...copied];
});

/** A request at a service is merged there, by whatever number. */
const ASKED = /\b(?:gh pr|glab mr) merge\b/;

const COPIES = /(?:^|\/)(?:cp|mv|rsync|tar|bsdtar|install|patch)$/;

/** What follows a command's name: refs, paths. */
const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/\bgit(?: -[cC] \S+)* (?:merge|cherry-pick|rebase|pull|apply|am)\b/g, ' ')
    .split(/[\s'"=;&|()<>]+/)
    .filter(
      (word) => word !== '' && !word.startsWith('-') && !/^(?:cd|git|origin|HEAD)$/.test(word),
    );

/** What a sub-agent's line of work goes by. */
interface Marks {
  /** Branches, commits and folders of it. */
  readonly places: readonly string[];
  /** What the agent is called: not sure to be what its branch is called. */
  readonly names: readonly string[];
  readonly copies: ReadonlySet<string>;
}

const marks = once((view) => {
  const made = worktrees(view);
  return new Map(view.subs.map((sub) => [sub.id, marksOf(view, sub, made)]));
});

function marksOf(view: SessionView, sub: RanAgent, made: readonly WorkTree[]): Marks {
  const { id, place } = sub;
  const touched = new Set(
    [...eventsOf(view, 'write', id), ...eventsOf(view, 'git', id)].flatMap((each) =>
      each.kind === 'git' ? (each.workspace ?? []) : (each.path.workspace ?? []),
    ),
  );
  touched.delete(view.trace.cwd ?? '');
  const nested = eventsOf(view, 'write', id).flatMap(
    ({ path }) => /^(?:.*\/)?\.?worktrees?\/[^/]+/.exec(path.path)?.[0] ?? [],
  );
  const own = made.filter(({ path, by }) => by === id || touched.has(path));
  const branch = place.own === true || place.branch !== view.trace.branch ? place.branch : null;
  const commits = eventsOf(view, 'git', id).flatMap(({ commit }) => commit?.slice(0, 7) ?? []);
  return {
    places: [
      ...(branch === null ? [] : [branch]),
      ...(place.own === true && place.path !== null ? [place.path] : []),
      ...own.flatMap((each) => [each.path, ...each.branches]),
      ...touched,
      ...nested,
      ...commits,
    ],
    names: [id, nameOfAgent(sub) ?? id],
    copies: new Set([...touched, ...own.map(({ path }) => path)]),
  };
}

interface WorkTree {
  readonly by: AgentId;
  readonly path: string;
  readonly branches: readonly string[];
}

/** Work copies that git made, and their branches. */
const worktrees = once((view): readonly WorkTree[] =>
  view.events('git').flatMap(({ op, paths, agent, call }) => {
    if (op !== 'worktree' || paths === null || paths === 'whole') return [];
    const text = commandTexts(view).get(call) ?? '';
    const branch = /\s-[bB]\s+(\S+)/.exec(text)?.[1];
    return paths.flatMap(({ workspace, path }) => {
      const folder = path === '.' ? (workspace ?? path) : path;
      const base = folder.replace(/^.*\//, '');
      return [{ by: agent, path: folder, branches: [branch ?? base] }];
    });
  }),
);

/** Whether a word names a place: as a whole, as a part of a ref, or as a folder above it. */
function isMark(word: string, mark: string): boolean {
  if (word === mark) return true;
  if (/^[\da-f]{7}$/.test(mark) && word.startsWith(mark)) return true;
  const at = word.indexOf(mark);
  if (at === -1 || mark.length < 2) return false;
  const before = word.charAt(at - 1);
  const after = word.charAt(at + mark.length);
  return (at === 0 || /[/:~^.]/.test(before)) && (after === '' || /[/:~^.]/.test(after));
}

const isNamedBy = (words: readonly string[], names: readonly string[]): boolean =>
  names.some((name) => words.some((word) => isMark(word, name)));

/** A command with the sub-agents whose lines of work it names. */
interface NamedJoin extends Join {
  readonly byPlace: ReadonlySet<AgentId>;
  readonly byName: ReadonlySet<AgentId>;
}

const namedJoins = once((view): readonly NamedJoin[] => {
  const all = [...marks(view)];
  const named = (words: readonly string[], of: (each: Marks) => readonly string[]) =>
    new Set(all.flatMap(([id, each]) => (isNamedBy(words, of(each)) ? id : [])));
  return joins(view).map((join) => ({
    ...join,
    byPlace: named(join.words, ({ places }) => places),
    byName: named(join.words, ({ names }) => names),
  }));
});

/** Whether a sub-agent's work was joined behind a moment. */
export const isMerged = (view: SessionView, sub: RanAgent, after: number): boolean =>
  joinOf(view, sub, after) !== undefined;

/** What joined a sub-agent's work behind a moment. A merge that names another's branch alone is none of its work. */
export function joinOf(view: SessionView, { id }: RanAgent, after: number): Join | undefined {
  const own = marks(view).get(id);
  if (own === undefined) return undefined;
  return namedJoins(view).find(({ at, workspace, open, byPlace, byName }) => {
    // What it takes into its own work copy joins nothing of its own.
    if (at <= after || (workspace !== null && own.copies.has(workspace))) return false;
    if (open || byPlace.has(id)) return true;
    // Of a copy the name of an agent says nothing: it may be that of a file.
    if (workspace === null) return false;
    // A line of work that nobody is known by can be of any whose own is not known.
    const isUnknown = byPlace.size + byName.size === 0 && own.places.length === 0;
    return byName.has(id) || isUnknown;
  });
}
