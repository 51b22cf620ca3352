import type { Failure, Place } from '../../domain/failure.ts';
import { columns, fit, printable } from './columns.ts';
import type { Look } from './look.ts';
import { wrap } from './wrap.ts';

/**
 * A failure for a person: where and what, the line it points to, what to do, where to read more.
 * Every failure of every command is printed by this alone.
 */
export function failureLines(given: Failure, look: Look): readonly string[] {
  const { where, hint, log, code } = given;
  const excerpt = excerptLines(given, look.width);
  // What would be right fits behind the mark more often than not.
  const told = hint === undefined || excerpt.at(-1)?.endsWith(printable(hint)) === true;
  const file = where !== undefined && where.line === undefined ? where.file : undefined;
  return [
    ...headLines(given, look),
    ...excerpt.map((line) => look.paint('dim', line)),
    ...(told ? [] : wrap(hint, look.width, '  ')),
    ...(file === undefined ? [] : wrap(file, look.width, '  at ', '     ')),
    ...(log === undefined ? [] : wrap(log, look.width, '  log: ', '       ')),
    ...(hasRoom(given, look) ? [] : [look.paint('dim', fit(`  [${code}]`, look.width))]),
  ];
}

/** The same for a script. Further failures of the same command follow in `errors`. */
export function failureJson(failures: readonly Failure[]): string {
  const [first] = failures;
  const all = failures.map(plain);
  const body = first === undefined ? {} : { error: plain(first) };
  return JSON.stringify(all.length > 1 ? { ...body, errors: all } : body);
}

/** `file:line:column`, as editors and terminals make links of it. */
export function placeText({ file, line, column }: Place): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}

/** The code stands behind the first line where there is room. */
function headLines(given: Failure, look: Look): readonly string[] {
  const [first = '', ...more] = sentence(given, look.width);
  const code = hasRoom(given, look) ? `  ${look.paint('dim', `[${given.code}]`)}` : '';
  return [look.paint('red', first) + code, ...more];
}

const hasRoom = (given: Failure, { width }: Look): boolean => {
  const lines = sentence(given, width);
  return lines.length === 1 && columns(lines[0] ?? '') + columns(given.code) + 4 <= width;
};

/** A long path gets a line of its own. */
function sentence({ message, where }: Failure, width: number): readonly string[] {
  const start = where?.line === undefined ? 'fanin: ' : `${printable(placeText(where))}  `;
  if (columns(start) > width / 2) return [...wrap(start, width), ...wrap(message, width, '  ')];
  return wrap(message, width, start, '  ');
}

function excerptLines({ where, hint }: Failure, width: number): readonly string[] {
  const [source, mark] = where?.excerpt?.split('\n') ?? [];
  if (source === undefined) return [];
  const marked = mark === undefined ? [] : [`    ${mark}`];
  const withHint = marked.map((line) => `${line} ${printable(hint ?? '')}`.trimEnd());
  const hinted = withHint.every((line) => columns(line) <= width) ? withHint : marked;
  return [`    ${source}`, ...hinted].map((line) => fit(line, width));
}

const plain = ({ code, message, hint, where, log }: Failure) => ({
  code,
  message,
  hint: hint ?? null,
  where: where ?? null,
  log: log ?? null,
});
