import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { automatonBuilder } from './glob-automaton-builder.ts';
import type { AutomatonBuilder } from './glob-automaton-builder.ts';
import type { Automaton } from './glob-automaton.ts';
import { ANY_CHAR, NAME_CHAR, onlyCharOf, SEPARATOR, soleChar } from './glob-char-set.ts';
import { globError } from './glob-error.ts';
import type { GlobError } from './glob-error.ts';
import type { GlobPart, GlobSequence } from './glob-pattern.ts';

/**
 * The automaton of what a pattern covers: the paths it matches, and all below them unless a wildcard in its
 * last segment chose them. With braces, each choice of options is taken for itself.
 * It may accept texts that are no valid path as well (`a//b`); see `glob-path.ts`.
 *
 * What a segment means is known only at its end (`.`, `..`, `.git` and `**` are special as whole
 * segments), and braces put segments together in more than one way. Instead of expanding braces, which
 * can take exponential time, the compiler follows *threads*: one for each thing that the segment may be
 * so far. Threads that are alike are joined, so their number has a small fixed limit and the automaton
 * stays linear in the pattern.
 *
 * Errors: `empty`, `absolute`, `parent`, `git`, when any choice of alternatives comes to that.
 */
export function compileGlob(sequence: GlobSequence): Result<Automaton, GlobError> {
  const builder = automatonBuilder();
  const start: Thread = { state: 0, place: 'start', segment: '', wild: false, at: 0 };
  const threads = followSequence(builder, sequence, [start]);
  if (!threads.ok) return threads;
  for (const thread of threads.value) {
    const refusal = refusalOf(thread);
    if (refusal !== null) return err(refusal);
    if (thread.place === 'start' && thread.segment === '') return err(globError('empty', 0));
  }
  coverBelow(builder, threads.value);
  return ok(builder.build());
}

/** One reading of the pattern so far. */
interface Thread {
  /** The automaton has read all that stands before the segment, and the segment too once that is ordinary. */
  readonly state: number;
  /** At the very start, in what may be the first segment, or in a later one. */
  readonly place: 'start' | 'first' | 'later';
  /** The segment so far, while it may still turn out special: not in the automaton yet. Null: ordinary. */
  readonly segment: string | null;
  /** Whether the segment so far has a wildcard; it is ordinary then. Not so for a segment that may be `**`. */
  readonly wild: boolean;
  /** Where the segment starts in the pattern. */
  readonly at: number;
}

type Threads = readonly Thread[];

function followSequence(
  builder: AutomatonBuilder,
  sequence: GlobSequence,
  threads: Threads,
): Result<Threads, GlobError> {
  let current = threads;
  for (const [index, part] of sequence.entries()) {
    const followed =
      part.kind === 'choice'
        ? gather(part.options, (option) => followSequence(builder, option, current))
        : gather(current, (thread) => followPart(builder, part, thread, sequence[index + 1]));
    if (!followed.ok) return followed;
    current = joinAlike(builder, followed.value);
  }
  return ok(current);
}

/** The threads that `follow` leads to from all of `items`, or its first refusal. */
function gather<T>(
  items: readonly T[],
  follow: (item: T) => Result<Threads, GlobError>,
): Result<Threads, GlobError> {
  const ends: Thread[] = [];
  for (const item of items) {
    const followed = follow(item);
    if (!followed.ok) return followed;
    ends.push(...followed.value);
  }
  return ok(ends);
}

function followPart(
  builder: AutomatonBuilder,
  part: Exclude<GlobPart, { kind: 'choice' }>,
  thread: Thread,
  next: GlobPart | undefined,
): Result<Threads, GlobError> {
  if (part.kind === 'separator') {
    const ended = endSegment(builder, thread, part.at);
    return ended.ok ? ok([ended.value]) : ended;
  }
  // A segment that goes on after `**` is not a whole `**`; the thread that took it for `*` goes on.
  if (thread.segment === '**') return ok([]);
  const at = thread.segment === '' ? part.at : thread.at;
  if (part.kind === 'char') {
    const char = onlyCharOf(part.chars);
    const segment = char === null || thread.segment === null ? null : thread.segment + char;
    if (segment !== null && mayBeSpecial(segment, thread.place)) {
      return ok([{ ...thread, segment, at }]);
    }
    const state = builder.read(readSegment(builder, thread), part.chars);
    return ok([ordinary(state, thread.wild || char === null, at)]);
  }
  return ok(followStars(builder, part, { ...thread, at }, next));
}

