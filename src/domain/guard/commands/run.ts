import { runGit } from '../git/run-git.ts';
import { nothing, type Call, type Machine, type Outcome } from '../machine.ts';
import { hasFlag, readOptions } from '../options.ts';
import { reaches } from '../reaching.ts';
import { knownFile } from '../redirects.ts';
import { objectToStanding } from '../standing.ts';
import type { State } from '../state.ts';
import { objectToWrite } from '../targets.ts';
import { hasMarks, shown } from '../value.ts';
import type { Objection } from '../verdict.ts';
import {
  changeFolder,
  defineAliases,
  exportNames,
  popFolder,
  readVariables,
  setParameters,
  shiftParameters,
  unsetNames,
  type Handler,
} from './builtins.ts';
import { runArchive } from './archives.ts';
import { runDocker } from './docker.ts';
import { objectToEnvironment } from './environment.ts';
import { runGeneric } from './generic.ts';
import { runLink } from './links.ts';
import { outputOf } from './outputs.ts';
import { languageOf, runProgram } from './programs.ts';
import { READERS } from './readers.ts';
import { runWriter } from './run-writer.ts';
import {
  runEval,
  runShell,
  runSource,
  runText,
  runTextOptions,
  runTrap,
  SHELLS,
} from './shells.ts';
import { runAwk, runSed } from './stream-editors.ts';
import { runTool, toolOf } from './tools.ts';
import { runEnv, runFd, runFind, runParallel, runXargs, wrapperOf } from './wrappers.ts';
import { WRITERS } from './writers.ts';

const HANDLERS: Readonly<Record<string, Handler>> = {
  cd: changeFolder,
  chdir: changeFolder,
  pushd: changeFolder,
  popd: popFolder,
  read: readVariables,
  mapfile: readVariables,
  readarray: readVariables,
  set: setParameters,
  shift: shiftParameters,
  export: exportNames,
  declare: exportNames,
  typeset: exportNames,
  local: exportNames,
  readonly: exportNames,
  unset: unsetNames,
  alias: defineAliases,
  eval: runEval,
  source: runSource,
  '.': runSource,
  trap: runTrap,
  env: runEnv,
  xargs: runXargs,
  gxargs: runXargs,
  parallel: runParallel,
  git: runGit,
  sed: runSed,
  gsed: runSed,
  awk: runAwk,
  gawk: runAwk,
  mawk: runAwk,
  nawk: runAwk,
  tar: runArchive,
  gtar: runArchive,
  bsdtar: runArchive,
  ln: runLink,
  link: runLink,
  docker: runDocker,
  podman: runDocker,
  nerdctl: runDocker,
  su: (call, machine) => runTextOptions(call, machine, ['-c', '--command']),
  at: runAt,
  batch: runAt,
  busybox: (call, machine) => machine.fields(call.args, call.state),
  toybox: (call, machine) => machine.fields(call.args, call.state),
};

/** `at`, `batch`: what comes in is run later. */
function runAt({ name, state }: Call, machine: Machine): Outcome {
  for (const text of state.input ?? ['\uE002'])
    runText(name, text, { ...state, input: null }, machine);
  return nothing(state);
}

/** Runs expanded fields as a command. */
export function runFields(fields: readonly string[], state: State, machine: Machine): Outcome {
  const [name = '', ...args] = fields;
  if (fields.length === 0) return nothing(state);
  machine.watch.ran(fields, state);
  if (hasMarks(name)) return runUnknown(fields, state, machine);
  const call: Call = { name, args, state };
  const body = state.functions.get(name);
  if (body !== undefined) return runFunction(call, body, machine);
  const alias = state.aliases.get(name);
  if (alias !== undefined) return runAlias(call, alias, machine);
  if (name.includes('/')) return runPath(call, machine);
  return runNamed(call, machine);
}

/** By the program's name alone. */
function runNamed(call: Call, machine: Machine): Outcome {
  const { name, state } = call;
  objectToEnvironment(machine, call);
  if (SHELLS.has(name)) return runShell(call, machine);
  const handler = own(HANDLERS, name) ?? wrapperOf(name);
  if (handler !== null) {
    const outcome = handler(call, machine);
    return outcome.output === null ? { ...outcome, output: outputOf(call, machine) } : outcome;
  }
  if (name === 'find') runFind(call, machine);
  else if (name === 'fd' || name === 'fdfind') runFd(call, machine);
  else if (languageOf(name) !== null) return runProgram(call, machine);
  else if (WRITERS.has(name)) return runWriter(call, machine);
  else if (READERS.has(name)) objectToReader(call, machine);
  else {
    const tool = toolOf(name);
    if (tool !== null) return runTool(tool, call, machine);
    return runGeneric(call, machine);
  }
  return { state, output: textOf(call, machine) };
}

