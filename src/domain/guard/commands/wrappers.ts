import { aside, nothing, type Call, type Machine, type Outcome } from '../machine.ts';
import { hasFlag, readOptions, valuesOf, type Options } from '../options.ts';
import { objectToWrite } from '../targets.ts';
import { MARK, alternatives, isAnything, isKnown } from '../value.ts';
import { withVariable, type State } from '../state.ts';
import type { Handler } from './builtins.ts';
import { changeFolder } from './builtins.ts';
import { objectToNames } from './tools.ts';

/** A program that runs the rest of its arguments as a command. */
interface Wrapper {
  /** Options that take a value. */
  readonly valued: string;
  /** Operands before the command. */
  readonly skip: number;
  /** Options that say where the command runs. */
  readonly folder?: string;
  /** Options whose values are scripts. */
  readonly script?: string;
}

const wrapper = (
  valued: string,
  skip = 0,
  more: Pick<Wrapper, 'folder' | 'script'> = {},
): Wrapper => ({
  valued,
  skip,
  ...more,
});

const BY_NAME: Readonly<Record<string, Wrapper>> = {
  'sudo doas': wrapper('-u -g -h -p -C -r -t -T -U -D --chdir --user --group -R --chroot', 0, {
    folder: '-D --chdir',
  }),
  'timeout gtimeout': wrapper('-k --kill-after -s --signal', 1),
  nice: wrapper('-n --adjustment'),
  ionice: wrapper('-c -n -p --class --classdata'),
  nohup: wrapper(''),
  'stdbuf gstdbuf': wrapper('-i -o -e --input --output --error'),
  time: wrapper('-f -o --format --output'),
  setsid: wrapper(''),
  chrt: wrapper('-T -P -D', 1),
  taskset: wrapper('-p', 1),
  'command builtin exec': wrapper('-a'),
  'unbuffer caffeinate catchsegv rlwrap': wrapper('-t -w'),
  'strace ltrace': wrapper('-e -o -p -s -u -E -P'),
  valgrind: wrapper(''),
  perf: wrapper('-e -o -F -g', 1),
  flock: wrapper('-w -E -c --command --timeout --wait', 1, { script: '-c --command' }),
  unshare: wrapper('-S -G -w --wd -R --root --map-user --map-group', 0, { folder: '-w --wd' }),
  nsenter: wrapper('-t --target -w --wd -r -S -G', 0, { folder: '-w --wd' }),
  chroot: wrapper('--userspec --groups', 1),
  'fakeroot eatmydata proxychains proxychains4 torsocks': wrapper('-f -l -s'),
  'firejail bwrap systemd-run prlimit cpulimit setpriv capsh setarch linux64 linux32': wrapper(
    '-p -E -u --uid --gid --property --unit --bind --ro-bind --dev-bind --chdir --working-directory',
    0,
    { folder: '--chdir --working-directory' },
  ),
  'watch entr watchexec': wrapper('-n --interval -e --exts -w --watch -q --equexit'),
  runuser: wrapper('-u -g -G -c --command', 0, { script: '-c --command' }),
  'npx bunx pnpx uvx': wrapper(
    '-p --package -c --call --prefix -C --shell --registry --cache --userconfig --node-arg -w --workspace --from --with --python',
    0,
    { script: '-c --call', folder: '--prefix -C' },
  ),
  'dotenv cross-env env-cmd': wrapper('-e -f -c -p'),
  hyperfine: wrapper(
    '-w --warmup -r --runs -m --min-runs -M --max-runs -p --prepare -c --cleanup -s --setup -S --shell -L --parameter-list -P --export-json --export-markdown --export-csv',
  ),
  'mise asdf direnv nvm fnm volta rtx': wrapper('', 1),
  concurrently: wrapper('-n --names -c -k -s --prefix -m'),
  'softlimit chpst envdir setlock multilog tini dumb-init gosu su-exec': wrapper('-u -g', 1),
};

const WRAPPERS = new Map(
  Object.entries(BY_NAME).flatMap(([names, each]) =>
    names.split(' ').map((name) => [name, each] as const),
  ),
);

/** Programs of which the whole rest is a script, in one argument or in several. */
const TEXT = new Set([
  'watch',
  'hyperfine',
  'concurrently',
  'entr',
  'watchexec',
  'parallel',
  'npm-run-all',
]);

