import { nothing, type Call, type Machine, type Outcome } from '../machine.ts';
import { objectToStanding } from '../standing.ts';
import { isKnown } from '../value.ts';
import { READERS } from './readers.ts';
import { languageOf } from './programs.ts';
import { SHELLS } from './shells.ts';
import { objectToInput, objectToNames, toolOf } from './tools.ts';
import { WRITERS } from './writers.ts';
import { wrapperOf } from './wrappers.ts';

/** A program of which nothing is known: where it stands, and what it is given. */
export function runGeneric(call: Call, machine: Machine): Outcome {
  objectToStanding(machine, call);
  objectToNames(machine, call);
  objectToInput(machine, call);
  objectToInner(call, machine);
  return nothing(call.state);
}

/** Arguments that are a command themselves: `foo -- rm -rf x`, `foo 'cd .. && rm x'`. */
function objectToInner({ args, state }: Call, machine: Machine): void {
  const scripts: (() => void)[] = [];
  for (const [at, arg] of args.slice(0, 12).entries()) {
    if (isCommand(arg) && at < args.length - 1)
      scripts.push(() => machine.fields(args.slice(at), state));
    if (isKnown(arg) && /\s/.test(arg) && arg.length < 4_000)
      scripts.push(() => machine.script(arg, state));
  }
  for (const run of scripts) {
    const found = machine.trial(run).find((each) => each.verdict === 'deny');
    if (found !== undefined) machine.object({ ...found, verdict: 'undecidable' });
  }
}

const isCommand = (word: string): boolean =>
  word === 'git' ||
  word === 'cd' ||
  word === 'find' ||
  word === 'xargs' ||
  word === 'env' ||
  word === 'eval' ||
  SHELLS.has(word) ||
  languageOf(word) !== null ||
  WRITERS.has(word) ||
  toolOf(word) !== null ||
  (wrapperOf(word) !== null && !READERS.has(word));
