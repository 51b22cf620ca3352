/** What stands behind a landing, as its commit says it: enough to find the evidence from the history alone. */
export interface LandingTrailers {
  readonly task: string;
  readonly run: string;
  /** `core#1`. */
  readonly attempt: string;
  /** The agent's program and, where it told, its version: `claude-code 2.1.332`; or `collected from branch x`. */
  readonly agent: string | null;
  readonly model: string | null;
  /** sha256 of the receipt's canonical JSON. */
  readonly receipt: string | null;
  /** Who let it land; `checks`: nobody but them. */
  readonly reviewer: string | null;
  /** The landing that this one takes back. */
  readonly undoes: string | null;
  /** What resolvers did on the way, a line each; left out: nothing. */
  readonly resolved?: readonly string[];
}

const HASH = 'sha256:';

/** The trailers as lines, in a fixed order; what is not known has none. */
export const trailerLines = (of: LandingTrailers): readonly string[] =>
  [
    ['Fanin-Task', of.task],
    ['Fanin-Attempt', `${of.run} ${of.attempt}`],
    ['Fanin-Agent', of.agent],
    ['Fanin-Model', of.model],
    ['Fanin-Receipt', of.receipt === null ? null : `${HASH}${of.receipt}`],
    ['Fanin-Reviewer', of.reviewer],
    ['Fanin-Undoes', of.undoes],
    ...(of.resolved ?? []).map((text) => ['Fanin-Resolved', text] as const),
  ].flatMap(([key, value]) => {
    const line = oneLine(value ?? '');
    return line === '' ? [] : [`${key}: ${line}`];
  });

/** A value that came from outside must not look like a trailer of its own. */
const oneLine = (value: string): string => value.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/**
 * Reads the trailers of a commit, given as `Key: value` lines; null for a commit that fanin did not
 * land. Of a key that stands there twice the last one counts: fanin writes its own at the end.
 */
export const readTrailers = (lines: readonly string[]): LandingTrailers | null => {
  const values = new Map<string, string>();
  for (const line of lines) {
    const at = line.indexOf(':');
    if (at > 0) values.set(line.slice(0, at).toLowerCase(), line.slice(at + 1).trim());
  }
  const value = (key: string): string | null => values.get(key) ?? null;
  const task = value('fanin-task');
  const [run = '', attempt = ''] = (value('fanin-attempt') ?? '').split(' ');
  if (task === null || attempt === '') return null;
  const resolved = lines
    .filter((line) => RESOLVED.test(line))
    .map((line) => line.replace(RESOLVED, ''));
  const receipt = value('fanin-receipt');
  return {
    task,
    run,
    attempt,
    agent: value('fanin-agent'),
    model: value('fanin-model'),
    receipt: receipt?.startsWith(HASH) === true ? receipt.slice(HASH.length) : null,
    reviewer: value('fanin-reviewer'),
    undoes: value('fanin-undoes'),
    ...(resolved.length === 0 ? {} : { resolved }),
  };
};

const RESOLVED = /^fanin-resolved:\s*/iu;
