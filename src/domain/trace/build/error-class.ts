import type { ErrorClass } from '../event.ts';

type Rule = readonly [pattern: RegExp, error: ErrorClass];

/** Held against the text of an error in this order. */
const RULES: readonly Rule[] = [
  [
    /concurrent subagent limit|agent thread limit|too many background tasks|concurrency.?limit/i,
    'concurrency-limit',
  ],
  [
    /rate.?limit|too many requests|\b429\b|quota (?:exceeded|reached)|usage limit|overloaded|\b529\b/i,
    'rate-limit',
  ],
  [
    /context (?:window|length)|prompt is too long|maximum context|input is too long|too many tokens/i,
    'context-overflow',
  ],
  [
    /no such tool|unavailable tool|tool .{0,40}(?:is disabled|not (?:found|registered|available))|unsupported call|tool_not_registered|disabled by the active tool policy/i,
    'tool-unavailable',
  ],
  [
    /(?:has been )?(?:modified|changed) since|file has not been read yet|stale|has been unexpectedly modified|must read the file|read it first before/i,
    'stale-edit',
  ],
  [/interrupted|user rejected|aborted|cancell?ed|\[request interrupted/i, 'interrupted'],
  [
    /permission|not permitted|requires approval|hook error|denied|guard:|read-only file system|isolated in the worktree|blocked by|rule which prevents|rejected/i,
    'permission',
  ],
  [/timed? ?out|deadline exceeded|ETIMEDOUT/i, 'timeout'],
  [
    /string to replace not found|old_string|no match(?:es)? found|could not find the (?:string|text|context)|failed to find expected lines|patch does not apply/i,
    'stale-edit',
  ],
  [/no such file|not found|does not exist|ENOENT/i, 'not-found'],
  [
    /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|network|socket hang up|fetch failed|connection (?:refused|reset|error)/i,
    'network',
  ],
  [
    /api error|internal server error|server error|bad gateway|service unavailable|invalid_request_error|\b50[0234]\b/i,
    'api',
  ],
  [
    /invalid (?:arguments?|input|parameters?)|inputvalidationerror|missing required|failed to parse|expected .{0,30} received/i,
    'bad-arguments',
  ],
  [/exit(?:ed)?(?: with)?(?: code)?:? ?-?[1-9]\d*|command failed|non-zero/i, 'command-failed'],
];

/** The class of an error by its text. `exit`: of the command that failed, or null. */
export function errorClassOf(text: string, exit: number | null = null): ErrorClass {
  if (exit !== null && exit !== 0) return 'command-failed';
  const start = text.slice(0, 2_000);
  return RULES.find(([pattern]) => pattern.test(start))?.[1] ?? 'unknown';
}
