import { runFields } from './commands/run.ts';
import type { Ground, World } from './ground.ts';
import { aside, nothing, type Machine, type Outcome, type Watch } from './machine.ts';
import { runSimple } from './simple-command.ts';
import { redirected } from './redirects.ts';
import type { Node, Parse } from './shell.ts';
import {
  merged,
  settled,
  standsAlike,
  startState,
  withVariable,
  type Holding,
  type State,
} from './state.ts';
import { MARK } from './value.ts';
import { gravest, type Objection, type Verdict } from './verdict.ts';
import { fieldLists, wordTexts, type Fields } from './words.ts';

/** More steps than this are not looked at. */
const MOST_STEPS = 6_000;
const MOST_DEPTH = 24;
const MOST_TURNS = 8;
const MOST_TEXT = 200_000;

/** One command line in one place. */
export interface Asked {
  readonly command: string;
  /** Where it would run; absolute. */
  readonly cwd: string;
  readonly ground: Ground;
  readonly world: World;
  readonly parse: Parse;
  readonly watch?: Watch;
}

const NOBODY: Watch = { ran: () => undefined, wrote: () => undefined, filled: () => undefined };

/** Whether a command line may run. Never throws by what it is given. */
export function judgeCommand({ command, cwd, ground, world, parse, watch }: Asked): Verdict {
  const objections: Objection[] = [];
  let steps = 0;
  // What is only tried does not happen.
  let trials = 0;
  const told = watch ?? NOBODY;
  const machine: Machine & { readonly step: () => boolean } = {
    ground,
    world,
    parse,
    depth: { level: 0 },
    watch: {
      ran: (fields, state) => (trials === 0 ? told.ran(fields, state) : undefined),
      wrote: (places, how) => (trials === 0 ? told.wrote(places, how) : undefined),
      filled: (place, text) => (trials === 0 ? told.filled(place, text) : undefined),
    },
    step: () => {
      steps += 1;
      if (steps === MOST_STEPS) objections.push(TOO_LONG);
      return steps < MOST_STEPS;
    },
    object: (each) => void objections.push(each),
    script: (text, state) => script(machine, text, state),
    nodes: (nodes, state) => runNodes(machine, nodes, state),
    fields: (fields, state) => runFields(fields, state, machine),
    trial: (run) => {
      const before = objections.length;
      trials += 1;
      run();
      trials -= 1;
      return objections.splice(before);
    },
  };
  if (/[\uE000-\uE003]/.test(command)) objections.push(UNREADABLE);
  const { state } = script(machine, command, startState(cwd));
  for (const text of state.traps) script(machine, text, { ...state, traps: [] });
  return gravest(objections);
}

type Running = Machine & { readonly step: () => boolean };

const TOO_LONG: Objection = {
  verdict: 'undecidable',
  rule: 'too-long',
  reason: 'The command is too long or too deep to be followed to its end.',
  instead: 'Run it as several shorter commands.',
};

const UNREADABLE: Objection = {
  verdict: 'undecidable',
  rule: 'unreadable',
  reason: 'The command cannot be read as shell.',
  instead: 'Write the command out in full, with all quotes closed.',
};

function script(machine: Running, text: string, state: State): Outcome {
  if (machine.depth.level >= MOST_DEPTH || text.length > MOST_TEXT) {
    machine.object(TOO_LONG);
    return nothing(state);
  }
  const { body, broken } = machine.parse(text);
  if (broken) machine.object(UNREADABLE);
  machine.depth.level += 1;
  try {
    return runNodes(machine, body, state);
  } finally {
    machine.depth.level -= 1;
  }
}

function runNodes(machine: Running, nodes: readonly Node[], start: State): Outcome {
  let state = start;
  let output: readonly string[] | null = [''];
  for (const node of nodes) {
    const outcome = runNode(machine, node, settled(state));
    state = outcome.state;
    output = joinedOutput(output, outcome.output);
  }
  return { state, output };
}

function joinedOutput(
  before: readonly string[] | null,
  after: readonly string[] | null,
): readonly string[] | null {
  if (before === null || after === null) return null;
  const all = before.flatMap((one) => after.map((other) => one + other));
  return all.length > 8 || (all[0]?.length ?? 0) > MOST_TEXT ? null : all;
}

