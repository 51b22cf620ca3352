import type { AgentFact, Question } from '../../../domain/receipt/agent-fact.ts';
import type { Judge } from '../guard-module.ts';
import { recordAt, recordsAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { guardCall } from './guard-call.ts';
import type { OpenCalls } from './open-calls.ts';
import { verdictOn, type Bounds } from './permissions.ts';
import { callText, commandOf, pathsOf, type ToolCall } from './tool-call.ts';

/** What a desk acts by. */
export interface DeskDeps {
  readonly bounds: Bounds;
  readonly calls: Pick<OpenCalls, 'whole'>;
  /** How long a question waits, in ms; 0: nobody is there. */
  readonly ms: number;
  /** The text guard, whose no is one for people too; null: there is none. */
  readonly judge: Judge | null;
  /** Epoch ms. */
  now(): number;
  tell(fact: AgentFact): void;
}

/** Where requests for permission are answered: by the guard, the policy, or a person in time. */
export interface Desk {
  /** A `session/request_permission`; resolves with its answer. */
  take(params: JsonRecord): Promise<JsonRecord>;
  /** A person's answer; one to a question that does not wait any more is nothing. */
  answer(question: string, choice: string): void;
  /** The turn is being cancelled, or all is over: whatever waits is. */
  cancel(): void;
}

interface Waiting {
  readonly fallback: string;
  readonly timer: NodeJS.Timeout;
  readonly settle: (answer: JsonRecord) => void;
  readonly options: readonly Option[];
}

interface Option {
  readonly id: string;
  readonly kind: string;
}

const CANCELLED: JsonRecord = { outcome: { outcome: 'cancelled' } };
/** The default where a request has no option to refuse. */
const CANCEL = 'cancel';
const TEXT_LENGTH = 4_000;

/** A desk on which nothing waits. */
export function makeDesk(deps: DeskDeps): Desk {
  const waiting = new Map<string, Waiting>();
  let count = 0;
  const settle = (
    id: string,
    choice: string,
    by: 'person' | 'default',
    answer: JsonRecord,
  ): void => {
    const found = waiting.get(id);
    if (found === undefined) return;
    waiting.delete(id);
    clearTimeout(found.timer);
    deps.tell({ kind: 'answered', id, choice, by });
    found.settle(answer);
  };
  const ask = (call: ToolCall, options: readonly Option[]): Promise<JsonRecord> => {
    count += 1;
    const id = `q${count}`;
    const question = questionOf(id, call, options, deps.now() + deps.ms);
    const fallback = question.default;
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => settle(id, fallback, 'default', selected(fallback, options)),
        deps.ms,
      );
      waiting.set(id, { fallback, timer, settle: resolve, options });
      deps.tell({ kind: 'question', question });
    });
  };
  return {
    take(params) {
      const call = deps.calls.whole(recordAt(params, 'toolCall'));
      const options = optionsOf(params);
      const asked = guardCall(call, deps.bounds.workspace);
      const refusal = asked === null ? null : (deps.judge?.(asked) ?? null);
      if (refusal !== null) {
        deps.tell({ kind: 'refused', text: `${callText(call, null)}: ${refusal}` });
        return Promise.resolve(selected(defaultOf(options), options));
      }
      const verdict = verdictOn(call, deps.bounds);
      const allowing = firstOf(options, ['allow_once', 'allow_always']);
      if (verdict === 'allow' && allowing !== null)
        return Promise.resolve(selected(allowing, options));
      if (verdict === 'ask' && deps.ms > 0) return ask(call, options);
      for (const fact of refusals(call, verdict)) deps.tell(fact);
      return Promise.resolve(selected(defaultOf(options), options));
    },
    answer(question, choice) {
      const found = waiting.get(question);
      if (found === undefined) return;
      const known = found.options.some(({ id }) => id === choice);
      const chosen = known ? choice : found.fallback;
      settle(question, chosen, 'person', selected(chosen, found.options));
    },
    cancel() {
      for (const [id, { fallback }] of waiting) settle(id, fallback, 'default', CANCELLED);
    },
  };
}

const optionsOf = (params: JsonRecord): readonly Option[] =>
  recordsAt(params, 'options').flatMap((option) => {
    const id = textAt(option, 'optionId');
    return id === null ? [] : [{ id, kind: textAt(option, 'kind') ?? '' }];
  });

function firstOf(options: readonly Option[], kinds: readonly string[]): string | null {
  const found = kinds.map((kind) => options.find((option) => option.kind === kind)?.id);
  return found.find((id) => id !== undefined) ?? null;
}

const defaultOf = (options: readonly Option[]): string =>
  firstOf(options, ['reject_once', 'reject_always']) ?? CANCEL;

const selected = (id: string, options: readonly Option[]): JsonRecord =>
  options.some((option) => option.id === id)
    ? { outcome: { outcome: 'selected', optionId: id } }
    : CANCELLED;

function questionOf(
  id: string,
  call: ToolCall,
  options: readonly Option[],
  until: number,
): Question {
  const ids = options.map((option) => option.id);
  const fallback = defaultOf(options);
  return {
    id,
    kind: 'permission',
    text: wholeText(call),
    options: ids.includes(fallback) ? ids : [...ids, fallback],
    default: fallback,
    until,
  };
}

/** A person has to see the whole command, and every file. */
function wholeText(call: ToolCall): string {
  const command = commandOf(call);
  const what = [textAt(call, 'kind') ?? 'other', command ?? textAt(call, 'title') ?? 'a tool'];
  return [what.join(': '), ...pathsOf(call)].join('\n').slice(0, TEXT_LENGTH);
}

function refusals(call: ToolCall, verdict: 'allow' | 'ask' | 'refuse'): readonly AgentFact[] {
  const text = callText(call, null);
  if (verdict === 'allow')
    return [{ kind: 'refused', text: `${text}: it offers no way to allow it` }];
  if (verdict === 'ask')
    return [
      { kind: 'refused', text: `${text}: it needs approval, and nobody is there to give it` },
    ];
  // The decoder tells a call to delegate that came to nothing.
  return [];
}
