import { runFields } from './commands/run.ts';
import { nothing, type Machine, type Outcome } from './machine.ts';
import { redirected } from './redirects.ts';
import type { Argument, SimpleCommand } from './shell.ts';
import { merged, withVariable, type Holding, type State } from './state.ts';
import { withoutPatterns } from './value.ts';
import { fieldLists, wordTexts } from './words.ts';

/** Runs one command, with its redirections, assignments and expansions. */
export function runSimple(machine: Machine, node: SimpleCommand, state: State): Outcome {
  return redirected(machine, node.redirects, state, (inside) => runBare(machine, node, inside));
}

function runBare(machine: Machine, node: SimpleCommand, start: State): Outcome {
  const assigned = node.assignments.reduce((each, one) => assign(machine, one, each), start);
  if (node.arguments.length === 0) {
    // `$(<file)` is what is in the file.
    const reads = node.redirects.some(({ kind }) => kind === 'read');
    return { state: assigned, output: reads ? start.input : [''] };
  }
  const own = new Set([...assigned.exported, ...node.assignments.map(({ name }) => name)]);
  const before = { ...assigned, exported: own };
  const words = node.arguments.map(asWord);
  const after = declared(machine, node.arguments, before);
  let result: Outcome | null = null;
  for (const fields of fieldLists(words, before, machine)) {
    const outcome = runFields(fields, after, machine);
    result =
      result === null
        ? outcome
        : {
            state: merged(result.state, outcome.state),
            output:
              result.output === null || outcome.output === null
                ? null
                : [...new Set([...result.output, ...outcome.output])],
          };
  }
  const { state, output } = result ?? nothing(before);
  return { state: withoutOwn(state, start, node), output };
}

/** Variables set for one command are gone after it. */
function withoutOwn(after: State, before: State, { assignments }: SimpleCommand): State {
  if (assignments.length === 0) return after;
  const variables = new Map(after.variables);
  for (const { name } of assignments) {
    const had = before.variables.get(name);
    if (had === undefined) variables.delete(name);
    else variables.set(name, had);
  }
  return { ...after, variables, exported: before.exported };
}

/** Stands for all names: `set -a`. */
const EVERY = '*';

const DECLARES = new Set(['export', 'declare', 'typeset', 'local', 'readonly']);

/** `export A=b`: assignments among the arguments of some builtins. */
function declared(machine: Machine, given: readonly Argument[], state: State): State {
  const [first, ...rest] = given;
  const name = first?.kind === 'word' ? first.word.source : '';
  if (!DECLARES.has(name)) return state;
  return rest.reduce((each, argument) => {
    if (argument.kind !== 'assignment') return each;
    const assigned = assign(machine, argument.assignment, each);
    return name === 'export' || name === 'declare' || name === 'typeset'
      ? { ...assigned, exported: new Set([...each.exported, argument.assignment.name]) }
      : assigned;
  }, state);
}

/** An assignment that is an argument of an ordinary command is a word like any other. */
const asWord = (argument: Argument) =>
  argument.kind === 'word'
    ? argument.word
    : {
        pieces: [
          { kind: 'text', text: `${argument.assignment.name}=` } as const,
          ...(argument.assignment.value?.pieces ?? []),
        ],
        source: argument.assignment.name,
      };

function assign(machine: Machine, one: SimpleCommand['assignments'][number], state: State): State {
  const { name, value, elements, appends, index } = one;
  if (index !== null) wordTexts(index, state, machine);
  const given: Holding =
    value === null
      ? fieldLists(elements, state, machine)
      : wordTexts(value, state, machine).map((text) => [withoutPatterns(text)]);
  const after = state.exported.has(EVERY)
    ? { ...state, exported: new Set([...state.exported, name]) }
    : state;
  if (!appends) return withVariable(after, name, given);
  const before = state.variables.get(name) ?? [[]];
  const both = before.flatMap((old) =>
    given.map((fields) =>
      value === null || old.length > 1 ? [...old, ...fields] : [(old[0] ?? '') + (fields[0] ?? '')],
    ),
  );
  return withVariable(after, name, both);
}
