import type { LostLanding, LostReport } from '../../compose/lost/lost-updates-here.ts';
import type { LostUpdate } from '../../domain/lost-updates/lost-update.ts';
import { lostText } from '../../domain/lost-updates/tell.ts';
import { printable } from '../text/columns.ts';
import { count, shortId } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';

/** How much is shown. */
export interface LostView {
  /** So many landings, the newest. */
  readonly most: number;
  readonly hunks: boolean;
}

/** So many findings of one landing are shown where nobody asked for more. */
const SHOWN_FINDINGS = 3;

/** Landings that took back what others had landed, the newest first; the first line is the answer. */
export function lostLines(report: LostReport, view: LostView, look: Look): readonly string[] {
  const { landings } = report;
  const shown = landings.toReversed().slice(0, view.most);
  const more = landings.length - shown.length;
  const clear = landings.length === 0;
  return [
    ...wrap(headline(report), look.width).map((line) =>
      look.paint(clear ? 'green' : 'yellow', line),
    ),
    ...shown.flatMap((landing) => landingLines(landing, view, look)),
    ...(more > 0 ? ['', `${count(more, 'landing')} more: -n ${String(landings.length)}`] : []),
    ...(clear || view.hunks
      ? []
      : ['', look.paint('dim', 'fanin lost --hunks shows the lines in question.')]),
  ];
}

function headline({ range, looked, landings }: LostReport): string {
  const where = `${count(looked, 'landing')} in ${range}`;
  if (looked === 0) return `Nothing has landed in ${range}.`;
  if (landings.length === 0) return `No lost update: ${where}.`;
  const blocking = landings.filter(isBlocking).length;
  const told = `${String(landings.length)} of ${where} ${landings.length === 1 ? 'takes' : 'take'} back what others had landed`;
  return blocking === 0
    ? `${told}; each author had it.`
    : `${told}, ${String(blocking)} past their author.`;
}

/** Whether a landing took back something that its author did not have. */
export const isBlocking = ({ found }: LostLanding): boolean => found.some(({ blocks }) => blocks);

function landingLines(landing: LostLanding, view: LostView, look: Look): readonly string[] {
  const { commit, task, title, found } = landing;
  const name = task === null ? title : `${task} · ${title}`;
  const most = view.hunks ? found.length : SHOWN_FINDINGS;
  const more = found.length - most;
  return [
    '',
    look.paint('bold', printable(`${shortId(commit)} ${name}`)),
    ...found.slice(0, most).flatMap((each) => findingLines(each, view, look)),
    ...(more > 0 ? [`   and ${count(more, 'more path', 'more paths')}`] : []),
  ];
}

function findingLines(lost: LostUpdate, { hunks }: LostView, look: Look): readonly string[] {
  const mark = lost.blocks ? ' ! ' : ' · ';
  return [
    ...wrap(lostText(lost), look.width, mark, '   ').map((line) =>
      look.paint(lost.blocks ? 'yellow' : 'plain', line),
    ),
    // Lines of a file are shown as they are: wrapped, they would say something else.
    ...(hunks ? lost.hunk.map((line) => printable(`     ${line}`)) : []),
  ];
}
