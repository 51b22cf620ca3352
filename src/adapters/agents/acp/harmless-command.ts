/**
 * Whether a shell command may be run without asking: one of the task's checks, as written or with
 * more plain words behind it, or one that only reads, or stages and commits. Whatever needs the
 * shell's grammar to be understood is not one of these.
 */
export function isHarmless(command: string, checks: readonly string[]): boolean {
  const line = command.trim();
  const known = checks.map((check) => check.trim());
  if (known.includes(line)) return true;
  const steps = line.split('&&').map((step) => step.trim());
  return steps.every((step) => {
    const words = PLAIN.test(step) ? step.split(/\s+/) : [];
    if (words.length === 0) return false;
    const isCheck = known.some((check) => PLAIN.test(check) && step.startsWith(`${check} `));
    return known.includes(step) || isCheck || isReading(words) || isOwnGit(words);
  });
}

/** Words, some of them in quotes within which nothing is expanded. */
const PLAIN =
  /^(?:[\w@%+=:,./^~-]|'[^'\n]*'|"[^"$`\\!\n]*")+(?: +(?:[\w@%+=:,./^~-]|'[^'\n]*'|"[^"$`\\!\n]*")+)*$/;

/** None of these writes, or starts another program, whatever its arguments are. */
const READING: ReadonlySet<string> = new Set([
  'cat',
  'grep',
  'head',
  'ls',
  'pwd',
  'stat',
  'tail',
  'true',
  'wc',
]);
const GIT_READING: ReadonlySet<string> = new Set(['diff', 'log', 'ls-files', 'show', 'status']);
/** What they change is the work copy, its index, and its own branch. */
const GIT_OWN: ReadonlySet<string> = new Set(['add', 'commit', 'mv', 'restore', 'rm']);

const isReading = ([program = '']: readonly string[]): boolean => READING.has(program);

function isOwnGit([program, subcommand = '', ...rest]: readonly string[]): boolean {
  if (program !== 'git') return false;
  // `--output` (also cut short) names a file to write, `--ext-diff` starts a program; quotes hide both.
  const isPlain = rest.every((word) => !/["']/.test(word) && !/^--(?:o|ext)/.test(word));
  return GIT_OWN.has(subcommand) || (GIT_READING.has(subcommand) && isPlain);
}
