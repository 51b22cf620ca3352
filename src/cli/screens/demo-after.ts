import type { Receipt } from '../../domain/receipt/receipt.ts';
import type { DemoOutcome } from '../demo/outcome.ts';
import type { Lane } from '../demo/lanes.ts';
import { shortId, shortRef } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import type { Ink } from '../text/style.ts';
import { cell, table } from '../text/table.ts';
import { wrap } from '../text/wrap.ts';
import { timeLineLines } from './demo-time-line.ts';
import { receiptLines } from './receipt.ts';

/** What the closing words are told from. */
export interface DemoAfter {
  readonly outcome: DemoOutcome;
  readonly lanes: readonly Lane[];
  /** Of the one that was contradicted, and of one that landed. */
  readonly receipts: readonly Receipt[];
  /** `alias`: what defines `fanin` in the person's shell, null where it is there; null: the folder is about to go. */
  readonly next: { readonly alias: string | null } | null;
}

/** What a person has seen, with the evidence, and what to type next. */
export function demoAfterLines(after: DemoAfter, look: Look): readonly string[] {
  const { outcome, lanes, receipts, next } = after;
  return [
    ...section('Time line', timeLineLines(lanes, look), look),
    ...section(
      'What a receipt says',
      receipts.flatMap((receipt, index) => [
        ...(index === 0 ? [] : ['']),
        ...indented(receiptLines(receipt, { ...look, width: look.width - 2 })),
      ]),
      look,
    ),
    ...section(
      'What happened',
      story(outcome).flatMap((point) => pointLines(point, look)),
      look,
    ),
    ...section('What landed, the newest first', landedLines(outcome, look), look),
    ...section(
      'What to type next',
      next === null ? [] : nextLines(outcome, next.alias, look),
      look,
    ),
    '',
    ...verdictLines(outcome, next !== null, look),
  ];
}

const section = (title: string, lines: readonly string[], look: Look): readonly string[] =>
  lines.length === 0 ? [] : ['', look.paint('bold', title), ...lines];

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

interface Point {
  readonly sign: string;
  readonly ink: Ink;
  readonly text: string;
}

function story({ turns, contradicted, stopped, twins, duplicate }: DemoOutcome): readonly Point[] {
  const names = twins.map(({ task }) => task).join(' and ');
  const helpers = twins.map(({ helper, file }) => `${helper} in ${file}`).join(', ');
  return [
    good(
      `${turns.tasks.join(', then ')}: all write ${turns.file}, so each started once the one before had landed, from what that one left there.`,
    ),
    contradicted.because === null
      ? odd(`${contradicted.task} claimed "${contradicted.claim}", and nothing contradicted it.`)
      : {
          sign: '✗',
          ink: 'red',
          text: `${contradicted.task} claimed "${contradicted.claim}", but ${contradicted.because}. It was returned and did not land.`,
        },
    stopped.commit === null
      ? odd(`${stopped.task}: ${stopped.reason}.`)
      : {
          sign: '■',
          ink: 'yellow',
          text: `${stopped.task} hung: ${endText(stopped)}. Its work is kept as ${shortId(stopped.commit)} under ${stopped.ref}`,
        },
    duplicate === null
      ? odd(`${names} landed, and so did the same helper twice: ${helpers}. Nothing has found it.`)
      : {
          sign: '!',
          ink: 'yellow',
          text: `${names} landed, and so did the same helper twice: ${duplicate}`,
        },
  ];
}

/** Asking and SIGTERM come first; SIGKILL says that neither helped. */
const endText = ({ reason, signal }: DemoOutcome['stopped']): string =>
  signal === 'SIGKILL'
    ? `${reason}; it listened neither to the request to wrap up nor to SIGTERM, so SIGKILL ended it`
    : reason;

const good = (text: string): Point => ({ sign: '✓', ink: 'green', text });
const odd = (text: string): Point => ({ sign: '!', ink: 'red', text });

function pointLines({ sign, ink, text }: Point, look: Look): readonly string[] {
  const [first = '', ...more] = wrap(text, look.width, `  ${sign} `, '    ');
  return [`  ${look.paint(ink, sign)}${first.slice(2 + sign.length)}`, ...more];
}

function landedLines({ target, untouched }: DemoOutcome, look: Look): readonly string[] {
  const main = untouched
    ? 'main, its index and its files are untouched.'
    : 'main has been touched!';
  return [
    ...target.log.flatMap((line) => wrap(line, look.width, '  ', '    ')),
    ...wrap(
      `All of it is on ${shortRef(target.ref)}, each step tested as the very tree it is. ${main}`,
      look.width,
      '  ',
    ),
  ];
}

function nextLines(outcome: DemoOutcome, alias: string | null, look: Look): readonly string[] {
  const { app, contradicted, stopped } = outcome;
  const rows: readonly (readonly [string, string])[] = [
    ['fanin status --why', 'how the run stands'],
    [`fanin receipt ${contradicted.task}`, 'the evidence against a claim'],
    [`git show ${stopped.ref}`, 'what the stopped agent left'],
    [`fanin retry ${contradicted.task}`, 'again; this time it gets it right'],
    [`fanin retry ${stopped.task}`, 'again; this time it comes to an end'],
    ['fanin promote', 'takes what has landed into main'],
    ['fanin clean', 'removes what is no longer needed'],
  ];
  return [
    ...[`cd ${shellWord(app)}`, ...(alias === null ? [] : [alias])].map(
      (command) => `  ${look.paint('cyan', command)}`,
    ),
    ...table(
      rows.map(([command, why]) => [cell(command, 'cyan'), cell(why, 'dim')]),
      look,
    ),
  ];
}

const shellWord = (path: string): string =>
  /^[\w@%+=:,./-]+$/u.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;

/** The folder stands alone on its line, whole: it is there to be copied. */
function verdictLines(
  { ok, problems, folder, ms }: DemoOutcome,
  keep: boolean,
  look: Look,
): readonly string[] {
  const text = outcomeText(ok, ms);
  return [
    ...(ok ? wrap(text, look.width) : [look.paint('red', text)]),
    ...problems.flatMap((problem) => wrap(problem, look.width, ' ! ', '   ')),
    ...(keep
      ? ['Everything lies in this folder; remove it when you are done:', `  ${folder}`]
      : ['Its folder is removed (--no-keep).']),
  ];
}

const outcomeText = (ok: boolean, ms: number): string =>
  ok
    ? `It played as it was written, in ${(ms / 1000).toFixed(1)} s, and nothing is left running.`
    : 'The demo did not play as it was written:';
