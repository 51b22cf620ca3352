import type { AgentId, TraceAgent } from '../agent.ts';
import type { TraceEvent } from '../event.ts';
import type { Evidence } from '../evidence.ts';
import type { PlacedPath } from '../place.ts';
import { once } from './once.ts';
import {
  fileKey,
  isNamed,
  pathsIn,
  type RanAgent,
  type Result,
  type SessionView,
  type Timed,
} from './session-view.ts';

type Kind = TraceEvent['kind'];

const NONE: readonly never[] = [];

const subs = once(({ subs: all }) => new Map(all.map((sub) => [sub.id, sub])));

/** A sub-agent that ran; undefined: the root, or one that is not known. */
export const subOf = (view: SessionView, id: AgentId): RanAgent | undefined => subs(view).get(id);

/** A sub-agent that made no call and wrote nothing has not run. */
export const hasRun = (view: SessionView): boolean =>
  view.events('tool').some(({ agent }) => subs(view).has(agent));

const byAgent = once(() => new Map<Kind, ReadonlyMap<AgentId, readonly TraceEvent[]>>());

/** An agent's own events of one kind. */
export function eventsOf<K extends Kind>(
  view: SessionView,
  kind: K,
  agent: AgentId,
): readonly Timed<K>[] {
  const lists = byAgent(view);
  const known = lists.get(kind) ?? Map.groupBy(view.events(kind), (each) => each.agent);
  lists.set(kind, known);
  // What was grouped by its kind is of that kind.
  return (known.get(agent) ?? NONE) as readonly Timed<K>[];
}

const writes = once(({ productWrites }) => Map.groupBy(productWrites, ({ agent }) => agent));

/** An agent's writes of the product. */
export const writesOf = (view: SessionView, agent: AgentId): readonly Timed<'write'>[] =>
  writes(view).get(agent) ?? NONE;

const written = once(({ productWrites }) =>
  Map.groupBy(productWrites, ({ path }) => fileKey(path)),
);

/** All writes of one file of the product. */
export const writesAt = (view: SessionView, path: PlacedPath): readonly Timed<'write'>[] =>
  written(view).get(fileKey(path)) ?? NONE;

/** What a person asked for at first; empty: it is not known. */
export const promptOf = ({ events }: Pick<SessionView, 'events'>): string =>
  events('message').find(({ what }) => what === 'prompt')?.text ?? '';

/** A run of tests, or a build, that passed. */
export const passedTests = once((view) => judged(view, 'passed'));

/** Likewise one that failed. */
export const failedTests = once((view) => judged(view, 'failed'));

const judged = (view: SessionView, as: 'passed' | 'failed'): readonly Timed<'test'>[] =>
  view.events('test').filter(({ what, verdict }) => what !== 'lint' && verdict === as);

const failures = once((view) => Map.groupBy(failedTests(view), ({ agent }) => agent));

/** Tests that an agent saw fail. */
export const failedTestsOf = (view: SessionView, agent: AgentId): readonly Timed<'test'>[] =>
  failures(view).get(agent) ?? NONE;

/** Those whose results reached an agent. */
export const senders = once(({ results }) => new Set(results.map(({ from }) => from)));

const asked = once(
  (view) =>
    new Map(
      view
        .events('spawn')
        .toReversed()
        .map(({ child, evidence }) => [child, evidence]),
    ),
);

/** Where a sub-agent was asked for: its parent could have asked for something else there. */
export const askedAt = (view: SessionView, { id, evidence }: RanAgent): Evidence =>
  asked(view).get(id) ?? evidence;

const lastEvents = once(({ trace }) => {
  const last = new Map<AgentId, Evidence>();
  for (const { agent, kind, evidence } of trace.events)
    if (kind !== 'request') last.set(agent, evidence);
  return last;
});

/** The last that a sub-agent did or said by its own records. */
export const lastDone = (view: SessionView, { id, end }: TraceAgent): Evidence =>
  lastEvents(view).get(id) ?? end.evidence;

/** Where a result was handed in, and where it reached its receiver. */
export function handedIn(view: SessionView, { from, message }: Result): readonly Evidence[] {
  const sender = view.agents.get(from);
  return sender?.recorded === true
    ? [lastDone(view, sender), message.evidence]
    : [message.evidence];
}

