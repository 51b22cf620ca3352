import type { Machine } from './machine.ts';
import type { Change, Piece, Word } from './shell.ts';
import type { Holding, State } from './state.ts';
import { ANYTHING, MARK, hasMarks } from './value.ts';

type Variable = Extract<Piece, { kind: 'variable' }>;
type Texts = (word: Word) => readonly string[];

const UNKNOWN: Holding = [ANYTHING];

/** What `$name` and `${name…}` may come to: alternatives of lists of fields. */
export function expandVariable(
  piece: Variable,
  state: State,
  machine: Machine,
  texts: Texts,
): Holding {
  const { change } = piece;
  // Whatever comes of it, what stands in it is run.
  if (change !== null && 'word' in change) texts(change.word);
  if (change?.kind === 'replace') texts(change.by);
  if (change?.kind === 'unknown') return UNKNOWN;
  if (change?.kind === 'length') return [[MARK.below]];
  const holding = held(piece, state, machine);
  if (change === null) return holding ?? UNKNOWN;
  if (change.kind === 'indirect') return indirect(holding, state, machine);
  if (change.kind === 'default') return defaulted(change, holding, texts);
  if (holding === null) return UNKNOWN;
  return holding.flatMap((fields) => {
    const changed = fields.map((field) => changedText(change, field, texts));
    return changed.every((each) => each.length === 1)
      ? [changed.map((each) => each[0] ?? '')]
      : (changed[0] ?? ANYTHING).map((each) => [each]);
  });
}

/** Null: nothing is known of it. */
function held({ name, quoted }: Variable, state: State, machine: Machine): Holding | null {
  if (name === '@' || name === '*')
    return state.parameters === null ? null : [fieldsOrOne(state.parameters, name, quoted)];
  if (/^[0-9]$/.test(name)) return positional(Number(name), state);
  switch (name) {
    case '?':
    case '#':
    case '$':
    case '!':
    case '-':
    case 'RANDOM':
    case 'SECONDS':
    case 'LINENO':
    case 'UID':
    case 'EUID':
    case 'PPID':
    case 'BASHPID':
      return [[MARK.below]];
    case 'PWD':
      return state.cwds.map((each) => [each]);
    case 'OLDPWD':
      return state.before.length === 0 ? null : state.before.map((each) => [each]);
    case 'DIRSTACK':
      return null;
    default:
      return named(name, state, machine);
  }
}

const fieldsOrOne = (fields: readonly string[], name: string, quoted: boolean) =>
  name === '*' && quoted ? [fields.join(' ')] : fields;

function positional(at: number, { parameters, variables }: State): Holding | null {
  if (at === 0) return variables.get('0') ?? [['bash']];
  if (parameters === null) return null;
  return [[parameters[at - 1] ?? '']];
}

function named(name: string, { variables }: State, machine: Machine): Holding | null {
  const [, base = name, index] = /^(\w+)\[(.*)\]$/.exec(name) ?? [];
  const holding = variables.get(base);
  if (holding === undefined) {
    const given = machine.world.variable(base);
    return given === undefined ? null : [[given]];
  }
  if (index === '@' || index === '*') return holding;
  // An element of which the number is not looked at may be any.
  if (index !== undefined && index !== '0')
    return holding.flatMap((all) => all.map((each) => [each]));
  return holding.map((fields) => [fields[0] ?? '']);
}

function indirect(holding: Holding | null, state: State, machine: Machine): Holding {
  if (holding === null) return UNKNOWN;
  return holding.flatMap(([name = '']) => named(name, state, machine) ?? UNKNOWN);
}

function defaulted(
  { operator, word }: Extract<Change, { kind: 'default' }>,
  holding: Holding | null,
  texts: Texts,
): Holding {
  const others = texts(word).map((each) => [each]);
  const kind = operator.slice(-1);
  const known = holding ?? UNKNOWN;
  if (kind === '?') return known;
  if (kind === '+') return [...others, ['']];
  const isSet = holding?.every(([first = '']) => first !== '' && first !== MARK.any) === true;
  return isSet ? known : [...known, ...others];
}

type TextChange = Exclude<Change, { kind: 'default' | 'unknown' | 'length' | 'indirect' }>;

function changedText(change: TextChange, text: string, texts: Texts): readonly string[] {
  if (change.kind === 'case' && hasMarks(text)) return [text];
  if (hasMarks(text)) return ANYTHING;
  switch (change.kind) {
    case 'case':
      return [inOtherCase(change.operator, text)];
    case 'slice':
      return sliced(change, text, texts);
    case 'remove':
      return texts(change.word).map((pattern) => removed(change.operator, text, pattern));
    case 'replace':
      return texts(change.word).flatMap((pattern) =>
        texts(change.by).map((by) => replaced(change.operator, text, pattern, by)),
      );
  }
}

function inOtherCase(operator: string, text: string): string {
  const first = text.slice(0, 1);
  const rest = text.slice(1);
  if (operator === '^^') return text.toUpperCase();
  if (operator === ',,') return text.toLowerCase();
  return (operator === '^' ? first.toUpperCase() : first.toLowerCase()) + rest;
}

function sliced(
  { from, length }: Extract<Change, { kind: 'slice' }>,
  text: string,
  texts: Texts,
): readonly string[] {
  const [start] = texts(from).map((each) => Number(each.trim() || 0));
  const [count] =
    length === null ? [text.length] : texts(length).map((each) => Number(each.trim()));
  if (start === undefined || count === undefined) return ANYTHING;
  if (!Number.isInteger(start) || !Number.isInteger(count)) return ANYTHING;
  const begin = start < 0 ? Math.max(0, text.length + start) : start;
  return [count < 0 ? text.slice(begin, count) : text.slice(begin, begin + count)];
}

/** A shell pattern as an expression; null where it is none of the simple ones. */
function expression(pattern: string, lazy: boolean): RegExp | null {
  if (pattern.includes(MARK.any) || pattern.includes(MARK.below) || pattern.length > 200)
    return null;
  const source = pattern
    .replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
    .replaceAll(new RegExp(`${MARK.star}+`, 'g'), lazy ? '.*?' : '.*')
    .replaceAll(MARK.one, '.');
  // Several runs would take long on a text that does not match.
  return source.split('.*').length > 4 ? null : new RegExp(source, 's');
}

function removed(operator: string, text: string, pattern: string): string {
  const isShort = operator.length === 1;
  const found = expression(pattern, operator.startsWith('#') && isShort);
  if (found === null || text.length > 2000) return MARK.any;
  if (operator.startsWith('#')) return text.replace(new RegExp(`^(?:${found.source})`, 's'), '');
  const suffix = new RegExp(`^(?:${found.source})$`, 's');
  const cuts = Array.from({ length: text.length + 1 }, (_, at) => at);
  for (const at of isShort ? cuts.toReversed() : cuts)
    if (suffix.test(text.slice(at))) return text.slice(0, at);
  return text;
}

function replaced(operator: string, text: string, pattern: string, by: string): string {
  const found = expression(pattern, false);
  if (found === null || pattern === '') return pattern === '' ? text : MARK.any;
  const source =
    operator === '/#'
      ? `^(?:${found.source})`
      : operator === '/%'
        ? `(?:${found.source})$`
        : found.source;
  return text.replace(new RegExp(source, operator === '//' ? 'gs' : 's'), () => by);
}
