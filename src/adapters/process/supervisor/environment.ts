/** An agent's environment on its way through a shell, which cannot hold every name. */
export interface CarriedEnvironment {
  readonly variables: Readonly<Record<string, string>>;
  /** How many are exported by the shell. */
  readonly entries: number;
  /** How many are handed to env(1) instead. */
  readonly others: number;
}

/** Names that the shell's own variables have, or that shells keep for themselves. */
const RESERVED =
  /^(_fanin_.*|BASH.*|DIRSTACK|EPOCH.*|E?UID|FUNCNAME|GROUPS|HISTCMD|LINENO|OPTIND|PPID|S?RANDOM|SECONDS|SHELLOPTS)$/;
const SHELL_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Wraps each `NAME=value` in a variable of its own: nothing that an agent is to have (PATH, IFS,
 * LD_PRELOAD, its tag) has an effect on the supervisor and its tools. What a shell cannot export
 * goes by env(1), and so shows in the list of processes until the agent has started.
 */
export function carryEnvironment(env: Readonly<Record<string, string>>): CarriedEnvironment {
  const variables: Record<string, string> = {};
  let entries = 0;
  let others = 0;
  for (const [name, value] of Object.entries(env)) {
    const key = SHELL_NAME.test(name) && !RESERVED.test(name) ? entries++ : `x${others++}`;
    variables[`_fanin_${key}`] = `${name}=${value}`;
  }
  return { variables, entries, others };
}