export const wrapperOf = (name: string): Handler | null => {
  const found = WRAPPERS.get(name);
  if (found === undefined) return null;
  return (call, machine) => wrapped(found, call, machine);
};

function wrapped(each: Wrapper, { name, args, state }: Call, machine: Machine): Outcome {
  const options = readOptions(args, each.valued, true);
  if (name === 'exec' && options.operands.length === 0) return nothing(state);
  if ((name === 'command' || name === 'builtin') && hasFlag(options, '-v', '-V'))
    return nothing(state);
  const inside = folders(each, options, state, machine);
  // Where a trace or a log of it would go.
  objectToNames(machine, {
    name,
    args: args.slice(0, args.length - options.operands.length + each.skip),
    state,
  });
  for (const text of valuesOf(options, ...(each.script?.split(' ') ?? [])))
    machine.script(text, inside);
  const { before, rest } = leading(options.operands.slice(each.skip), inside);
  if (rest.length === 0) return nothing(state);
  const isText = TEXT.has(name);
  const outcome = isText
    ? runTexts(name, rest, before, machine)
    : machine.fields(rest, { ...before, functions: new Map(), aliases: new Map() });
  // A builtin acts on the shell itself.
  return name === 'command' || name === 'builtin' || name === 'exec' || name === 'time'
    ? {
        ...outcome,
        state: { ...outcome.state, functions: state.functions, aliases: state.aliases },
      }
    : aside(state, outcome);
}

function runTexts(name: string, rest: readonly string[], state: State, machine: Machine): Outcome {
  if (name === 'hyperfine' || name === 'concurrently') {
    for (const text of rest) machine.script(text, state);
    return nothing(state);
  }
  return machine.script(rest.join(' '), state);
}

function folders(each: Wrapper, options: Options, state: State, machine: Machine): State {
  const [folder] = valuesOf(options, ...(each.folder?.split(' ') ?? []));
  if (folder === undefined) return state;
  return {
    ...changeFolder({ name: 'cd', args: ['--', folder], state }, machine).state,
    stayed: [],
  };
}

/** `A=b` before the command, as `env` and `sudo` take it. */
function leading(
  operands: readonly string[],
  state: State,
): { before: State; rest: readonly string[] } {
  let before = state;
  let at = 0;
  for (; /^\w+=/.test(operands[at] ?? ''); at += 1) {
    const [name = '', ...value] = (operands[at] ?? '').split('=');
    before = withVariable(before, name, [[value.join('=')]]);
    before = { ...before, exported: new Set([...before.exported, name]) };
  }
  return { before, rest: operands.slice(at) };
}

/** `env`, with a string of its own that it splits (`-S`). */
export function runEnv({ args, state }: Call, machine: Machine): Outcome {
  const options = readOptions(args, '-u --unset -C --chdir -S --split-string', true);
  const [folder] = valuesOf(options, '-C', '--chdir');
  const inside =
    folder === undefined
      ? state
      : { ...changeFolder({ name: 'cd', args: ['--', folder], state }, machine).state, stayed: [] };
  const { before, rest } = leading(options.operands, inside);
  const texts = valuesOf(options, '-S', '--split-string');
  if (texts.length > 0) return aside(state, machine.script([...texts, ...rest].join(' '), before));
  return rest.length === 0 ? nothing(state) : aside(state, machine.fields(rest, before));
}

/** `xargs`: the command with what comes in by the pipe behind it, or in place of a word. */
export function runXargs({ args, state }: Call, machine: Machine): Outcome {
  const options = readOptions(
    args,
    '-I -i -n -P -L -d -E -s -a --arg-file --replace --max-args --max-procs --max-lines --delimiter --process-slot-var',
    true,
  );
  const [place] = valuesOf(options, '-I', '--replace');
  const rest = options.operands.length === 0 ? ['echo'] : options.operands;
  const inputs = state.input ?? [MARK.any];
  for (const input of hasFlag(options, '-a', '--arg-file') ? [MARK.any] : inputs) {
    const items = input
      .split(place === undefined ? /[\s\0]+/ : /[\n\0]+/)
      .filter((each) => each !== '');
    if (place === undefined)
      machine.fields([...rest, ...unquoted(items)], { ...state, input: null });
    else
      for (const item of items.slice(0, 8))
        machine.fields(
          rest.map((each) => each.replaceAll(place, () => item)),
          { ...state, input: null },
        );
  }
  return nothing(state);
}