/** Events at files, found by what a text calls the file. */
interface NamedFiles<E> {
  /** The events of each file that goes by this name, each in the order of time. */
  readonly of: (name: string) => readonly (readonly E[])[];
}

function namedFiles<E extends { readonly path: PlacedPath }>(events: readonly E[]): NamedFiles<E> {
  const byName = new Map<string, E[][]>();
  for (const [path, all] of Map.groupBy(events, ({ path: each }) => each.path))
    for (const name of endsOf(path)) {
      const files = byName.get(name);
      if (files === undefined) byName.set(name, [all]);
      else files.push(all);
    }
  return { of: (name) => byName.get(name) ?? [] };
}

/** Writes of the product, by names. */
export const namedWrites = once(({ productWrites }) => namedFiles(productWrites));

/** All reads and writes, by names. */
export const namedTouches = once((view) =>
  namedFiles<Timed<'read' | 'write'>>(
    [...view.events('read'), ...view.events('write')].toSorted((a, b) => a.at - b.at),
  ),
);

/** An agent's own reads of a file that goes by a name, in the order of time. */
export const namedReadsOf = (
  view: SessionView,
  agent: AgentId,
  name: string,
): readonly Timed<'read'>[] =>
  eventsOf(view, 'read', agent).filter(({ path }) => isNamed(path, name));

/** When agents last spoke of a file, by each name that it goes by. */
export const lastMentions = once((view) => {
  const last = new Map<string, number>();
  for (const { what, text, at } of view.events('message'))
    if (what === 'brief' || what === 'note' || what === 'final' || what === 'said')
      for (const name of pathsIn(text).flatMap(endsOf)) last.set(name, at);
  return last;
});

/** `src/lib/a.js`, `lib/a.js`, `a.js`. */
function endsOf(path: string): readonly string[] {
  const ends = [path];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1))
    ends.push(path.slice(at + 1));
  return ends;
}

/** The texts of command lines, by their calls. */
export const commandTexts = once(
  (view) => new Map(view.events('command').map(({ call, text }) => [call, text])),
);

/** Values that were written out in the product, with who wrote them. */
export const writesByLiteral = once(({ productWrites }) => {
  const by = new Map<string, Timed<'write'>[]>();
  for (const write of productWrites)
    for (const literal of write.literals) {
      const all = by.get(literal);
      if (all === undefined) by.set(literal, [write]);
      else all.push(write);
    }
  return by;
});

/** Names that were used or defined in the product, with who wrote them. */
export const writesByName = once(({ productWrites }) => {
  const by = new Map<string, Timed<'write'>[]>();
  for (const write of productWrites)
    for (const name of new Set([...write.names, ...write.defines])) {
      const all = by.get(name);
      if (all === undefined) by.set(name, [write]);
      else all.push(write);
    }
  return by;
});

/** The words of a text, and the paths in it, once for each text: briefs are compared with each other. */
const texts = once(() => new Map<string, ReadText>());

interface ReadText {
  readonly words: ReadonlySet<string>;
  readonly paths: readonly string[];
  /** Its paths and numbers, in one line. */
  readonly things: string;
}

function read(view: SessionView, { brief }: RanAgent): ReadText {
  const text = brief?.text ?? '';
  const known = texts(view).get(text);
  if (known !== undefined) return known;
  const paths = pathsIn(text);
  const made: ReadText = {
    words: new Set(text.toLowerCase().match(/[\w./-]*\w/g)),
    paths,
    things: [...paths, ...(text.match(/\d+/g) ?? [])].toSorted().join(' '),
  };
  texts(view).set(text, made);
  return made;
}

/** The paths that a brief names. */
export const briefPaths = (view: SessionView, sub: RanAgent): readonly string[] =>
  read(view, sub).paths;

/** The files and numbers that a brief is about. */
export const briefThings = (view: SessionView, sub: RanAgent): string => read(view, sub).things;

/** How many of the words of two briefs are in both. */
export function likeness(view: SessionView, a: RanAgent, b: RanAgent): number {
  const x = read(view, a).words;
  const y = read(view, b).words;
  if (x.size + y.size === 0) return 0;
  let shared = 0;
  for (const word of x) if (y.has(word)) shared += 1;
  return (2 * shared) / (x.size + y.size);
}
