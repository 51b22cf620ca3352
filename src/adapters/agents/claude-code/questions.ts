import type { AgentFact, Question } from '../../../domain/receipt/agent-fact.ts';
import { recordAt, recordsAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { toolCallText } from './tool-text.ts';

/** What a desk acts by. */
export interface DeskDeps {
  /** How long a question waits, in ms. */
  readonly ms: number;
  /** Epoch ms. */
  now(): number;
  tell(fact: AgentFact): void;
  /** Writes a line to the CLI's input. */
  reply(line: string): void;
}

/** Where the CLI's questions wait for a person, each with a time after which its default is given. */
export interface Desk {
  /** A `control_request` of the CLI. */
  take(request: JsonRecord): void;
  /** A request of which nothing but its id can be read: it is refused. */
  refuse(request: string): void;
  /** A person's answer; one to a question that does not wait any more is nothing. */
  answer(question: string, choice: string): void;
  /** The CLI does not want to know any more. */
  cancel(request: string): void;
  /** The session has ended: whatever waits gets its default. */
  close(): void;
}

interface Waiting {
  readonly request: string;
  readonly fallback: string;
  readonly timer: NodeJS.Timeout;
  readonly give: (choice: string) => void;
}

type Asked = Pick<Question, 'kind' | 'text' | 'options' | 'default'>;

const ALLOW = 'allow';
const REFUSE = 'refuse';
/** What a question of meaning gets when nobody answers. */
const DECIDE = 'Nobody is there to answer. Decide yourself, and say what you assumed.';
const TEXT_LENGTH = 4_000;

/** A desk on which nothing waits. */
export function makeDesk(deps: DeskDeps): Desk {
  const waiting = new Map<string, Waiting>();
  let count = 0;
  const ask = (request: string, asked: Asked, give: (choice: string) => void): void => {
    count += 1;
    const id = `q${count}`;
    const until = deps.now() + deps.ms;
    const timer = setTimeout(() => settle(id, asked.default, 'default'), deps.ms);
    waiting.set(id, { request, fallback: asked.default, timer, give });
    deps.tell({ kind: 'question', question: { id, ...asked, until } });
  };
  const settle = (id: string, choice: string, by: 'person' | 'default', unheard = false): void => {
    const found = waiting.get(id);
    if (found === undefined) return;
    waiting.delete(id);
    clearTimeout(found.timer);
    deps.tell({ kind: 'answered', id, choice, by });
    if (!unheard) found.give(choice);
  };
  const drop = (request: string | null): void => {
    for (const [id, { request: of, fallback }] of waiting) {
      if (request === null || of === request) settle(id, fallback, 'default', true);
    }
  };
  const answered = (request: string, response: object): void =>
    deps.reply(controlResponse({ subtype: 'success', request_id: request, response }));
  return {
    take(record) {
      const request = textAt(record, 'request_id') ?? '';
      const wanted = recordAt(record, 'request');
      if (textAt(wanted, 'subtype') !== 'can_use_tool') {
        const error = 'this host answers questions about tools alone';
        deps.reply(controlResponse({ subtype: 'error', request_id: request, error }));
      } else if (textAt(wanted, 'tool_name') === 'AskUserQuestion') {
        clarify(wanted, (asked, give) => ask(request, asked, give)).then(
          (updatedInput) => answered(request, { behavior: 'allow', updatedInput }),
          () => undefined,
        );
      } else {
        ask(request, permissionOf(wanted), (choice) => answered(request, verdict(wanted, choice)));
      }
    },
    refuse: (request) => answered(request, DENIAL),
    answer: (question, choice) => settle(question, choice, 'person'),
    cancel: (request) => drop(request),
    close: () => drop(null),
  };
}

function permissionOf(wanted: JsonRecord): Asked {
  const input = recordAt(wanted, 'input');
  // A person has to see the whole command, not its first line.
  const command = textAt(input, 'command');
  const what = command === null ? toolCallText(wanted, null) : `Bash ${command}`;
  const why = textAt(wanted, 'decision_reason');
  const text = `${what.slice(0, TEXT_LENGTH)}${why === null ? '' : `\n${why}`}`;
  return { kind: 'permission', text, options: [ALLOW, REFUSE], default: REFUSE };
}

const verdict = (wanted: JsonRecord, choice: string): object =>
  choice === ALLOW ? { behavior: 'allow', updatedInput: recordAt(wanted, 'input') } : DENIAL;

const DENIAL = { behavior: 'deny', message: 'This was refused. Do without it.' } as const;

/** Asks each of its questions by itself; resolves with the tool's input, answers added. */
async function clarify(
  wanted: JsonRecord,
  ask: (asked: Asked, give: (choice: string) => void) => void,
): Promise<object> {
  const input = recordAt(wanted, 'input');
  const answers = recordsAt(input, 'questions').map(async (each) => {
    const text = textAt(each, 'question') ?? '';
    const options = recordsAt(each, 'options').flatMap((option) => textAt(option, 'label') ?? []);
    const asked: Asked = { kind: 'clarification', text, options, default: DECIDE };
    const choice = await new Promise<string>((resolve) => ask(asked, resolve));
    return [text, choice] as const;
  });
  return { ...input, answers: Object.fromEntries(await Promise.all(answers)) };
}

const controlResponse = (response: object): string =>
  `${JSON.stringify({ type: 'control_response', response })}\n`;
