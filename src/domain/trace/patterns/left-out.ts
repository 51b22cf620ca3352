import type { AgentId } from '../agent.ts';
import { once } from './once.ts';
import type { Candidate } from './pattern.ts';
import { eventsOf, handedIn, lastMentions, namedTouches, writesOf } from './session-index.ts';
import { pathsIn, type Result, type SessionView } from './session-view.ts';
import { setbacksOf } from './setbacks.ts';
import { firstAfter } from './timed-list.ts';

/**
 * A part came back that others were to use: the receiver put together the parts of others without it, did what it does in
 * its own way, and failed on that.
 */
export function leftOut(view: SessionView, result: Result): readonly Candidate[] {
  const { from, to, at } = result;
  if (view.agents.get(from)?.end.state !== 'completed') return [];
  const parts = [...new Set(writesOf(view, from).map(({ path }) => path.path))].filter(isCode);
  if (parts.length === 0) return [];
  const modules = new Set(parts.map(moduleOf));
  if (
    [...modules].some((module) => (importersOf(view).get(module) ?? []).some((id) => id !== from))
  )
    return [];
  const made = new Set(writesOf(view, from).flatMap(({ defines }) => defines));
  const joining = firstAfter(
    writesOf(view, to),
    at,
    ({ imports, defines, path }) =>
      imports.some((each) => isOfOther(view, moduleOf(each), from, to)) ||
      (!parts.includes(path.path) && defines.some((each) => made.has(each))),
  );
  const failure = firstAfter(setbacksOf(view, to), joining?.at ?? view.end);
  if (joining === undefined || failure === undefined || isTouched(view, parts, to, at)) return [];
  return [
    {
      agents: [from, to],
      evidence: [...handedIn(view, result), joining.evidence, failure.evidence],
      consequence: `${joining.path.path} was put together without ${parts.join(', ')}, and failed`,
      nearest: 'missing-implementation-join',
      rejection: 'its work is in the tree, and nothing uses it',
      confidence: 'low',
      episode: [`result:${from}`],
    },
  ];
}

const isCode = (path: string): boolean =>
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|php|lua|ex|hs|c|h|cc|cpp|hpp|cs|swift|scala)$/.test(path);

/** `draw.plot`, `./draw/plot.js`, `draw/plot.py`: plot. */
const moduleOf = (name: string): string =>
  name
    .replace(/\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|php|lua|c|h|cc|cpp|hpp|cs|swift|scala)$/, '')
    .split(/[/.:]+/)
    .findLast((each) => each !== '' && each !== 'index' && each !== 'mod') ?? name;

/** Who takes in a module, by its name. */
const importersOf = once(({ productWrites }) => {
  const by = new Map<string, Set<AgentId>>();
  for (const { agent, imports } of productWrites)
    for (const name of imports)
      by.set(moduleOf(name), (by.get(moduleOf(name)) ?? new Set()).add(agent));
  return new Map([...by].map(([name, agents]) => [name, [...agents]]));
});

/** Who made a module, by its name. */
const makersOf = once(({ productWrites }) =>
  Map.groupBy(productWrites, ({ path }) => moduleOf(path.path)),
);

const isOfOther = (view: SessionView, module: string, from: AgentId, to: AgentId): boolean =>
  (makersOf(view).get(module) ?? []).some(({ agent }) => agent !== from && agent !== to);

/** Whether the receiver looked at it, spoke of it or ran it. */
const isTouched = (
  view: SessionView,
  parts: readonly string[],
  to: AgentId,
  after: number,
): boolean =>
  parts.some(
    (part) =>
      (lastMentions(view).get(part) ?? 0) > after ||
      namedTouches(view)
        .of(part)
        .some((file) => firstAfter(file, after) !== undefined),
  ) ||
  eventsOf(view, 'command', to).some(
    ({ at, text }) =>
      at > after && pathsIn(text).some((each) => parts.some((part) => part.endsWith(each))),
  );
