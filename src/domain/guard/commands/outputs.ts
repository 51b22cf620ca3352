import type { Call, Machine } from '../machine.ts';
import { parentOf, walked, nameOf } from '../paths.ts';
import type { Known } from '../state.ts';
import { alternatives, hasMarks, MARK } from '../value.ts';

const LISTERS = new Set(['find', 'fd', 'fdfind', 'rg', 'grep', 'egrep', 'fgrep', 'ag', 'ack']);
const COUNTERS = new Set([
  'wc',
  'seq',
  'date',
  'nproc',
  'id',
  'whoami',
  'hostname',
  'uname',
  'expr',
  'sha256sum',
  'md5sum',
  'jq_',
  'stat_',
]);
const FILTERS = new Set([
  'sort',
  'uniq',
  'head',
  'tail',
  'cat',
  'tac',
  'tee',
  'shuf',
  'nl_',
  'column_',
  'sponge',
]);

/** What a command prints, as far as that can be told. */
export function outputOf(call: Call, machine: Machine): Known {
  const { name, args, state } = call;
  if (name === 'echo') return echoed(args);
  if (name === 'printf') return printed(args);
  if (name === 'pwd') return state.cwds.map((each) => `${each}\n`);
  if (name === 'true' || name === ':' || name === 'false' || name === 'test' || name === '[')
    return [''];
  if (COUNTERS.has(name)) return [`${MARK.below}\n`];
  if (name === 'mktemp') return [`/tmp/${MARK.below}\n`];
  if (name === 'yes') return [`${args.join(' ')}\n`];
  if (LISTERS.has(name) && isListing(call)) return listed(call);
  if (isFilter(call)) return filtered(call);
  return ofPaths(call, machine);
}

function isListing({ name, args }: Call): boolean {
  if (name === 'find')
    return !args.some((each) => /^-(printf|print0|exec|fprint)/.test(each) && each !== '-print0');
  if (name === 'fd' || name === 'fdfind') return true;
  return args.some(
    (each) =>
      each === '--files' ||
      each.startsWith('--files-with') ||
      /^-[a-zA-Z]*[lL][a-zA-Z]*$/.test(each),
  );
}

/** Paths below what was asked for. */
function listed({ name, args, state }: Call): Known {
  const from =
    name === 'find'
      ? args.slice(0, firstOption(args))
      : args.filter((each) => !each.startsWith('-')).slice(args.includes('--files') ? 0 : 1);
  if (
    from.length === 0 &&
    state.input !== null &&
    name.endsWith('grep') &&
    !args.some((each) => /^-\w*r/i.test(each))
  )
    return state.input;
  const places = from.length === 0 ? [name === 'find' ? './' : ''] : from.map((each) => `${each}/`);
  return [
    places
      .map((each) => `${each}${MARK.below}\n${each.length > 2 ? `${each.slice(0, -1)}\n` : ''}`)
      .join(''),
  ];
}

const firstOption = (args: readonly string[]): number => {
  const at = args.findIndex((each) => /^[-(!]/.test(each));
  return at === -1 ? args.length : at;
};

function isFilter({ name, args, state }: Call): boolean {
  if (state.input === null) return false;
  if (name === 'grep' || name === 'egrep' || name === 'fgrep' || name === 'rg')
    return args.filter((each) => !each.startsWith('-')).length <= 1;
  if (name === 'awk' || name === 'cut' || name === 'tr' || name === 'sed') return true;
  return (
    FILTERS.has(name) &&
    !args.some((each) => !/^[-+\d]/.test(each) && name !== 'tee' && name !== 'sort')
  );
}

function filtered({ name, args, state }: Call): Known {
  const { input } = state;
  if (input === null) return null;
  const isPart =
    !['awk', 'cut', 'tr', 'sed'].includes(name) ||
    (name === 'awk' && args.some((each) => /^\{\s*print \$(\d+|NF)\s*\}$/.test(each))) ||
    name === 'cut';
  // A part of what is below is below; anything else made of it is not known.
  if (!isPart) return null;
  if (['awk', 'cut'].includes(name)) return input.every(isBelowOnly) ? input : null;
  return input;
}

const isBelowOnly = (text: string): boolean =>
  text
    .split('\n')
    .every(
      (line) =>
        line === '' || (line.includes(MARK.below) && !line.startsWith('/') && !line.includes('..')),
    );

function echoed(args: readonly string[]): Known {
  let at = 0;
  while (/^-[neE]+$/.test(args[at] ?? '')) at += 1;
  const escapes = args.slice(0, at).some((each) => each.includes('e'));
  const end = args.slice(0, at).some((each) => each.includes('n')) ? '' : '\n';
  const text = args.slice(at).join(' ');
  return [(escapes ? unescaped(text) : text) + end];
}

function printed(args: readonly string[]): Known {
  const [format = '', ...values] = args[0] === '--' ? args.slice(1) : args;
  if (format.startsWith('-v')) return [''];
  const rest = [...values];
  let text = '';
  let turns = 0;
  do {
    text += unescaped(format).replaceAll(
      /%(?:%|[-+ #0]*\d*(?:\.\d+)?([a-zA-Z]))/g,
      (all, kind: string | undefined) => {
        if (kind === undefined) return '%';
        const value = rest.shift() ?? '';
        if (kind === 's' || kind === 'q') return value;
        if (kind === 'b') return unescaped(value);
        return all === '%%' ? '%' : MARK.below;
      },
    );
    turns += 1;
  } while (rest.length > 0 && /%[^%]/.test(format) && turns < 50);
  return [text];
}

const NAMED: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '',
  b: '',
  f: '\f',
  v: '\v',
  '\\': '\\',
  e: '\u001B',
};

/** The escapes of `echo -e` and `printf`. */
export const unescaped = (text: string): string =>
  text.replaceAll(
    /\\(?:x[\dA-Fa-f]{1,2}|u[\dA-Fa-f]{1,4}|0?[0-7]{1,3}|[ntrabfve\\])/g,
    (escape) => {
      const kind = escape.charAt(1);
      if (kind === 'x' || kind === 'u')
        return String.fromCodePoint(Number.parseInt(escape.slice(2), 16));
      return /[0-7]/.test(kind)
        ? String.fromCodePoint(Number.parseInt(escape.slice(1), 8) % 256)
        : (NAMED[kind] ?? '');
    },
  );

function ofPaths({ name, args, state }: Call, machine: Machine): Known {
  const operands = args.filter((each) => !each.startsWith('-'));
  const [first] = operands;
  if (first === undefined) return null;
  if (name === 'basename') return [`${nameOf(first.replace(/\/+$/, ''))}\n`];
  if (name === 'dirname')
    return hasMarks(first)
      ? null
      : [`${first.startsWith('/') ? parentOf(first) : dirname(first)}\n`];
  if (name === 'realpath' || name === 'readlink' || name === 'abspath')
    return alternatives(state.cwds.flatMap((cwd) => walked(machine.world, cwd, first, []))).map(
      (each) => `${each}\n`,
    );
  if (name === 'cat') return null;
  return null;
}

const dirname = (path: string): string => {
  const relative = path.replace(/\/+$/, '').replace(/\/?[^/]*$/, '');
  return relative === '' ? '.' : relative;
};
