import type { Checked } from '../../compose/guard-check.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';

const WORDS = {
  allow: 'may run',
  deny: 'refused',
  'out-of-scope': 'refused: outside the scope',
  undecidable: 'cannot be decided',
} as const;

const COLOURS = {
  allow: 'green',
  deny: 'red',
  'out-of-scope': 'red',
  undecidable: 'yellow',
} as const;

/** What `fanin guard check` says. */
export function guardLines({ verdict, boundary, note }: Checked, look: Look): readonly string[] {
  const head = look.paint(COLOURS[verdict.verdict], WORDS[verdict.verdict]);
  const about =
    note === null ? [] : wrap(note, look.width, '', '').map((line) => look.paint('dim', line));
  if (verdict.verdict === 'allow') return [head, ...about];
  const fate = boundary
    ? 'a boundary holds here, so it would run and be noted'
    : 'without a boundary it is refused';
  return [
    `${head} (${verdict.rule})${verdict.verdict === 'undecidable' ? `: ${fate}` : ''}`,
    ...wrap(verdict.reason, look.width, '  ', '  '),
    ...wrap(`instead: ${verdict.instead}`, look.width, '  ', '    '),
    ...about,
  ];
}
