import type { Finding } from '../attempt/attempt.ts';
import type { Entry } from './ledger.ts';
import type { LostUpdate, Victim } from './lost-update.ts';

/** Who lost what, without what speaks for it: the same however far the target has moved since. */
const subjectOf = ({ check, victim, path }: LostUpdate): string => {
  if (victim === null && check === 'tree') return `${path}: not what git makes of the two`;
  if (check === 'rewritten') return `${path}: rewritten as a whole over ${whose(victim)}`;
  return victim === null
    ? `${path}: a merge in its branch was changed by hand`
    : `${path}: takes back ${whose(victim)}`;
};

const whose = (victim: Victim | null): string => {
  if (victim === null) return 'what has landed';
  const { task, title, commit } = victim;
  return `what ${task === null ? `“${title}”` : `task ${task}`} landed (${commit.slice(0, 7)})`;
};

/** One sentence of it. */
export const lostText = (lost: LostUpdate): string => `${subjectOf(lost)}; ${lost.evidence}`;

/** As a receipt shows it. */
export const lostFinding = (lost: LostUpdate): Finding => ({
  kind: 'lost-update',
  text: lostText(lost),
  path: lost.path,
  ...(lost.hunk.length === 0 ? {} : { hunk: lost.hunk }),
  blocks: lost.blocks,
});

/** Whether somebody who saw these texts has seen this as well. */
export const isAmong = (lost: LostUpdate, texts: readonly string[]): boolean =>
  texts.some((text) => text.startsWith(`${subjectOf(lost)};`));

/** Why a delivery is held on its way to the target, with the lines in question. */
export const heldReason = (lost: readonly LostUpdate[]): string =>
  [
    'it would take back what others have landed',
    ...lost.flatMap((each) => [`- ${lostText(each)}`, ...each.hunk.map((line) => `    ${line}`)]),
  ].join('\n');

/** Names that an entry defines and files that it touched, against what a change does. */
export const isTouchedBy = (
  entry: Entry,
  change: { readonly paths: ReadonlySet<string>; readonly names: ReadonlySet<string> },
): boolean =>
  [...entry.steps.keys()].some((path) => change.paths.has(path)) ||
  [...entry.defines].some((name) => change.names.has(name));
