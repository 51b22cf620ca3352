import { evidenceText, type Evidence } from '../../domain/trace/evidence.ts';
import type { TraceFinding } from '../../domain/trace/finding.ts';
import type { Benefit } from '../../domain/trace/patterns/benefits/benefit.ts';
import { summariseFound, worstFirst, type Found } from '../../domain/trace/measures/found.ts';
import { redact } from '../../domain/trace/redact.ts';
import type { MeasuredSession } from '../../compose/trace/measure-traces.ts';
import { adviceParts, benefitParts, patternParts } from '../reports/report-text.ts';
import { findingRows } from '../reports/trace-columns.ts';
import { count, dateTime } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';
import { namedParts } from './named-parts.ts';

/** Lines that findings take on the first screen, which has the worst; one finding is there in any case. */
export const FINDING_LINES = 14;
/** Patterns that are counted there. */
const MOST_KINDS = 6;
/** Advice that is given at once. */
const MOST_ADVICE = 3;

/** How findings are shown. */
export interface FindingLook {
  readonly look: Look;
  /** Is shown as `~`. */
  readonly home: string;
}

/** The patterns of sessions: how often, the worst (in `most` lines) with where they are told, and what would help. */
export function foundLines(
  sessions: readonly MeasuredSession[],
  most: number,
  of: FindingLook,
): readonly string[] {
  const { look } = of;
  if (sessions.every(({ measures }) => measures.subAgents.started === 0)) return [];
  const found = summariseFound(sessions.map((each) => each.found));
  if (found === null) return [];
  const benefits =
    found.byBenefit.length === 0 ? [] : namedParts('Benefits', benefitParts(found), look.width);
  if (found.byCode.length === 0)
    return [...namedParts('Patterns', ['no failure pattern'], look.width), ...benefits];
  const all = findingRows(sessions)
    .toSorted((a, b) => worstFirst(a.finding, b.finding))
    .map(({ session, finding }) => worstLines(session, finding, of));
  const kinds = patternParts(found);
  const named = most === Infinity ? kinds.length : MOST_KINDS;
  let lines = 0;
  const shown = all.filter((each, at) => {
    lines += each.length;
    return at === 0 || lines <= most;
  });
  return [
    ...namedParts(
      'Patterns',
      [
        ...kinds.slice(0, named),
        ...(kinds.length > named ? [`${kinds.length - named} other patterns`] : []),
      ],
      look.width,
    ),
    ...shown.flat(),
    ...(all.length === shown.length
      ? []
      : [look.paint('dim', `  and ${all.length - shown.length} more: fanin trace --by finding`)]),
    ...benefits,
    ...wrap(
      `What would help next time: ${adviceParts({ ...found, advice: found.advice.slice(0, MOST_ADVICE) }).join(', ')}.`,
      look.width,
      '',
      '  ',
    ),
  ];
}

/** What was found, where that is told, and what to type next. */
function worstLines(
  { id, startedAt }: MeasuredSession['measures'],
  finding: TraceFinding,
  { look, home }: FindingLook,
): readonly string[] {
  const when = startedAt === null ? '' : `${dateTime(startedAt)} `;
  const said = `${when}${finding.label[2]}: ${redact(finding.consequence)} – fanin trace show ${id}`;
  return [
    ...wrap(said, look.width, '  ', '    '),
    ...wrap(placeText(finding.evidence[0], home), look.width, '    ').map((line) =>
      look.paint('dim', line),
    ),
  ];
}

/** What was found in one session, each thing with all that it stands on. */
export const foundOneLines = (
  { findings, benefits }: Found,
  of: FindingLook,
): readonly string[] => [...findingLines(findings, of), ...benefitLines(benefits, of)];

function benefitLines(
  benefits: readonly Benefit[],
  { look, home }: FindingLook,
): readonly string[] {
  if (benefits.length === 0) return [];
  const lines = benefits.flatMap(({ name, names, gain, evidence }) => [
    ...wrap(`${name} (${names.map(redact).join(', ')}): ${redact(gain)}`, look.width, '  ', '    '),
    ...evidence
      .slice(-1)
      .flatMap((each) => wrap(placeText(each, home), look.width, '    ', '      '))
      .map((line) => look.paint('dim', line)),
  ]);
  return ['', look.paint('bold', count(benefits.length, 'benefit')), ...lines];
}

function findingLines(
  findings: readonly TraceFinding[],
  { look, home }: FindingLook,
): readonly string[] {
  if (findings.length === 0) return [];
  const lines = findings.flatMap((finding) => {
    const { label, names, consequence, confidence, rejected, code, evidence, serial } = finding;
    return [
      ...wrap(
        `${label[2]} (${names.map(redact).join(', ')}): ${redact(consequence)}`,
        look.width,
        '  ',
        '    ',
      ).map((line, at) => (at === 0 ? look.paint('yellow', line) : line)),
      ...wrap(
        `sure: ${confidence}; not ${rejected.label}, as ${redact(rejected.reason)}; fanin trace explain ${code}`,
        look.width,
        '    ',
      ),
      ...evidence
        .slice(0, MOST_EVIDENCE)
        .flatMap((each) => wrap(placeText(each, home), look.width, '    ', '      '))
        .map((line) => look.paint('dim', line)),
      ...serial
        .slice(0, MOST_SERIAL)
        .flatMap((each) => wrap(`serially: ${placeText(each, home)}`, look.width, '    ', '      '))
        .map((line) => look.paint('dim', line)),
      ...(evidence.length <= MOST_EVIDENCE
        ? []
        : [look.paint('dim', `    and ${evidence.length - MOST_EVIDENCE} more places: --json`)]),
    ];
  });
  return ['', look.paint('bold', count(findings.length, 'finding')), ...lines];
}

const MOST_EVIDENCE = 6;
const MOST_SERIAL = 2;

/** `file:line`, below the home folder from `~`. */
export function placeText(evidence: Evidence | undefined, home: string): string {
  if (evidence === undefined) return '';
  const text = evidenceText(evidence);
  return home !== '' && text.startsWith(`${home}/`) ? `~${text.slice(home.length)}` : text;
}