const unquoted = (items: readonly string[]): readonly string[] =>
  items.map((each) => (isKnown(each) ? each.replaceAll(/^['"]|['"]$/g, '') : each));

/** `parallel`: its items stand behind `:::`, or come by the pipe. */
export function runParallel({ args, state }: Call, machine: Machine): Outcome {
  const at = args.findIndex((each) => each.startsWith(':::'));
  const before = at === -1 ? args : args.slice(0, at);
  const given = at === -1 ? null : args.slice(at + 1).filter((each) => !each.startsWith(':::'));
  const { operands } = readOptions(
    before,
    '-j --jobs -N -n -I -a --colsep -C --wd --workdir --joblog --results --tmpdir -S --timeout --retries',
    true,
  );
  const text = operands.join(' ');
  const items = given ?? (state.input ?? [MARK.any]).flatMap((each) => each.split('\n'));
  for (const item of alternatives(items.filter((each) => each !== ''))) {
    const placed = /\{[./#%]*\}/.test(text)
      ? text.replaceAll(/\{[./#%]*\}/g, () => item)
      : `${text} ${item}`;
    // Items are words of a script here, so what is not known of them may be anything.
    if (isAnything(placed)) machine.fields(placed.trim().split(/\s+/), { ...state, input: null });
    else machine.script(placed, { ...state, input: null });
  }
  return nothing(state);
}

const FIND_WRITES = new Set(['-fprint', '-fprint0', '-fls', '-fprintf']);

/** `find`: what it deletes, runs and writes. */
export function runFind({ args, state, name }: Call, machine: Machine): void {
  const first = args.findIndex((each) => /^[-(!]/.test(each) && !/^-[HLPDO]/.test(each));
  const starts = args
    .slice(0, first === -1 ? args.length : first)
    .filter((each) => !/^-[HLPDO]/.test(each));
  const given = starts.length === 0 ? ['.'] : starts;
  // With links followed, what they lead to is found as well.
  const follows = args.some((each) => each === '-L' || each === '-follow');
  const from = follows ? given.flatMap((path) => [path, `${path}/${MARK.star}`]) : given;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '-delete')
      for (const path of from)
        objectToWrite(machine, { path, how: 'tree', state, fields: [name, ...args] });
    if (FIND_WRITES.has(arg))
      objectToWrite(machine, {
        path: args[at + 1] ?? '',
        how: 'file',
        state,
        fields: [name, ...args],
      });
    if (!/^-(exec|execdir|ok|okdir)$/.test(arg)) continue;
    const end = args.findIndex((each, index) => index > at && (each === ';' || each === '+'));
    const command = args.slice(at + 1, end === -1 ? args.length : end);
    const isBeside = arg.endsWith('dir');
    for (const path of from)
      machine.fields(
        command.map((each) => each.replaceAll('{}', () => found(path))),
        {
          ...state,
          cwds: isBeside
            ? state.cwds.map(
                (cwd) => `${path.startsWith('/') ? path : `${cwd}/${path}`}/${MARK.below}`,
              )
            : state.cwds,
        },
      );
  }
}

/** `fd`: the command that it runs on what it finds, behind the pattern and the folders. */
export function runFd({ args, state }: Call, machine: Machine): void {
  const at = args.findIndex((each) => /^(?:-[a-wyzA-WYZ]*[xX]|--exec(?:-batch)?)$/.test(each));
  if (at === -1) return;
  const [, ...folders] = args.slice(0, at).filter((each) => !each.startsWith('-'));
  const command = args.slice(at + 1);
  const isPlaced = command.some((each) => /\{[./]*\}/.test(each));
  for (const path of folders.length === 0 ? ['.'] : folders) {
    const placed = command.map((each) => each.replaceAll(/\{[./]*\}/g, () => found(path)));
    machine.fields(isPlaced ? placed : [...placed, found(path)], state);
  }
}

/** What is found may be the start itself. */
const found = (path: string): string => `${path.replace(/\/+$/, '') || '/'}/${MARK.below}`;
