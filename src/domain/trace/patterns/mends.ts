import type { AgentId } from '../agent.ts';
import { once } from './once.ts';
import { writesByLiteral, writesByName } from './session-index.ts';
import { fileKey, type SessionView, type Timed } from './session-view.ts';

type Write = Timed<'write'>;

/** A write that put a value into a file, and what its author had written there first. */
export interface Mend {
  readonly own: Write;
  readonly mended: Write;
}

/** The first write of each file by each agent. */
const firstWrites = once(({ productWrites }) => {
  const files = new Map<string, Map<AgentId, Write>>();
  for (const write of productWrites) {
    const key = fileKey(write.path);
    const of = files.get(key) ?? new Map<AgentId, Write>();
    files.set(key, of);
    if (!of.has(write.agent)) of.set(write.agent, write);
  }
  return files;
});

/** Whether a write has a value or a name in it. */
export const hasIn = ({ literals, names, defines }: Write, value: string): boolean =>
  literals.includes(value) || names.includes(value) || defines.includes(value);

/** By author: the first time that a value came into one of its files by another, or by itself once it had been told. */
export function mendsOf(view: SessionView, value: string): ReadonlyMap<AgentId, Mend> {
  const mends = new Map<AgentId, Mend>();
  const writes = new Set([
    ...(writesByLiteral(view).get(value) ?? []),
    ...(writesByName(view).get(value) ?? []),
  ]);
  for (const mended of [...writes].toSorted((a, b) => a.at - b.at))
    for (const [agent, own] of firstWrites(view).get(fileKey(mended.path)) ?? [])
      if (
        own.at < mended.at &&
        !mends.has(agent) &&
        (agent !== mended.agent || isToldLater(view, agent, value, [own.at, mended.at]))
      )
        mends.set(agent, { own, mended });
  return mends;
}

/** Whether a value was in what another told an agent, between two moments. */
const isToldLater = (
  view: SessionView,
  agent: AgentId,
  value: string,
  [from, to]: readonly [number, number],
): boolean =>
  (told(view).get(agent) ?? []).some(
    ({ at, text }) => at > from && at < to && text.includes(value),
  );

const told = once((view) =>
  Map.groupBy(
    view
      .events('message')
      .filter(({ what, from }) => (what === 'note' || what === 'brief') && from.kind === 'agent'),
    ({ to }) => (to.kind === 'agent' ? to.id : ''),
  ),
);
