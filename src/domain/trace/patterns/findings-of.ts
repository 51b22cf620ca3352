import { nameOfAgent, type AgentId } from '../agent.ts';
import { evidenceText, type Evidence } from '../evidence.ts';
import type { TraceFinding } from '../finding.ts';
import { shortHash } from '../line-digest.ts';
import type { Trace } from '../trace.ts';
import { EXPLAINED } from './explained/explained.ts';
import { LABELS, type Candidate, type PatternCode } from './pattern.ts';

/** What the precedence left. */
export interface Kept {
  readonly code: PatternCode;
  readonly candidate: Candidate;
}

/** What the serial twin did in the place of a finding; empty: there is none, or it does not say. */
interface SerialPlaces {
  readonly serial: readonly Evidence[];
}

/** Findings as they are told, in the order in which what began them happened. */
export function findingsOf(
  trace: Trace,
  kept: readonly (Kept & SerialPlaces)[],
): readonly TraceFinding[] {
  if (kept.length === 0) return [];
  const times = timesOf(
    trace,
    kept.flatMap(({ candidate }) => candidate.evidence),
  );
  const book: Book = { times, ids: new Map(), called: namesIn(trace) };
  return kept
    .map((each) => findingOf(each, book))
    .toSorted((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity));
}

/** What is known while findings are written down. */
interface Book {
  readonly times: ReadonlyMap<string, number>;
  /** How often each id was given. */
  readonly ids: Map<string, number>;
  readonly called: ReadonlyMap<AgentId, string>;
}

/** What the agents of a session are called. */
export const namesIn = ({ agents }: Trace): ReadonlyMap<AgentId, string> =>
  new Map(agents.map((agent) => [agent.id, nameOfAgent(agent) ?? agent.id]));

function findingOf(
  { code, candidate, serial }: Kept & SerialPlaces,
  { times, ids, called }: Book,
): TraceFinding {
  const { consequence, nearest, rejection, confidence } = candidate;
  const agents = [...new Set(candidate.agents)];
  const evidence = distinctPlaces(candidate.evidence);
  const known = evidence.flatMap((each) => times.get(evidenceText(each)) ?? []);
  const id = `${code}-${shortHash([...agents, evidence.slice(0, 1).map(evidenceText)].join('\0'))}`;
  const before = ids.get(id) ?? 0;
  ids.set(id, before + 1);
  const { name, what } = EXPLAINED[code];
  return {
    id: before === 0 ? id : `${id}-${before + 1}`,
    code,
    label: [...LABELS[code], name],
    at: known.length === 0 ? null : Math.min(...known),
    agents,
    names: agents.map((each) => called.get(each) ?? each),
    evidence,
    consequence,
    reasoning: what,
    rejected: { code: nearest, label: EXPLAINED[nearest].name, reason: rejection },
    confidence,
    serial: distinctPlaces(serial),
  };
}

/** Each place once. */
export const distinctPlaces = (places: readonly Evidence[]): readonly Evidence[] => [
  ...new Map(places.map((each) => [evidenceText(each), each])).values(),
];

/** When what these places tell of happened, as far as it is known. */
export function timesOf(
  { events, agents }: Trace,
  places: readonly Evidence[],
): ReadonlyMap<string, number> {
  const wanted = Map.groupBy(places, ({ file }) => file);
  const lines = new Map(
    [...wanted].map(([file, all]) => [
      file,
      new Set(all.map(({ line, record }) => line ?? record)),
    ]),
  );
  const times = new Map<string, number>();
  const note = (place: Evidence, at: number | null): void => {
    if (at === null || lines.get(place.file)?.has(place.line ?? place.record) !== true) return;
    const key = evidenceText(place);
    times.set(key, Math.min(at, times.get(key) ?? at));
  };
  for (const { evidence, at } of events) note(evidence, at);
  for (const { evidence, startedAt } of agents) note(evidence, startedAt);
  return times;
}
