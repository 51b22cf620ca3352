import { aside, nothing, type Call, type Machine, type Outcome } from '../machine.ts';
import { hasFlag, readOptions, valuesOf } from '../options.ts';
import { knownFile } from '../redirects.ts';
import { reaches, textReaches } from '../reaching.ts';
import { objectToStanding } from '../standing.ts';
import { withVariable, type State } from '../state.ts';
import { isKnown, shown } from '../value.ts';
import type { Objection } from '../verdict.ts';

export const SHELLS: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'dash',
  'zsh',
  'ksh',
  'ash',
  'mksh',
  'rbash',
  'fish',
]);

const unknownScript = (what: string): Objection => ({
  verdict: 'undecidable',
  rule: 'unknown-script',
  reason: `What ${what} would run cannot be told from the command.`,
  instead: 'Write out the commands themselves, or run a script file of the workspace.',
});

/** `sh -c text`, `sh file`, `sh` that reads its standard input. */
export function runShell(call: Call, machine: Machine): Outcome {
  const { name, args, state } = call;
  const options = readOptions(args, '-O -o +O --rcfile --init-file', true);
  for (const file of valuesOf(options, '--rcfile', '--init-file')) runFile(file, call, machine);
  const isText = args.some((each) => /^-\w*c\w*$/.test(each) && !each.startsWith('--'));
  const [first, ...rest] = options.operands;
  if (isText) return aside(state, runText(name, first ?? '', withZero(state, rest), machine));
  if (first !== undefined && !hasFlag(options, '-s') && first !== '-' && !isInput(first)) {
    const known = knownFile(machine, state, first);
    if (known === null) return runFile(first, call, machine);
    for (const text of known) machine.script(text, { ...state, parameters: rest });
    return nothing(state);
  }
  if (first === '/dev/fd/63') {
    machine.object(unknownScript(name));
    return nothing(state);
  }
  return fromInput(call, options.operands, machine);
}

/** What stands behind the text is `$0` and the parameters. */
const withZero = (state: State, [zero, ...parameters]: readonly string[]): State => ({
  ...(zero === undefined ? state : withVariable(state, '0', [[zero]])),
  parameters,
});

const isInput = (path: string): boolean =>
  /^\/dev\/(?:stdin|fd\/0|fd\/63)$|^\/proc\/self\/fd\/0$/.test(path);

function fromInput(
  { name, args, state }: Call,
  parameters: readonly string[],
  machine: Machine,
): Outcome {
  if (args.some((each) => /^--(version|help)$/.test(each))) return nothing(state);
  if (state.input === null) {
    machine.object(unknownScript(name));
    return nothing(state);
  }
  for (const text of state.input) {
    runText(name, text, { ...state, parameters, input: null }, machine);
    // What is made only to be run by a shell has no reason to name other work copies.
    if (textReaches(machine, state, text) !== null)
      machine.object({ ...unknownScript(name), rule: 'names-main' });
  }
  return nothing(state);
}

/** A text as a script, where it is known. */
export function runText(what: string, text: string, state: State, machine: Machine): Outcome {
  if (isKnown(text)) return machine.script(text, state);
  // What is known of it may already say enough.
  const found = machine
    .trial(() => machine.script(text, state))
    .filter((each) => each.verdict === 'deny');
  for (const each of found) machine.object(each);
  machine.object(unknownScript(what));
  return nothing(state);
}

/** A script in a file that is not known: it may be one of the workspace's. */
function runFile(path: string, call: Call, machine: Machine): Outcome {
  objectToStanding(machine, call);
  const place = reaches(machine, call.state, path);
  if (place !== null || !isKnown(path))
    machine.object({
      ...unknownScript(`${call.name} ${shown(path)}`),
      ...(place === null ? {} : { rule: 'names-main' as const }),
    });
  return nothing(call.state);
}

export function runEval({ args, state }: Call, machine: Machine): Outcome {
  return runText('eval', args.join(' '), state, machine);
}

/** `source`, `.`: as if it stood here. */
export function runSource(call: Call, machine: Machine): Outcome {
  const [path = '', ...parameters] = call.args;
  if (isInput(path)) {
    if (call.state.input === null) machine.object(unknownScript('source'));
    let { state } = call;
    for (const text of call.state.input ?? [])
      ({ state } = runText('source', text, state, machine));
    return nothing(state);
  }
  const known = knownFile(machine, call.state, path);
  if (known === null) return runFile(path, call, machine);
  let { state } = call;
  for (const text of known)
    ({ state } = runText(
      'source',
      text,
      parameters.length > 0 ? { ...state, parameters } : state,
      machine,
    ));
  return nothing(state);
}

export function runTrap({ args, state }: Call, machine: Machine): Outcome {
  const [text = ''] = args.filter((each) => !/^-[lp]?$/.test(each));
  if (args.length < 2) return nothing(state);
  // It runs with what the variables hold at the end, but a shell of its own may end before that.
  for (const each of machine.trial(() => machine.script(text, state)))
    if (each.verdict === 'deny') machine.object(each);
  return nothing({ ...state, traps: [...state.traps, text].slice(-8) });
}

/** `su -c text`, `script -c text`, `ssh host text` and their like. */
export function runTextOptions(call: Call, machine: Machine, names: readonly string[]): Outcome {
  const options = readOptions(call.args, [...names, '-s', '-g', '-G', '-w', '--shell'].join(' '));
  for (const text of valuesOf(options, ...names)) runText(call.name, text, call.state, machine);
  return nothing(call.state);
}
