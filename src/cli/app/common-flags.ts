/** Flags that every command takes. */
export interface CommonFlags {
  readonly json?: boolean;
  /** `--color`, `--no-color`. */
  readonly color?: boolean;
  readonly cwd?: string;
  readonly run?: string;
}

/** A word or path of the command line, as it is. */
export const text = (input: string): string => input;

/** A flag that is there or not. */
export const toggle = (brief: string) =>
  ({ kind: 'boolean', optional: true, withNegated: false, brief }) as const;

/** A flag with a value that is taken as it is. */
export const valued = (brief: string, placeholder: string) =>
  ({ kind: 'parsed', parse: text, optional: true, brief, placeholder }) as const;

/** To be spread into the flags of every command. */
export const COMMON_FLAGS = {
  json: toggle('Print JSON on stdout; failures too'),
  color: {
    kind: 'boolean',
    optional: true,
    brief: 'With or without colour (also NO_COLOR, FORCE_COLOR)',
  },
  cwd: valued('Act as if started in this folder', 'dir'),
  run: valued('The run that is meant; default: the newest', 'run'),
} as const;

/** Branches that are compared, in the place of arguments. */
export const COMPARED_BRANCHES = {
  kind: 'array',
  parameter: {
    parse: text,
    brief: 'A branch or commit, or the folder of a worktree with all that lies in it',
    placeholder: 'branch',
  },
} as const;

/** To be spread into the aliases of every command. */
export const COMMON_ALIASES = { C: 'cwd' } as const;
