import type { TraceFinding } from '../../domain/trace/finding.ts';
import { EXPLAINED } from '../../domain/trace/patterns/explained/explained.ts';
import { redact } from '../../domain/trace/redact.ts';
import type { WatchedName, WatchEvent } from '../../domain/trace/watch/watched-session.ts';
import { count, secondOfDay } from '../text/figures.ts';
import { wrap } from '../text/wrap.ts';
import { placeText, type FindingLook } from './trace-findings.ts';

const INDENT = ' '.repeat(9);

/** What one event of a watched session says. */
export function watchLines(event: WatchEvent, of: FindingLook): readonly string[] {
  const { look } = of;
  const { session } = event;
  const time = secondOfDay(event.at);
  const head = (text: string): readonly string[] => {
    const [first = '', ...more] = wrap(text, look.width, `${time} ${session.id} `, INDENT);
    return [look.paint('dim', first.slice(0, time.length)) + first.slice(time.length), ...more];
  };
  switch (event.kind) {
    case 'started':
      return head(`at work: ${named(session)}, ${count(session.subAgents, 'sub-agent')}`);
    case 'finding':
      return [
        ...head(`${event.finding.label[2]}: ${redact(event.names.join(', '))}`).map((line) =>
          look.paint('yellow', line),
        ),
        ...bodyLines(event.finding, session, of),
      ];
    case 'withdrawn': {
      const { finding, instead, names } = event;
      const why =
        instead === null
          ? 'what followed speaks against it'
          : `it is told as ${EXPLAINED[instead].name}`;
      return head(`withdrawn: ${finding.label[2]} (${redact(names.join(', '))}); ${why}`);
    }
    case 'ended': {
      const { state, findings, withdrawn } = event;
      const how = state === 'running' ? 'its records stop without an end' : state;
      const gone = withdrawn === 0 ? '' : `, ${withdrawn} withdrawn`;
      return head(
        `ended (${how}): ${count(findings, 'finding')}${gone} – fanin trace show ${session.id}`,
      );
    }
  }
}

/** What came of it, where that began and where it is shown, and what to type next. */
function bodyLines(
  { consequence, evidence }: TraceFinding,
  { id }: WatchedName,
  { look, home }: FindingLook,
): readonly string[] {
  const places = [...evidence.slice(0, 1), ...evidence.slice(1).slice(-1)];
  return [
    ...wrap(redact(consequence), look.width, INDENT),
    ...places
      .flatMap((place) => wrap(placeText(place, home), look.width, INDENT))
      .map((line) => look.paint('dim', line)),
    ...wrap(`fanin trace show ${id}`, look.width, INDENT).map((line) => look.paint('cyan', line)),
  ];
}

const named = ({ source, title }: WatchedName): string =>
  title === null ? source : `${source} “${redact(title)}”`;