/** The threads after `*` or `**`, of which `**` may be both a part of its segment and all of it. */
function followStars(
  builder: AutomatonBuilder,
  part: GlobPart,
  thread: Thread,
  next: GlobPart | undefined,
): Threads {
  const whole = part.kind === 'globstar' && thread.segment === '';
  // What follows tells which it is, unless braces are in the way.
  const mayEnd = next === undefined || next.kind === 'separator' || next.kind === 'choice';
  const mayGoOn = next?.kind !== 'separator';
  const threads: Thread[] = [];
  if (whole && mayEnd) threads.push({ ...thread, segment: '**' });
  if (!whole || mayGoOn) {
    const state = builder.loop(readSegment(builder, thread), NAME_CHAR);
    threads.push(ordinary(state, true, thread.at));
  }
  return threads;
}

/** A thread in an ordinary segment, which is the same in all places. */
function ordinary(state: number, wild: boolean, at: number): Thread {
  return { state, place: 'later', segment: null, wild, at };
}

/** The thread after the separator at offset `at`, which ends its segment. */
function endSegment(
  builder: AutomatonBuilder,
  thread: Thread,
  at: number,
): Result<Thread, GlobError> {
  const refusal = refusalOf(thread);
  if (refusal !== null) return err(refusal);
  // `./` and `**/` may stand for nothing, so what follows can still be the first segment.
  const place = thread.place === 'later' ? 'later' : 'first';
  switch (thread.segment) {
    case '':
      return thread.place === 'start' ? err(globError('absolute', at)) : ok(thread);
    case '.':
      return ok({ ...thread, place, segment: '' });
    case '**':
      return ok({ ...thread, place, segment: '', state: wholeSegments(builder, thread.state) });
    default: {
      const state = builder.read(readSegment(builder, thread), SEPARATOR);
      return ok({ state, place: 'later', segment: '', wild: false, at });
    }
  }
}

/** The refusal of a thread whose segment ends as it is; null when the segment is fine. */
function refusalOf(thread: Thread): GlobError | null {
  if (thread.segment === '..') return globError('parent', thread.at);
  if (thread.segment?.toLowerCase() === '.git') return globError('git', thread.at);
  return null;
}

/**
 * Whether a segment that starts like this may become `.`, `..` or a first `.git`. In any case of letters:
 * on a file system that ignores case, `.GIT` is git's folder too.
 */
function mayBeSpecial(segment: string, place: Thread['place']): boolean {
  if (segment === '.' || segment === '..') return true;
  return place !== 'later' && '.git'.startsWith(segment.toLowerCase());
}

/** The state in which the automaton has read the thread's segment too. */
function readSegment(builder: AutomatonBuilder, thread: Thread): number {
  let state = thread.state;
  for (const symbol of thread.segment ?? '') {
    state = builder.read(state, soleChar(symbol.codePointAt(0) ?? 0));
  }
  return state;
}

/** The state after zero or more whole segments, each with its separator. */
function wholeSegments(builder: AutomatonBuilder, from: number): number {
  const between = builder.join([from]);
  const inside = builder.read(between, NAME_CHAR);
  builder.link(inside, inside, NAME_CHAR);
  builder.link(inside, between, SEPARATOR);
  return between;
}

/** Joins the threads that will read the rest in the same way: what keeps their number small. */
function joinAlike(builder: AutomatonBuilder, threads: Threads): Threads {
  const groups = new Map<string, Thread[]>();
  for (const thread of threads) {
    const key = `${thread.place} ${thread.wild} ${thread.segment ?? '/'}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [thread]);
    else group.push(thread);
  }
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group;
    if (first === undefined || others.length === 0) return group;
    return [{ ...first, state: builder.join(group.map((thread) => thread.state)) }];
  });
}

/**
 * Accepts what the threads have read, and everything below what they name without a wildcard. Who writes
 * `*.ts` means files: a folder `a.ts`, possible as it is, would make it clash with most other patterns.
 * After `docs/` or `docs/**`, only what is below.
 */
function coverBelow(builder: AutomatonBuilder, threads: Threads): void {
  const below = builder.join([]);
  builder.link(below, below, ANY_CHAR);
  builder.accept(below);
  for (const thread of threads) {
    if (thread.segment === '' || thread.segment === '.' || thread.segment === '**') {
      builder.link(thread.state, below, null);
    } else {
      const end = readSegment(builder, thread);
      builder.accept(end);
      if (!thread.wild) builder.link(end, below, SEPARATOR);
    }
  }
}
