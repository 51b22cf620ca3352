import { once } from './once.ts';
import type { SessionView, Timed } from './session-view.ts';
import { firstAfter, isAnyBetween } from './timed-list.ts';

const pops = once((view) =>
  view.events('git').filter(({ op, outcome }) => op === 'stash-pop' && outcome === 'ok'),
);

/** What others did by calls, by no matter whom of them. */
const calls = once((view) => view.events('tool').filter(({ tool }) => TOUCHING.has(tool)));

const TOUCHING: ReadonlySet<string> = new Set(['read', 'write', 'shell']);

/** Whether an agent took its stash back out before anyone else had touched anything: then nobody came to harm by it. */
export function isBroughtBack(view: SessionView, git: Timed<'git'>): boolean {
  if (git.op !== 'stash') return false;
  const pop = firstAfter(
    pops(view),
    git.at - 1,
    (each) => each.agent === git.agent && each.workspace === git.workspace,
  );
  if (pop === undefined) return false;
  return (
    pop.call === git.call ||
    !isAnyBetween(calls(view), git.at, pop.at, ({ agent }) => agent !== git.agent)
  );
}
