import { evidenceText } from '../../domain/trace/evidence.ts';
import type { Finding } from '../../domain/trace/patterns/pattern.ts';
import { redact } from '../../domain/trace/redact.ts';
import type { WatchedName, WatchEvent } from '../../domain/trace/watch/watched-session.ts';
import { count, secondOfDay } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';

const INDENT = ' '.repeat(9);

/** What one event of a watched session says. */
export function watchLines(event: WatchEvent, look: Look): readonly string[] {
  const time = secondOfDay(event.at);
  const { session } = event;
  const head = (text: string): readonly string[] => {
    const [first = '', ...more] = wrap(text, look.width, `${time} ${session.id} `, INDENT);
    return [look.paint('dim', first.slice(0, time.length)) + first.slice(time.length), ...more];
  };
  switch (event.kind) {
    case 'started':
      return head(`at work: ${named(session)}, ${count(session.subAgents, 'sub-agent')}`);
    case 'finding':
      return [
        ...head(`${patternName(event.finding.code)}: ${redact(event.names.join(', '))}`).map(
          (line) => look.paint('yellow', line),
        ),
        ...findingLines(event.finding, session, look),
      ];
    case 'withdrawn': {
      const { finding, instead, names } = event;
      const why = instead === null ? 'what followed speaks against it' : patternName(instead);
      return head(
        `withdrawn: ${patternName(finding.code)} (${redact(names.join(', '))}); ${instead === null ? why : `it is told as ${why}`}`,
      );
    }
    case 'ended':
      return head(
        `ended (${event.state === 'running' ? 'its records stop without an end' : event.state}): ${count(event.findings, 'finding')}${event.withdrawn === 0 ? '' : `, ${event.withdrawn} withdrawn`}  fanin trace show ${session.id}`,
      );
  }
}

function findingLines(
  { consequence, evidence }: Finding,
  { id }: WatchedName,
  look: Look,
): readonly string[] {
  const places = [...new Set([...evidence.slice(0, 1), ...evidence.slice(-1)].map(evidenceText))];
  return [
    ...wrap(redact(consequence), look.width, INDENT),
    ...places.flatMap((place) => wrap(place, look.width, INDENT)),
    ...wrap(`fanin trace show ${id}`, look.width, INDENT),
  ].map((line, at, all) => (at === all.length - 1 ? look.paint('cyan', line) : line));
}

const named = ({ source, title }: WatchedName): string =>
  title === null ? source : `${source} “${redact(title)}”`;

/** `blind-timeout-wait` as `Blind Timeout Wait`. */
const patternName = (code: string): string =>
  code
    .split('-')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join(' ');
