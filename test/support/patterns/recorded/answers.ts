import type { Step } from '../scenario.ts';
import type { RecordedScenario } from './scenario.ts';

/** What the model says to one request of an agent: all steps of one minute are one answer. */
export interface Answer {
  readonly kind: 'answer';
  readonly agent: string;
  readonly at: number;
  /** When its calls are to be over; null: nobody waits for them. */
  readonly until: number | null;
  readonly steps: readonly Step[];
  /** Said in front of the calls. */
  readonly said: string | null;
}

/** An agent goes on only when it has been told of a sub-agent's end. */
export interface Take {
  readonly kind: 'take';
  readonly agent: string;
  readonly at: number;
  readonly child: string;
  readonly steps: readonly Step[];
}

/** What is to be said, by agent and in the order of time. */
export interface Parts {
  readonly items: readonly (Answer | Take)[];
  /** The minute in which the program is ended from outside; null: it comes to its own end. */
  readonly endAt: number | null;
}

/** Steps that end an agent's turn. */
export const isLast = ({ steps }: Answer): boolean =>
  steps.some(({ verb }) => verb === 'done' || verb === 'final' || verb === 'fail');

/** A scenario as answers of a model. */
export function partsOf({ steps }: RecordedScenario): Parts {
  const items: (Answer | Take)[] = [];
  const open = new Map<string, Answer>();
  const said = new Map<string, string>();
  for (const step of steps.toSorted((a, b) => a.at - b.at)) {
    const { agent, at, verb } = step;
    if (verb === 'end') continue;
    if (verb === 'say') {
      said.set(agent, step.text ?? '');
      continue;
    }
    if (verb === 'take') {
      items.push({ kind: 'take', agent, at, child: step.args, steps: [step] });
      open.delete(agent);
      continue;
    }
    const had = open.get(agent);
    const joins = had !== undefined && had.at === at && !isLast(had) && !ENDS.has(verb);
    const made: Answer = {
      kind: 'answer',
      agent,
      at,
      until: isWaited(step) ? Math.max(had?.until ?? at, step.until ?? at) : null,
      steps: [...(joins ? had.steps : []), step],
      said: joins ? had.said : (said.get(agent) ?? null),
    };
    if (joins) items.splice(items.indexOf(had), 1, made);
    else items.push(made);
    said.delete(agent);
    open.set(agent, made);
  }
  return { items, endAt: steps.find(({ verb }) => verb === 'end')?.at ?? null };
}

const ENDS = new Set(['done', 'final', 'fail']);

const isWaited = ({ verb }: Step): boolean => verb !== 'wait';
