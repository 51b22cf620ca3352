import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import type { LegEnd } from '../../process/leg.ts';
import { makeDecoder } from './decoder.ts';

type UsageFact = Extract<AgentFact, { kind: 'usage' }>;
type SubAgentFact = Extract<AgentFact, { kind: 'sub-agent' }>;
type TroubleFact = Extract<AgentFact, { kind: 'trouble' }>;

/** Hears the same lines as fanin, so that the driver can tell at the end what they leave open. */
export interface Witness {
  heard(line: string): void;
  session(): string | null;
  /** The last totals that were printed. */
  printed(): UsageFact | null;
  /** The ends of sub-agents of which none was printed. */
  subAgentEnds(): readonly SubAgentFact[];
  /** What the session failed of, if its last word was a failure. */
  fatal(end: LegEnd, errors: string): readonly AgentFact[];
}

/** One that has heard nothing. */
export function makeWitness(): Witness {
  const decoder = makeDecoder();
  const atWork = new Map<string, SubAgentFact>();
  let session: string | null = null;
  let printed: UsageFact | null = null;
  let trouble: TroubleFact | null = null;
  let failed: boolean | null = null;
  let text = '';
  const note = (fact: AgentFact): void => {
    switch (fact.kind) {
      case 'identity':
        session = fact.session ?? session;
        return;
      case 'usage':
        printed = fact;
        return;
      case 'sub-agent':
        if (fact.phase === 'started') atWork.set(fact.id, fact);
        else atWork.delete(fact.id);
        return;
      case 'trouble':
        trouble = fact;
        return;
      case 'result':
        failed = fact.failed;
        text = fact.text;
        // A retry that helped, or a sub-agent's trouble that the main agent got over.
        if (!failed) trouble = null;
        return;
      default:
    }
  };
  return {
    heard: (line) => decoder.feed(line).forEach(note),
    session: () => session,
    printed: () => printed,
    subAgentEnds: () => [...atWork.values()].map((fact) => ({ ...fact, phase: 'ended' })),
    fatal(end, errors) {
      // A program that was not started, or was killed, is told by how it ended.
      if (end.failure !== null || end.signal !== null || failed === false) return [];
      if (failed === null) return [endedEarly(end.code, errors)];
      const why = text === '' ? 'its last turn failed' : text;
      const told = trouble ?? ({ kind: 'trouble', code: 'agent-failed', text: why } as const);
      return [{ ...told, fatal: true }];
    },
  };
}

function endedEarly(code: number | null, errors: string): AgentFact {
  const said = errors.trim().split('\n').at(-1) ?? '';
  const text = `it ended with ${code ?? 'no code'} before it had a result`;
  return {
    kind: 'trouble',
    code: code === 0 ? 'agent-protocol-error' : 'agent-failed',
    text: said === '' ? text : `${text}: ${said.slice(0, 300)}`,
    fatal: true,
  };
}