function runNode(machine: Running, node: Node, state: State): Outcome {
  if (!machine.step()) return nothing(state);
  switch (node.kind) {
    case 'simple':
      return runSimple(machine, node, state);
    case 'chain':
      return runChain(machine, node, state);
    case 'pipeline':
      return runPipeline(machine, node.nodes, state);
    case 'background':
      return aside(state, runNode(machine, node.node, state));
    case 'subshell':
      return aside(state, runNodes(machine, node.body, state));
    case 'group':
      return runNodes(machine, node.body, state);
    case 'if':
      return runIf(machine, node, state);
    case 'for':
      return runFor(machine, node, state);
    case 'while':
      return turns(machine, state, (each) => {
        const asked = runNodes(machine, node.condition, each).state;
        return runNodes(machine, node.body, settled(asked)).state;
      });
    case 'case':
      return runCase(machine, node, state);
    case 'function':
      // The shell calls this one by itself.
      if (node.name === 'command_not_found_handle') runNode(machine, node.body, state);
      return nothing({ ...state, functions: new Map(state.functions).set(node.name, node.body) });
    case 'redirected':
      return redirected(machine, node.redirects, state, (each) =>
        runNode(machine, node.node, each),
      );
    case 'words':
      for (const word of node.words) wordTexts(word, state, machine);
      return { state, output: [''] };
  }
}

function runChain(
  machine: Running,
  { first, rest }: Extract<Node, { kind: 'chain' }>,
  start: State,
): Outcome {
  let { state, output } = runNode(machine, first, start);
  for (const { operator, node } of rest) {
    // Behind `&&` the command before it has succeeded.
    const before = operator === '&&' ? { ...state, stayed: [] } : settled(state);
    const stayed = state.stayed;
    const next = runNode(machine, node, before);
    const after = next.state;
    state =
      operator === '&&'
        ? { ...after, stayed: [...new Set([...after.stayed, ...stayed])] }
        : merged(before, after);
    output = operator === '&&' ? joinedOutput(output, next.output) : null;
  }
  return { state, output };
}

/** Each command of a pipeline has a shell of its own, and the output of the one before it. */
function runPipeline(machine: Running, nodes: readonly Node[], start: State): Outcome {
  let { input } = start;
  let output: readonly string[] | null = null;
  let state = start;
  for (const node of nodes) {
    const outcome = aside(state, runNode(machine, node, { ...state, input }));
    state = { ...start, files: outcome.state.files };
    ({ output } = outcome);
    // What is known is all that there is: a pipe without known text is one of unknown text.
    input = output;
  }
  return { state, output };
}

function runIf(
  machine: Running,
  { branches, otherwise }: Extract<Node, { kind: 'if' }>,
  start: State,
): Outcome {
  let state = start;
  let after: State | null = null;
  for (const { condition, body } of branches) {
    const asked = runNodes(machine, condition, state).state;
    const done = runNodes(machine, body, { ...asked, stayed: [] }).state;
    after = after === null ? done : merged(after, done);
    state = settled(asked);
  }
  const last = otherwise === null ? state : runNodes(machine, otherwise, state).state;
  return nothing(after === null ? last : merged(after, last));
}

function runCase(
  machine: Running,
  { word, patterns, bodies }: Extract<Node, { kind: 'case' }>,
  start: State,
): Outcome {
  for (const each of [word, ...patterns]) wordTexts(each, start, machine);
  let state = start;
  for (const body of bodies) state = merged(state, runNodes(machine, body, start).state);
  return nothing(state);
}

function runFor(
  machine: Running,
  { name, words, body }: Extract<Node, { kind: 'for' }>,
  start: State,
): Outcome {
  const lists: readonly Fields[] =
    words === null ? [start.parameters ?? [MARK.any]] : fieldLists(words, start, machine);
  const values = [...new Set(lists.flat())];
  const isShort = lists.length === 1 && values.length <= MOST_TURNS;
  if (isShort) {
    let state = start;
    for (const value of lists[0] ?? []) {
      const before = withVariable(settled(state), name, [[value]]);
      // A value with marks stands for several turns.
      state = /[\uE000-\uE003]/.test(value)
        ? turns(machine, before, (each) => runNodes(machine, body, each).state).state
        : runNodes(machine, body, before).state;
    }
    return nothing(merged(start, state));
  }
  const holding: Holding = values.map((value) => [value]);
  // Many values one by one in a state that they share.
  const states = values.length > 64 ? [[[MARK.any]]] : holding.map((each) => [each]);
  return turns(machine, start, (each) => {
    let state = each;
    for (const one of states)
      state = merged(state, runNodes(machine, body, withVariable(each, name, one)).state);
    return state;
  });
}

/** A loop's body until a further turn changes nothing; a folder that goes on changing is unknown. */
function turns(machine: Running, start: State, turn: (state: State) => State): Outcome {
  let state = start;
  for (let count = 0; count < MOST_TURNS; count += 1) {
    if (!machine.step()) return nothing(state);
    const next = merged(state, settled(turn(state)));
    if (standsAlike(state, next)) return nothing(next);
    state = next;
  }
  const lost = { ...state, cwds: [MARK.any] };
  return nothing(merged(state, turn(lost)));
}
