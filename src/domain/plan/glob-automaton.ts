import { hasChar, onlyCharOf } from './glob-char-set.ts';
import type { CharSet } from './glob-char-set.ts';

/** A nondeterministic automaton over code points. State 0 is the start; states are named by index. */
export interface Automaton {
  readonly states: readonly AutomatonState[];
}

/** One state: where it leads by reading a character, where by reading none, and whether the text may end here. */
export interface AutomatonState {
  readonly edges: readonly AutomatonEdge[];
  readonly skips: readonly number[];
  readonly accepts: boolean;
}

/** Reading any one character of `chars` leads to state `to`. */
export interface AutomatonEdge {
  readonly chars: CharSet;
  readonly to: number;
}

/** Whether `automaton` accepts `text` as a whole. Linear in the text, whatever the automaton. */
export function accepts(automaton: Automaton, text: string): boolean {
  let current = withSkips(automaton, [0]);
  for (const symbol of text) {
    if (current.size === 0) return false;
    current = withSkips(automaton, afterReading(automaton, current, symbol.codePointAt(0) ?? 0));
  }
  return [...current].some((state) => automaton.states[state]?.accepts === true);
}

/**
 * The text that every accepted text starts with, as far as the automaton has no choice.
 * Two automata whose prefixes part ways accept no common text.
 */
export function literalPrefix(automaton: Automaton): string {
  let prefix = '';
  let state = automaton.states[0];
  while (state !== undefined && !state.accepts) {
    const [edge] = state.edges;
    const [skip] = state.skips;
    if (state.edges.length + state.skips.length !== 1) break;
    if (edge !== undefined) {
      const char = onlyCharOf(edge.chars);
      if (char === null) break;
      prefix += char;
    }
    state = automaton.states[edge?.to ?? skip ?? 0];
  }
  return prefix;
}

function afterReading(
  automaton: Automaton,
  states: ReadonlySet<number>,
  char: number,
): readonly number[] {
  const next: number[] = [];
  for (const state of states) {
    for (const { chars, to } of automaton.states[state]?.edges ?? []) {
      if (hasChar(chars, char)) next.push(to);
    }
  }
  return next;
}

/** `states`, and all that can be reached from them without reading. */
function withSkips(automaton: Automaton, states: readonly number[]): ReadonlySet<number> {
  const reached = new Set(states);
  // A set visits what is added while it is being walked, so this reaches the closure.
  for (const state of reached) {
    for (const skip of automaton.states[state]?.skips ?? []) reached.add(skip);
  }
  return reached;
}