const own = (all: Readonly<Record<string, Handler>>, name: string): Handler | null =>
  Object.hasOwn(all, name) ? (all[name] ?? null) : null;

/** What a reader prints: of `cat`, what this command line has written into the file. */
function textOf(call: Call, machine: Machine): readonly string[] | null {
  const [file, more] = call.args.filter((each) => !each.startsWith('-'));
  if (call.name === 'cat' && file !== undefined && more === undefined) {
    const known = knownFile(machine, call.state, file);
    if (known !== null) return known;
  }
  return outputOf(call, machine);
}

/** Some readers have an option that writes or runs something. */
function objectToReader({ name, args, state }: Call, machine: Machine): void {
  const write = (path: string): void =>
    objectToWrite(machine, { path, how: 'file', state, fields: [name, ...args] });
  const options = readOptions(args, '-o --output --output-file --pre --pager --hostname-bin -O');
  if (name === 'tree') for (const path of options.values.get('-o') ?? []) write(path);
  if (name === 'rg')
    for (const text of [
      ...(options.values.get('--pre') ?? []),
      ...(options.values.get('--hostname-bin') ?? []),
    ])
      machine.script(text, state);
  if (name === 'less')
    for (const arg of args.filter((each) => each.startsWith('+')))
      machine.script(arg.replace(/^\++[!|]?/, ''), state);
  if (name === 'less' || name === 'bat') {
    for (const text of options.values.get('--pager') ?? []) machine.script(text, state);
    if (name === 'less')
      for (const path of [...(options.values.get('-o') ?? []), ...(options.values.get('-O') ?? [])])
        write(path);
  }
  if (name === 'jq' && hasFlag(options, '-i', '--in-place'))
    for (const path of options.operands.slice(1)) write(path);
  if (name === 'date' && hasFlag(options, '-s', '--set')) write('/etc/localtime');
}

const MOST_CALLS = 16;

const TOO_DEEP: Objection = {
  verdict: 'undecidable',
  rule: 'too-long',
  reason: 'Functions call one another too deeply to be followed.',
  instead: 'Write the commands out.',
};

function runFunction(
  { args, state }: Call,
  body: Parameters<Machine['nodes']>[0][number],
  machine: Machine,
): Outcome {
  const { depth } = machine;
  if (depth.level > MOST_CALLS) {
    machine.object(TOO_DEEP);
    return nothing(state);
  }
  depth.level += 1;
  try {
    const outcome = machine.nodes([body], { ...state, parameters: args });
    return { ...outcome, state: { ...outcome.state, parameters: state.parameters } };
  } finally {
    depth.level -= 1;
  }
}

function runAlias({ name, args, state }: Call, text: string, machine: Machine): Outcome {
  const aliases = new Map(state.aliases);
  // An alias is not expanded in its own text.
  aliases.delete(name);
  const words = machine.parse(text).body[0];
  if (words === undefined) return nothing(state);
  const outcome = machine.script([text, ...args.map(quoted)].join(' '), { ...state, aliases });
  return { ...outcome, state: { ...outcome.state, aliases: state.aliases } };
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A command named by its path: a known program, a script just written, or a program of somebody's. */
function runPath(call: Call, machine: Machine): Outcome {
  const { name, args, state } = call;
  const known = knownFile(machine, state, name);
  if (known !== null) {
    for (const text of known) {
      const [, interpreter = 'sh'] = /^#!\s*(?:\S*\/env\s+(?:-S\s+)?)?(\S+)/.exec(text) ?? [];
      const program = interpreter.replace(/^.*\//, '');
      if (SHELLS.has(program)) machine.script(text, { ...state, parameters: args });
      else machine.fields([program, name, ...args], state);
    }
    return nothing(state);
  }
  const base = name.replace(/^.*\//, '');
  const place = reaches(machine, state, name);
  if (place !== null && place.zone !== 'above')
    machine.object({
      verdict: 'undecidable',
      rule: 'names-main',
      reason: `${shown(name)} is a program of ${shown(place.path)}, and what it does there cannot be told.`,
      instead: `Run the workspace's own: ${machine.ground.workspace}.`,
    });
  return runNamed({ name: base, args, state }, machine);
}

/** A command whose name is not known may do anything; what it is given may say enough to deny it. */
function runUnknown(fields: readonly string[], state: State, machine: Machine): Outcome {
  const [name = '', ...args] = fields;
  machine.object({
    verdict: 'undecidable',
    rule: 'unknown-command',
    reason: `Which command would run cannot be told: ${shown(name)}.`,
    instead: 'Write the name of the command out.',
  });
  if (args.length > 0) runGeneric({ name, args, state }, machine);
  objectToStanding(machine, { name, args, state });
  return nothing(state);
}
