import type { Detector } from './pattern.ts';
import { isProductWrite } from '../role.ts';
import { eventsOf, handedIn } from './session-index.ts';
import type { Result, SessionView } from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';

/** Characters of a token, roughly: results are told by their length alone. */
const CHARACTERS = 4;

/** More was handed in at once than the receiver could hold. */
export const bulkHandoffOverload: Detector = {
  code: 'bulk-handoff-overload',
  detect(view) {
    return [...Map.groupBy(view.results, ({ to }) => to)].flatMap(([to, results]) => {
      const bulk = firstBulk(results);
      const last = bulk.at(-1);
      if (last === undefined) return [];
      const sign = overflow(view, to, last.at);
      if (sign === null) return [];
      return [
        {
          agents: [to, ...bulk.map(({ from }) => from)],
          evidence: [...bulk.flatMap((result) => handedIn(view, result)), sign.evidence],
          consequence: `${bulk.length} results of about ${tokens(bulk)} tokens came at once, and were lost again`,
          nearest: 'lossy-handoff',
          rejection: 'no value was altered; there was too much',
          confidence: 'high',
          episode: bulk.map(({ from }) => `result:${from}`),
        },
      ];
    });
  },
};

const WINDOW = THRESHOLDS.bulkWindow.value;

/** The first window with too much; empty: there is none. Results of one window stand beside each other. */
function firstBulk(results: readonly Result[]): readonly Result[] {
  let end = 0;
  let length = 0;
  for (const [index, { at, message }] of results.entries()) {
    for (; (results[end]?.at ?? Number.POSITIVE_INFINITY) - at <= WINDOW; end += 1)
      length += results[end]?.message.length ?? 0;
    if (end - index > 1 && Math.round(length / CHARACTERS) > THRESHOLDS.bulkTokens.value)
      return results.slice(index, end);
    length -= message.length ?? 0;
  }
  return [];
}

const tokens = (results: readonly Result[]): number =>
  Math.round(results.reduce((sum, { message }) => sum + (message.length ?? 0), 0) / CHARACTERS);

/** The history was shortened, a result was cut, or files of others were read again, and nothing was written meanwhile. */
function overflow(view: SessionView, agent: string, after: number) {
  const { trace } = view;
  const next = trace.events.filter((each) => each.agent === agent && (each.at ?? 0) >= after);
  let steps = 0;
  let sign: (typeof next)[number] | null = null;
  const known = new Set(
    eventsOf(view, 'read', agent).flatMap(({ at, path }) => (at < after ? [path.path] : [])),
  );
  const again = new Set<string>();
  for (const event of next) {
    if (isProductWrite(event)) return null;
    if (event.kind === 'compaction' || (event.kind === 'tool' && event.resultCut)) sign ??= event;
    if (event.kind === 'read') {
      if (known.has(event.path.path)) again.add(event.path.path);
      known.add(event.path.path);
      if (again.size >= THRESHOLDS.bulkReadAgain.value) sign ??= event;
    }
    if (event.kind === 'tool') steps += 1;
    if (steps > THRESHOLDS.bulkSteps.value) break;
  }
  return sign;
}
