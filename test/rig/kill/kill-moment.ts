import type { GitKill } from './git-shim.ts';

/** When an engine is killed: so many ms after its start, or around one of its git commands. */
export type KillMoment = { readonly ms: number } | GitKill;

/** What a calm run came to: how far a moment may lie. */
export interface Span {
  readonly ms: number;
  readonly gitCommands: number;
}

/** Which kill of a series it is, from 0, and which of its run. */
export interface KillPlace {
  readonly index: number;
  readonly turn: number;
}

/**
 * The moment of a kill. The place in the series says of what kind it is, so that a short series has
 * them all: around a landing's ref transaction, around any git command, in the first 100 ms, at any
 * time. Later engines of a run find it half done, so their moments lie earlier.
 */
export const killMoment = (
  random: () => number,
  span: Span,
  { index, turn }: KillPlace,
): KillMoment => {
  const kind = KINDS[index % KINDS.length] ?? 'any git';
  const share = random() / (turn + 1);
  switch (kind) {
    case 'early':
      return { ms: Math.round(random() * 100) };
    case 'any time':
      return { ms: Math.round(span.ms * share) };
    case 'any git': {
      const when = WHEN[Math.floor(random() * WHEN.length)] ?? 'after';
      return { when, nth: 1 + Math.floor(span.gitCommands * share), what: '' };
    }
    default:
      return { when: kind, nth: 1 + Math.floor(random() * 2), what: 'fanin: landing' };
  }
};

const WHEN = ['before', 'after', 'late'] as const;

/** `after`, `late` and `before` stand for landings. */
const KINDS = [
  'after',
  'any git',
  'any git',
  'late',
  'any time',
  'any git',
  'before',
  'any git',
  'early',
  'any git',
] as const;

/** As a line tells it. */
export const momentText = (moment: KillMoment): string =>
  'ms' in moment
    ? `at ${moment.ms} ms`
    : `${moment.when} ${moment.what === '' ? 'git command' : 'landing'} ${moment.nth}`;
