import { nothing, type Call, type Machine, type Outcome } from '../machine.ts';
import { readOptions, valuesOf } from '../options.ts';
import { knownFile } from '../redirects.ts';
import { reaches, textReaches } from '../reaching.ts';
import { objectToStanding } from '../standing.ts';
import type { State } from '../state.ts';
import { objectToWrite } from '../targets.ts';
import { isKnown, shown } from '../value.ts';

/** How a language takes a program in its arguments, and options of it that take a value. */
interface Language {
  readonly program: string;
  readonly valued: string;
}

const PYTHON: Language = { program: '-c', valued: '-c -m -W -X --check-hash-based-pycs' };
const NODE: Language = {
  program: '-e -p --eval --print -pe',
  valued:
    '-e -p -pe --eval --print -r --require --import --loader --experimental-loader --conditions -C --env-file --test-name-pattern --title --max-old-space-size --test-reporter --test-reporter-destination --cpu-prof-dir --heap-prof-dir --diagnostic-dir --report-dir --redirect-warnings',
};
const LANGUAGES: Readonly<Record<string, Language>> = {
  python: PYTHON,
  python2: PYTHON,
  python3: PYTHON,
  pypy: PYTHON,
  pypy3: PYTHON,
  ipython: PYTHON,
  node: NODE,
  nodejs: NODE,
  tsx: NODE,
  'ts-node': NODE,
  bun: NODE,
  deno: { program: '-e --eval', valued: '-e --eval -c --config' },
  ruby: { program: '-e', valued: '-e -I -r -C -E -W' },
  perl: { program: '-e -E', valued: '-e -E -I -M -m -x' },
  php: { program: '-r', valued: '-r -d -c -f -S -t -B -R -F -E' },
  lua: { program: '-e', valued: '-e -l' },
  luajit: { program: '-e', valued: '-e -l' },
  Rscript: { program: '-e', valued: '-e' },
  R: { program: '-e', valued: '-e -f' },
  julia: { program: '-e -E', valued: '-e -E -L' },
  groovy: { program: '-e', valued: '-e -cp' },
  scala: { program: '-e', valued: '-e -cp' },
  elixir: { program: '-e', valued: '-e -r' },
  osascript: { program: '-e', valued: '-e -l' },
  tclsh: { program: '-c', valued: '' },
  guile: { program: '-c', valued: '-c -l' },
  swift: { program: '-e', valued: '-e' },
  ghc: { program: '-e', valued: '-e' },
  erl: { program: '-eval', valued: '-eval' },
  pwsh: { program: '-c -Command', valued: '-c -Command' },
};

export function languageOf(name: string): Language | null {
  if (Object.hasOwn(LANGUAGES, name)) return LANGUAGES[name] ?? null;
  if (/^python\d(?:\.\d+)?$/.test(name)) return PYTHON;
  const bare = /^(perl|ruby|lua|php|node)[\d.]+$/.exec(name)?.[1];
  return bare === undefined ? null : (LANGUAGES[bare] ?? null);
}

