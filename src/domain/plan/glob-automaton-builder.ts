import type { Automaton, AutomatonEdge } from './glob-automaton.ts';
import type { CharSet } from './glob-char-set.ts';

/**
 * An automaton under construction; its start state is there from the beginning.
 * Whoever extends a state may only add ways *out of* it: a state that already stands for "what was read
 * so far" must not become reachable by anything else, or alternatives that share it would mix.
 * Loops are therefore made together with a new state.
 */
export interface AutomatonBuilder {
  /** A new state, reached by reading one character of `chars` in state `from`. */
  readonly read: (from: number, chars: CharSet) => number;
  /** A new state, reached from each of `from` without reading. */
  readonly join: (from: readonly number[]) => number;
  /** As `join` of `from` alone, and the new state leads back to itself by reading one of `chars`. */
  readonly loop: (from: number, chars: CharSet) => number;
  /** Lets `from` lead to the existing state `to`: by reading one of `chars`, or by nothing when null. */
  readonly link: (from: number, to: number, chars: CharSet | null) => void;
  /** Lets the text end in `state`. */
  readonly accept: (state: number) => void;
  /** What was built so far. */
  readonly build: () => Automaton;
}

/** An automaton with a start state and nothing else. */
export function automatonBuilder(): AutomatonBuilder {
  const states: OpenState[] = [];
  const add = (): number => states.push({ edges: [], skips: [], accepts: false }) - 1;
  const link = (from: number, to: number, chars: CharSet | null): void => {
    if (chars === null) states[from]?.skips.push(to);
    else states[from]?.edges.push({ chars, to });
  };
  const reach = (from: readonly number[], chars: CharSet | null): number => {
    const state = add();
    for (const source of from) link(source, state, chars);
    return state;
  };
  add();
  return {
    read: (from, chars) => reach([from], chars),
    join: (from) => reach(from, null),
    loop: (from, chars) => {
      const state = reach([from], null);
      link(state, state, chars);
      return state;
    },
    link,
    accept: (state) => {
      const open = states[state];
      if (open !== undefined) open.accepts = true;
    },
    build: () => ({ states }),
  };
}

interface OpenState {
  readonly edges: AutomatonEdge[];
  readonly skips: number[];
  accepts: boolean;
}
