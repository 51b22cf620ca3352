import type { Look } from '../text/look.ts';
import { colourPaint, plainPaint, wantsColour } from '../text/style.ts';
import type { CommonFlags } from './common-flags.ts';
import { outlet } from './outlet.ts';
import type { Outlet } from './outlet.ts';

/** What a command acts through: where it is, what it was asked for, and its two outputs. */
export interface Cli {
  /** Absolute. */
  readonly cwd: string;
  readonly json: boolean;
  /** What `--run` names; null: the newest run. */
  readonly run: string | null;
  /** Data. */
  readonly out: Outlet;
  /** Talk. */
  readonly err: Outlet;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Epoch ms. */
  now(): number;
  /** How a screen is to look on the data output now: a terminal may have been resized. */
  look(): Look;
  /** The same for talk. */
  errLook(): Look;
  /** Who gives commands, for the log. */
  readonly user: string;
  /** The whole command line, without program and script. */
  readonly argv: readonly string[];
}

/** Screens are made for this many columns, and narrower ones where the terminal is. */
const WIDEST = 100;
const NARROWEST = 40;

/** The command line's own process as a `Cli`. */
export function cliOf(flags: CommonFlags): Cli {
  const { env } = process;
  const out = outlet(1);
  const err = outlet(2);
  const lookOf = (stream: Outlet): Look => ({
    width: Math.max(NARROWEST, Math.min(WIDEST, stream.columns() ?? WIDEST)),
    paint: wantsColour({ flag: flags.color, env, isTty: stream.isTty }) ? colourPaint : plainPaint,
    now: Date.now(),
  });
  return {
    cwd:
      flags.cwd === undefined
        ? process.cwd()
        : process.getBuiltinModule('node:path').resolve(flags.cwd),
    json: flags.json === true,
    run: flags.run ?? null,
    out,
    err,
    env,
    now: () => Date.now(),
    look: () => lookOf(out),
    errLook: () => lookOf(err),
    // Asked for when a command is given, which most never do.
    get user() {
      return userName(env);
    },
    argv: process.argv.slice(2),
  };
}

/** A user without an entry in the system's books (in a container) has a name all the same. */
function userName(env: Readonly<Record<string, string | undefined>>): string {
  try {
    return process.getBuiltinModule('node:os').userInfo().username;
  } catch {
    return env['USER'] ?? 'somebody';
  }
}