/** Text that starts processes, or evaluates text, in one of the languages. */
const STARTS =
  /do shell script|subprocess|os\.(?:system|popen|exec|spawn)|child_process|exec(?:Sync|File|v|l|p)?\s*\(|spawn(?:Sync)?\s*\(|\bsystem\b|popen|\bexec\b|`|\beval\b|%x|qx|Process\.|IO\.popen|shell_exec|passthru|proc_open|__import__|importlib|compile\s*\(|pty\.|execSync|Bun\.\$|Deno\.(?:run|Command)|getattr/;
/** Text that changes files. */
const WRITES =
  /['"](?:w|a|x|r\+|w\+|a\+|wb|ab|xb|rb\+|wt|at)['"]|write|append|unlink|remove|rename|rmtree|rmdir|rm(?:Sync)?\s*\(|mkdir|makedirs|copy|move|symlink|link\(|truncate|chmod|chown|touch|utime|replace\s*\(|mkstemp|open\s*\([^)]*['"]\s*[+>|]|>>?\s*\$?|\bdelete\b|createWriteStream|File\.|FileUtils|file_put_contents|chdir|fs\.(?!readFileSync|existsSync|readdirSync|statSync|readFile\b)|shutil|cpSync|dump\s*\(|save|to_csv|sqlite|Pathname|mknod|mkfifo|O_WRONLY|ftruncate|insertBefore|print\s+\w+\s|to_file|inplace/;
/** Text by which a place can be said without naming it. */
export const COMPUTES =
  /(?:walk|glob|listdir|readdir(?:Sync)?|scandir|Path)\s*\(\s*['"`]\/['"`]|['"`]\/[^'"`\s]*[*?[]|environ|getenv|ENV\b|env\[|process\.env|%ENV|expanduser|expandvars|Path\.home|homedir|gethomedir|userInfo|pwd\.getpw|\.\.|dirname|parent|\bchr\b|fromCharCode|fromCodePoint|b64|base64|atob|Buffer\.from|decode|unhex|\\x[\da-f]{2}|\\u[\da-f]{4}|\\[0-3][0-7]{2}|pack\s*\(|reversed|\[::-1\]|rot13|\/proc\/|chdir|sys\.argv|process\.argv|ARGV|input\(|stdin|realpath|readlink|resolve\s*\(|join\s*\(/;

/** A program in an argument, in a file that was just written, or on standard input. */
export function runProgram(call: Call, machine: Machine): Outcome {
  const { name, args, state } = call;
  const language = languageOf(name);
  if (language === null) return nothing(state);
  const options = readOptions(args, language.valued, true);
  const texts = programTexts(call, options, language, machine);
  objectToOptions(call, machine);
  const own = new Set(language.program.split(' '));
  for (const [option, values] of texts === null ? [] : options.values)
    if (!own.has(option)) for (const value of values) objectToGiven(machine, call, value);
  if (texts === null) {
    runProgramFile(call, options.operands, machine);
    return nothing(state);
  }
  for (const text of texts) {
    objectToProgram(machine, { name, text, state, args: options.operands });
    if (WRITES.test(text) || STARTS.test(text))
      objectToStanding(machine, { name, args: [], state });
  }
  return nothing(state);
}

/** Null: what it runs is a file, or a module. */
function programTexts(
  { name, args, state }: Call,
  options: ReturnType<typeof readOptions>,
  language: Language,
  machine: Machine,
): readonly string[] | null {
  const given = valuesOf(options, ...language.program.split(' '));
  if (given.length > 0) return given;
  if (name === 'deno' && args[0] === 'eval') return args.slice(1);
  if (options.flags.has('-m')) return null;
  const [file] =
    name === 'deno' ? args.filter((each) => each !== 'run' && !/^-./.test(each)) : options.operands;
  if (file !== undefined && file !== '-' && !/^\/dev\/(?:stdin|fd\/0)$/.test(file))
    return knownFile(machine, state, file);
  if (args.some((each) => /^-(-version|-help|v|V|h|-check)$/.test(each))) return null;
  return state.input;
}

/** A file of a program that is not known. */
function runProgramFile(call: Call, operands: readonly string[], machine: Machine): void {
  objectToStanding(machine, call);
  const { args } = call;
  for (const arg of new Set([...operands, ...args])) objectToGiven(machine, call, arg);
}

/** Code of a module that is loaded. */
const MODULE = /\b(?:require|import|from)\b\s*\(?\s*['"`]([^'"`]+\.[cm]?[jt]sx?)['"`]/g;

/** Objects to a file of another work copy that a program is to run or to work on. */
function objectToGiven(
  machine: Machine,
  { name, state }: Pick<Call, 'name' | 'state'>,
  text: string,
): void {
  const found = isKnown(text) ? textReaches(machine, state, text) : reaches(machine, state, text);
  if (found === null || found.zone === 'above') return;
  machine.object({
    verdict: 'undecidable',
    rule: 'names-main',
    reason: `${shown(name)} is given ${shown(found.path)}, and what it does there cannot be told.`,
    instead: `Give it the same file of the workspace ${machine.ground.workspace}.`,
  });
}

/** Perl and ruby change files in place; a language's own options can name folders. */
function objectToOptions({ name, args, state }: Call, machine: Machine): void {
  const isInPlace =
    (name === 'perl' || name === 'ruby') &&
    args.some((each) => /^-[a-zA-Z0]*i/.test(each) && !/^-[IMm]/.test(each));
  if (!isInPlace) return;
  const files = readOptions(args, '-e -E -I -M -m').operands;
  for (const path of files)
    objectToWrite(machine, { path, how: 'file', state, fields: [name, ...args] });
}

export interface Program {
  readonly name: string;
  readonly text: string;
  readonly state: State;
  readonly args: readonly string[];
}

/** Objects to a program by its text: what it names, what it runs, and what it can compute. */
export function objectToProgram(machine: Machine, program: Program): void {
  const { name, text, state, args } = program;
  const writes = WRITES.test(text);
  const starts = STARTS.test(text);
  for (const [, module = ''] of text.matchAll(MODULE)) objectToGiven(machine, program, module);
  if (!writes && !starts && isKnown(text)) return;
  const named =
    textReaches(machine, state, text) ??
    args.map((each) => reaches(machine, state, each)).find((each) => each !== null) ??
    null;
  if (named !== null && named.zone !== 'above') {
    machine.object({
      verdict: 'deny',
      rule:
        named.zone === 'main'
          ? 'main-checkout'
          : named.zone === 'neighbour'
            ? 'neighbour'
            : 'shared-git',
      reason: `The program given to ${name} names ${shown(named.path)}, and can write there.`,
      instead: `Use the same path below ${machine.ground.workspace}.`,
    });
    return;
  }
  if (starts) objectToStarted(machine, program);
  if (named !== null || !isKnown(text) || (COMPUTES.test(text) && !isTame(text, starts)))
    machine.object({
      verdict: 'undecidable',
      rule: 'unknown-program',
      reason: `Where the program given to ${name} would write cannot be told from its text.`,
      instead: 'Put it into a file of the workspace and name the paths themselves.',
    });
}

/** Ways of saying places that are common, and lead nowhere by themselves. */
const TAME =
  /\.join\s*\(|sys\.stdin|process\.stdin|\.decode\(|\.resolve\(|Buffer\.from|sys\.argv|process\.argv|ARGV/g;

const isTame = (text: string, starts: boolean): boolean =>
  !starts && !COMPUTES.test(text.replaceAll(TAME, ' '));

/** Texts in the program, as the commands that they may be. */
export function objectToStarted(machine: Machine, { text, state }: Program): void {
  const texts = [
    ...text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
  const scripts = [...texts, texts.join(' '), ...bracketed(text)];
  for (const script of scripts.slice(0, 40)) {
    const found = machine
      .trial(() => machine.script(script, state))
      .filter((each) => each.verdict === 'deny' && each.rule !== 'unreadable');
    for (const each of found) machine.object(each);
  }
}

/** What stands in `qx(…)`, `%x{…}`. */
const bracketed = (text: string): readonly string[] =>
  [...text.matchAll(/(?:qx|%x)\s*[({[/|](.*?)[)}\]/|]/gs)].map((match) => match[1] ?? '');
