import type { CommonFlags } from '../app/common-flags.ts';
import type { StatusWish } from './show-status.ts';

/** What a plain `fanin status` command line says. */
export interface PlainStatus {
  readonly flags: CommonFlags;
  readonly wish: StatusWish;
}

/**
 * Reads the usual forms of `fanin status` without the parser, which would be a tenth of its time; null for
 * every other form, and for what is wrong: the parser deals with that.
 */
export function plainStatus(args: readonly string[]): PlainStatus | null {
  const set = new Map<string, boolean | string>();
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    const [name, value] = TOGGLES[arg] ?? [];
    const valued = VALUED[arg];
    const next = args[at + 1];
    if (name !== undefined && value !== undefined && !set.has(name)) set.set(name, value);
    else if (
      valued !== undefined &&
      next !== undefined &&
      !next.startsWith('-') &&
      !set.has(valued)
    ) {
      set.set(valued, next);
      at += 1;
    } else if (!arg.startsWith('-') && !set.has('typed')) set.set('typed', arg);
    else return null;
  }
  const { typed = null, why, all, ...flags } = Object.fromEntries(set);
  return {
    flags,
    wish: { run: typeof typed === 'string' ? typed : null, why: why === true, all: all === true },
  };
}

const TOGGLES: Readonly<Record<string, readonly [string, boolean]>> = {
  '--json': ['json', true],
  '--why': ['why', true],
  '--all': ['all', true],
  '--color': ['color', true],
  '--no-color': ['color', false],
};

const VALUED: Readonly<Record<string, string>> = { '-C': 'cwd', '--cwd': 'cwd', '--run': 'run' };
