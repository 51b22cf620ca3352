import { MARK } from './value.ts';

/** A command's arguments, sorted. */
export interface Options {
  /** Values of options that take one, by each name they were given under. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly flags: ReadonlySet<string>;
  readonly operands: readonly string[];
}

/**
 * Sorts arguments as getopt does: joined short options, values joined or apart, long names cut short.
 * `valued` names the options that take a value, separated by spaces.
 * `stops`: the first operand ends the options, for what follows is another command.
 * `cutShort`: long names may be cut short, as GNU's programs let them.
 */
export function readOptions(
  args: readonly string[],
  valued: string,
  stops = false,
  cutShort = true,
): Options {
  const takes = namesIn(valued);
  const values = new Map<string, string[]>();
  const flags = new Set<string>();
  const operands: string[] = [];
  const put = (name: string, value: string): void => {
    values.set(name, [...(values.get(name) ?? []), value]);
  };
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--') {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (!arg.startsWith('-') || arg === '-') {
      if (stops) {
        operands.push(...args.slice(at));
        break;
      }
      operands.push(arg);
      continue;
    }
    const next = args[at + 1];
    if (readOption(arg, next, takes, { put, flags, cutShort })) at += 1;
  }
  return { values, flags, operands };
}

/** Names are written in the program: there are few lists of them, and each is taken apart once. */
const lists = new Map<string, readonly string[]>();

function namesIn(valued: string): readonly string[] {
  const known = lists.get(valued);
  if (known !== undefined) return known;
  const names = valued.split(' ');
  lists.set(valued, names);
  return names;
}

interface Into {
  readonly put: (name: string, value: string) => void;
  readonly flags: Set<string>;
  readonly cutShort: boolean;
}

/** Whether the next argument was its value. */
function readOption(
  arg: string,
  next: string | undefined,
  takes: readonly string[],
  into: Into,
): boolean {
  const [name, joined] = splitAt(arg);
  const full = fullName(name, takes, into.cutShort);
  if (joined !== undefined && (arg.startsWith('--') || full !== null)) {
    into.put(full ?? name, joined);
    into.flags.add(full ?? name);
    return false;
  }
  if (full !== null) {
    into.put(full, next ?? MARK.any);
    into.flags.add(full);
    return true;
  }
  if (arg.startsWith('--')) {
    into.flags.add(arg);
    return false;
  }
  return readLetters(arg, next, takes, into);
}

function readLetters(
  arg: string,
  next: string | undefined,
  takes: readonly string[],
  into: Into,
): boolean {
  for (let at = 1; at < arg.length; at += 1) {
    const letter = `-${arg.charAt(at)}`;
    into.flags.add(letter);
    if (takes.includes(letter)) {
      const rest = arg.slice(at + 1);
      into.put(letter, rest === '' ? (next ?? MARK.any) : rest);
      return rest === '';
    }
  }
  return false;
}

function splitAt(arg: string): [string, string?] {
  const at = arg.indexOf('=');
  return at === -1 ? [arg] : [arg.slice(0, at), arg.slice(at + 1)];
}

/** The option that is meant, where it takes a value; long ones may be cut short. */
function fullName(name: string, takes: readonly string[], cutShort: boolean): string | null {
  if (takes.includes(name)) return name;
  if (!cutShort || !name.startsWith('--') || name.length < 4) return null;
  return takes.find((each) => each.startsWith(name)) ?? null;
}

/** All values of the options of these names. */
export const valuesOf = ({ values }: Options, ...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => values.get(name) ?? []);

export const hasFlag = ({ flags }: Options, ...names: readonly string[]): boolean =>
  names.some((name) => flags.has(name));
