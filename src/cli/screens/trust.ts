import type { JudgedScript, TrustEntry, TrustSurvey } from '../../compose/trust.ts';
import { writtenText } from '../../domain/setup/asked.ts';
import { printable } from '../text/columns.ts';
import { count } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';

/** Every script whole, as it would run: this is what is said yes to. */
export function surveyLines({ scripts, notes }: TrustSurvey, look: Look): readonly string[] {
  const untrusted = scripts.filter(({ trust }) => trust.state !== 'trusted').length;
  const head =
    scripts.length === 0
      ? 'No set-up file of another tool asks for a script.'
      : untrusted === 0
        ? `${count(scripts.length, 'set-up script')}, trusted.`
        : `${count(untrusted, 'set-up script')} would run in every workspace and ${untrusted === 1 ? 'is' : 'are'} not trusted.`;
  return [
    look.paint('bold', head),
    ...scripts.flatMap((each) => ['', ...scriptLines(each, look)]),
    ...(notes.length === 0 ? [] : ['']),
    ...notes.flatMap((note) =>
      wrap(note, look.width, ' ! ', '   ').map((line) => look.paint('yellow', line)),
    ),
  ];
}

function scriptLines({ script, trust }: JudgedScript, look: Look): readonly string[] {
  const what = script.when === 'setup' ? 'set-up' : 'clean-up';
  const files = Object.keys(script.files);
  return [
    `${look.paint('cyan', printable(writtenText(script.at)))}  ${what}, ${stateText(trust)}`,
    // Never cut and never wrapped: what is not shown cannot be trusted.
    ...script.run
      .trimEnd()
      .split('\n')
      .map((line) => `    ${printable(line)}`),
    ...(files.length === 0 ? [] : wrap(`with ${files.join(', ')}`, look.width, '  ', '    ')),
    ...(script.more
      ? wrap(
          'It names more files than are followed: those that are not listed may change unseen.',
          look.width,
          '  ! ',
          '    ',
        )
      : []),
  ];
}

const stateText = (trust: JudgedScript['trust']): string => {
  if (trust.state === 'trusted') return `trusted by ${printable(trust.entry.by)}`;
  return trust.state === 'new' ? 'new' : `changed: ${printable(trust.changes.join(', '))}`;
};

/** What is trusted here. */
export function entryLines(entries: readonly TrustEntry[], look: Look): readonly string[] {
  if (entries.length === 0) return ['Nothing is trusted here.'];
  return entries.flatMap(({ key, by, at, run }) => [
    `${look.paint('cyan', printable(key))}  by ${printable(by)}, ${new Date(at).toISOString().slice(0, 10)}`,
    ...run
      .trimEnd()
      .split('\n')
      .map((line) => `    ${printable(line)}`),
  ]);
}
