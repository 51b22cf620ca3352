import type { AgentId } from '../agent.ts';
import type { Evidence } from '../evidence.ts';
import type { PlacedPath } from '../place.ts';
import { once } from './once.ts';
import type { SessionView } from './session-view.ts';
import { isAnyAfter } from './timed-list.ts';

/** A command that carried something out and went well. */
export interface Check {
  readonly at: number;
  readonly agent: AgentId;
  readonly evidence: Evidence;
}

/** Programs that look at files or move them, and try nothing. */
const QUIET =
  /(?:^|\/)(?:cat|bat|head|tail|less|more|ls|wc|stat|file|du|tree|find|grep|egrep|rg|ag|sed|awk|cut|sort|uniq|diff|cmp|cp|mv|rm|mkdir|rmdir|touch|ln|chmod|chown|tee|echo|printf|cd|pwd|git|tar|zip|unzip|gzip|rsync|jq|sleep|true|export|set|test|\[)$/;

/** Commands that went well and try something, by the names of the files that they speak of. */
const byName = once((view) => {
  const by = new Map<string, Check[]>();
  for (const { at, agent, evidence, exit, text, programs } of view.events('command')) {
    if (exit !== 0 || programs.every((each) => QUIET.test(each))) continue;
    const names = (text.match(/[\w@.-]+\.\w+\b/g) ?? []).map((word) => word.replace(/^.*\//, ''));
    for (const name of new Set(names)) {
      const all = by.get(name);
      if (all === undefined) by.set(name, [{ at, agent, evidence }]);
      else all.push({ at, agent, evidence });
    }
  }
  return by;
});

/** Commands that tried a file, and went well. */
export const checksOf = (view: SessionView, { path }: PlacedPath): readonly Check[] =>
  byName(view).get(path.replace(/^.*\//, '')) ?? [];

/** A command that tries the whole, whatever it is called: a script or a target with such a name. */
const CHECKING =
  /(?:^|[\s/:._-])(?:tests?|checks?|verify|validate|specs?|e2e|smoke|ci|eval\w*|lint)(?:$|[\s/:._-])/i;

/** When the whole, or something of it, was tried by a command last, however that ended. */
const lastChecking = once(
  (view) =>
    view
      .events('command')
      .findLast(
        ({ text, programs }) => CHECKING.test(text) && !programs.every((each) => QUIET.test(each)),
      )?.at ?? Number.NEGATIVE_INFINITY,
);

/** Whether something was tried behind a moment: by a command that says so, or by one that runs a file that was changed. */
export const isCheckedAfter = (
  view: SessionView,
  changed: readonly { readonly path: PlacedPath }[],
  at: number,
): boolean =>
  lastChecking(view) > at || changed.some(({ path }) => isAnyAfter(checksOf(view, path), at));
