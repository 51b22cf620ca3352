import type { Applied } from '../../compose/salvage/apply.ts';
import type { HeldAttempt, HeldState } from '../../compose/salvage/held-work.ts';
import { ago, count, dateTime, shortId } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { cell, table } from '../text/table.ts';
import { wrap } from '../text/wrap.ts';

/** Every attempt whose work a ref holds, with its newest state. */
export function salvageLines(held: readonly HeldAttempt[], look: Look): readonly string[] {
  if (held.length === 0) return ['Nothing is held: no checkpoint and no harvest.'];
  const rows = held.flatMap((attempt) => {
    const newest = attempt.states.at(-1);
    if (newest === undefined) return [];
    return [
      [
        cell(`${attempt.run}/${attempt.task}#${attempt.n}`, 'bold'),
        cell(stateName(newest)),
        cell(ago(newest.at, look.now)),
        cell(filesText(newest)),
        cell(shortId(newest.commit), 'dim'),
        cell(othersText(attempt), 'dim'),
      ],
    ];
  });
  return [
    ...table(rows, look, { indent: 0 }),
    '',
    look.paint(
      'dim',
      'fanin salvage show <attempt> shows one, fanin salvage apply <attempt> brings it back.',
    ),
  ];
}

/** One state of one attempt, above its diff. */
export function salvageHead(attempt: HeldAttempt, state: HeldState, look: Look): readonly string[] {
  const { run, task, n, states, beside } = attempt;
  const line = (text: string): readonly string[] => wrap(text, look.width, '  ', '    ');
  return [
    look.paint('bold', `${run}/${task}#${n} · ${stateName(state)} of ${dateTime(state.at)}`),
    ...line(`changed since ${shortId(state.base)} · ${state.ref}${placeText(state)}`),
    ...(states.length === 1 ? [] : line(`held as well: ${othersOf(states, state)}`)),
    ...beside.flatMap(({ kind, path, copy }) =>
      line(
        kind === 'nested'
          ? `the repository ${path} in it, as an archive: ${copy}`
          : `${path}, which was brought in and changed: ${copy}`,
      ),
    ),
  ];
}

/** What was brought back, and what was not. */
export function appliedLines(
  attempt: HeldAttempt,
  state: HeldState,
  applied: Applied,
): readonly string[] {
  const what = `${attempt.task}#${attempt.n}, ${stateName(state)} of ${dateTime(state.at)}`;
  const done =
    applied.files === null
      ? `Wrote all of ${what} to ${applied.to}.`
      : `Changed ${count(applied.files.length, 'file')} in ${applied.to}: ${what}. Nothing is staged.`;
  const left = attempt.beside.map(
    ({ path, copy }) => `  not in it: ${path}, which lies in ${copy}`,
  );
  return [done, ...left];
}

/** `checkpoint 3`, `harvest`. */
export const stateName = ({ kind, seq }: HeldState): string =>
  seq === null ? kind : `${kind} ${seq}`;

const filesText = ({ files }: HeldState): string => (files === null ? '' : count(files, 'file'));

const placeText = ({ kind }: HeldState): string => (kind === 'checkpoint' ? ' in store.git' : '');

const othersText = ({ states, beside }: HeldAttempt): string => {
  const parts = [
    states.length < 2 ? '' : count(states.length - 1, 'earlier state'),
    beside.length === 0 ? '' : `${count(beside.length, 'copy', 'copies')} beside`,
  ];
  return parts.filter((part) => part !== '').join(', ');
};

const SHOWN = 5;

const othersOf = (states: readonly HeldState[], shown: HeldState): string => {
  const names = states.filter((state) => state !== shown).map(stateName);
  const more = names.length - SHOWN;
  return more > 0 ? `${names.slice(-SHOWN).join(', ')} and ${more} more` : names.join(', ');
};
