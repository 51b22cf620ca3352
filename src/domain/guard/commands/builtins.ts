import type { Call, Machine, Outcome } from '../machine.ts';
import { nothing } from '../machine.ts';
import { joined, lexical, walked } from '../paths.ts';
import { readOptions } from '../options.ts';
import { alternatives, ANYTHING, hasMarks, isAnything, MARK } from '../value.ts';
import { withVariable, type State } from '../state.ts';
import { knownPlaces } from '../zones.ts';

export type Handler = (call: Call, machine: Machine) => Outcome;

/** `cd`, `pushd`: where the shell may stand afterwards. */
export function changeFolder({ args, state, name }: Call, machine: Machine): Outcome {
  const operands = args.filter((each) => !/^-[LPe@n]+$/.test(each) && each !== '--');
  const isPhysical = args.some((each) => /^-\w*P/.test(each));
  const target = operands[0] ?? (name === 'pushd' ? '-' : home(state, machine));
  const from = state.cwds;
  if (name === 'pushd' && /^[+-]\d*$/.test(target)) {
    const all = alternatives([...state.stack.flat(), ...from]);
    return nothing({ ...state, cwds: all, before: from, stack: [from, ...state.stack] });
  }
  const moved = target === '-' ? previous(state) : from.flatMap((cwd) => folders(cwd, target));
  const cwds = alternatives(moved);
  const exists = cwds.every((each) => !hasMarks(each) && machine.world.exists(each));
  const stack = name === 'pushd' ? [from, ...state.stack] : state.stack;
  const output = name === 'pushd' || target === '-' ? null : [''];
  return {
    state: { ...state, cwds, before: from, stayed: exists ? [] : from, stack },
    output,
  };

  function previous({ before }: State): readonly string[] {
    return before.length > 0 ? before : [machine.world.variable('OLDPWD') ?? MARK.any];
  }

  function folders(cwd: string, path: string): readonly string[] {
    if (isAnything(path) && !/^\/|^[\w.]+\//.test(path)) return ANYTHING;
    const roots =
      path.startsWith('/') || path.startsWith('.')
        ? [cwd]
        : [cwd, ...searched(cwd, state, machine)];
    return roots.flatMap((root) => {
      if (root.startsWith(MARK.any) && !path.startsWith('/')) return ANYTHING;
      const physical = walked(machine.world, root, path, knownPlaces(machine.ground));
      const whole = joined(root, path);
      // The shell takes `..` from where it thinks it stands, and from where it is if that fails.
      return isPhysical || hasMarks(whole) || whole.startsWith('/proc/')
        ? physical
        : [lexical(whole), ...physical];
    });
  }
}

function home(state: State, machine: Machine): string {
  const own = state.variables.get('HOME')?.[0]?.[0];
  return own ?? machine.world.variable('HOME') ?? MARK.any;
}

/** `CDPATH` */
function searched(cwd: string, state: State, machine: Machine): readonly string[] {
  const own = state.variables.get('CDPATH')?.flat() ?? [machine.world.variable('CDPATH') ?? ''];
  return own
    .flatMap((each) => each.split(':'))
    .filter((each) => each !== '')
    .map((each) => (each.startsWith('~') ? home(state, machine) + each.slice(1) : each))
    .map((each) => (each.startsWith('/') ? each : lexical(joined(cwd, each))));
}

export function popFolder({ state }: Call): Outcome {
  const [top, ...stack] = state.stack;
  const cwds = top ?? state.cwds;
  return nothing({ ...state, cwds: alternatives([...cwds]), before: state.cwds, stack });
}

/** `read`, `mapfile`: variables from standard input. */
export function readVariables({ args, state, name }: Call): Outcome {
  const { operands } = readOptions(args, '-a -d -i -n -N -p -t -u -c -C -O -s');
  const arrays = readOptions(args, '-a').values.get('-a') ?? [];
  const names = [...operands, ...arrays];
  const isLines = name === 'mapfile' || name === 'readarray';
  const given = names.length === 0 ? [isLines ? 'MAPFILE' : 'REPLY'] : names;
  const texts = state.input ?? ANYTHING;
  const values = texts.flatMap((text) => {
    const lines = text.split('\n').filter((line) => line !== '');
    if (lines.length === 0) return [''];
    return given.length > 1
      ? lines.flatMap((line) => [line, ...line.split(/\s+/)])
      : lines.map((line) => line.trim());
  });
  const holding = alternatives(values).map((value) => [value]);
  return {
    state: given.reduce((each, one) => withVariable(each, one, holding), state),
    output: [''],
  };
}

export function setParameters({ args, state: before }: Call): Outcome {
  const exports = args.some((each) => /^-\w*a/.test(each)) || args.includes('allexport');
  // The name that stands for all of them.
  const state = exports ? { ...before, exported: new Set([...before.exported, '*']) } : before;
  const at = args.indexOf('--');
  if (at !== -1) return { state: { ...state, parameters: args.slice(at + 1) }, output: [''] };
  const first = args.findIndex((each) => !/^[-+]/.test(each));
  const isOption = args.some((each) => /^[-+]o$/.test(each));
  if (first === -1 || isOption) return { state, output: [''] };
  return { state: { ...state, parameters: args.slice(first) }, output: [''] };
}

export function shiftParameters({ args, state }: Call): Outcome {
  const count = Number(args[0] ?? '1');
  const parameters = state.parameters === null ? null : state.parameters.slice(count);
  return { state: { ...state, parameters }, output: [''] };
}

export function exportNames({ args, state, name }: Call, machine: Machine): Outcome {
  const isReference = name !== 'export' && args.some((each) => /^-\w*n/.test(each));
  const names = args.filter((each) => /^\w+$/.test(each));
  let after: State = {
    ...state,
    exported: new Set([...state.exported, ...(name === 'export' ? names : [])]),
  };
  // `declare -n a=b`: another name for `b`, of which the value is then not known.
  if (isReference)
    for (const each of args) {
      const [own = ''] = each.split('=');
      if (/^\w+$/.test(own)) after = withVariable(after, own, [ANYTHING]);
    }
  void machine;
  return { state: after, output: [''] };
}

export function unsetNames({ args, state }: Call): Outcome {
  const variables = new Map(state.variables);
  const functions = new Map(state.functions);
  for (const each of args) {
    variables.delete(each);
    functions.delete(each);
  }
  return { state: { ...state, variables, functions }, output: [''] };
}

export function defineAliases({ args, state }: Call): Outcome {
  const aliases = new Map(state.aliases);
  for (const each of args) {
    const at = each.indexOf('=');
    if (at > 0) aliases.set(each.slice(0, at), each.slice(at + 1));
  }
  return { state: { ...state, aliases }, output: [''] };
}
