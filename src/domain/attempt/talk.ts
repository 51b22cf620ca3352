import type { Failure } from '../failure.ts';
import { failure } from '../failure.ts';
import type { AttemptId } from '../ids.ts';
import type { MessageWay, Question } from '../receipt/agent-fact.ts';
import type { Result } from '../result.ts';
import { err, ok } from '../result.ts';
import type { Attempt } from './attempt.ts';
import type { AttemptEvent } from './events.ts';

/** What people said to an agent and what it asked them. */
export interface Talk {
  readonly messages: readonly SaidToAgent[];
  readonly questions: readonly AskedByAgent[];
}

/** `way` null: on its way, or nobody has heard that it was taken. */
export interface SaidToAgent {
  readonly id: string;
  readonly text: string;
  readonly by: string;
  readonly way: MessageWay | null;
}

/** `answer` null: it waits. Times in epoch ms. */
export interface AskedByAgent {
  readonly question: Question;
  readonly at: number;
  readonly answer: {
    readonly choice: string;
    readonly by: string | null;
    readonly at: number;
  } | null;
}

/** Nothing was said. */
export const NO_TALK: Talk = { messages: [], questions: [] };

/** The talk after `event`; most events say nothing. */
export const evolveTalk = (talk: Talk, event: AttemptEvent): Talk => {
  switch (event.type) {
    case 'attempt.steered': {
      const { message: id, text, by } = event;
      return { ...talk, messages: [...talk.messages, { id, text, by, way: null }] };
    }
    case 'attempt.message-taken':
      return {
        ...talk,
        messages: talk.messages.map((each) =>
          each.id === event.message ? { ...each, way: event.way } : each,
        ),
      };
    case 'attempt.asked':
      return {
        ...talk,
        questions: [...talk.questions, { question: event.question, at: event.at, answer: null }],
      };
    case 'attempt.answered': {
      const { choice, by, at } = event;
      return {
        ...talk,
        questions: talk.questions.map((each) =>
          each.question.id === event.question ? { ...each, answer: { choice, by, at } } : each,
        ),
      };
    }
    default:
      return talk;
  }
};

/** Questions that still wait for an answer, while there is an agent to be told. */
export const openQuestions = (attempt: Attempt, talk: Talk): readonly Question[] =>
  !takesInput(attempt)
    ? []
    : talk.questions.flatMap(({ question, answer }) => (answer === null ? [question] : []));

const takesInput = ({ phase }: Attempt): boolean => phase === 'running' || phase === 'wrapping-up';

type Decision = Result<readonly AttemptEvent[], Failure>;

/** A person tells a running agent something. */
export const decideSteer = (
  attempt: Attempt,
  talk: Talk,
  { text, by, now }: { readonly text: string; readonly by: string; readonly now: number },
): Decision => {
  const asleep = notRunning(attempt, 'to be told anything');
  if (asleep !== null) return err(asleep);
  if (text.trim() === '')
    return err(
      failure('empty-message', 'there is nothing in the message', { hint: 'say something' }),
    );
  const message = `said-${talk.messages.length + 1}`;
  return ok([{ type: 'attempt.steered', at: now, attempt: attempt.id, message, text, by }]);
};

/** A person answers a question. The first answer stands. */
export const decideAnswer = (
  attempt: Attempt,
  talk: Talk,
  given: {
    readonly question: string;
    readonly choice: string;
    readonly by: string;
    readonly now: number;
  },
): Decision => {
  const asleep = notRunning(attempt, 'to be answered');
  if (asleep !== null) return err(asleep);
  const asked = talk.questions.find(({ question }) => question.id === given.question);
  if (asked === undefined)
    return err(
      failure('no-question', `${labelOf(attempt)} has asked no question ${given.question}`, {
        hint: 'fanin review shows what waits',
      }),
    );
  if (asked.answer !== null)
    return err(
      failure(
        'question-answered',
        `the question was answered already: ${asked.answer.choice} (${asked.answer.by ?? 'nobody in time, so its default'})`,
      ),
    );
  const { options, until, default: otherwise } = asked.question;
  if (given.now >= until)
    return err(
      failure(
        'question-answered',
        `the time of the question was up, and it got its default: ${otherwise}`,
      ),
    );
  if (options.length > 0 && !options.includes(given.choice))
    return err(
      failure('bad-answer', `${JSON.stringify(given.choice)} is no answer to this question`, {
        hint: `one of: ${options.join(', ')}`,
      }),
    );
  return ok([answered(attempt.id, given)]);
};

/** The agent asks; told again, it changes nothing. */
export const decideAsked = (
  attempt: Attempt,
  talk: Talk,
  question: Question,
  now: number,
): readonly AttemptEvent[] =>
  attempt.phase === 'ended' || talk.questions.some((asked) => asked.question.id === question.id)
    ? []
    : [{ type: 'attempt.asked', at: now, attempt: attempt.id, question }];

/** The agent went on with an answer: by default, unless a person's is known. */
export const decideAnsweredByDefault = (
  attempt: Attempt,
  talk: Talk,
  {
    question,
    choice,
    now,
  }: { readonly question: string; readonly choice: string; readonly now: number },
): readonly AttemptEvent[] =>
  talk.questions.some((asked) => asked.question.id === question && asked.answer === null)
    ? [answered(attempt.id, { question, choice, by: null, now })]
    : [];

/**
 * The agent has taken a message; told again, it changes nothing. Its word goes over a `too-late`: an
 * engine that was killed after it had sent a message sends it again, maybe when the agent is gone.
 */
export const decideTaken = (
  attempt: Attempt,
  talk: Talk,
  {
    message,
    way,
    now,
  }: { readonly message: string; readonly way: MessageWay; readonly now: number },
): readonly AttemptEvent[] =>
  talk.messages.some(
    ({ id, way: known }) =>
      id === message && (known === null || (known === 'too-late' && way !== 'too-late')),
  )
    ? [{ type: 'attempt.message-taken', at: now, attempt: attempt.id, message, way }]
    : [];

const answered = (
  attempt: AttemptId,
  given: {
    readonly question: string;
    readonly choice: string;
    readonly by: string | null;
    readonly now: number;
  },
): AttemptEvent => ({
  type: 'attempt.answered',
  at: given.now,
  attempt,
  question: given.question,
  choice: given.choice,
  by: given.by,
});

const notRunning = (attempt: Attempt, what: string): Failure | null => {
  if (takesInput(attempt)) return null;
  const phase = attempt.phase === 'ended' ? 'over' : attempt.phase;
  return failure(
    attempt.phase === 'ended' ? 'attempt-ended' : 'attempt-not-running',
    `${labelOf(attempt)} is ${phase}; there is no agent ${what}`,
  );
};

const labelOf = ({ task, n }: Attempt): string => `${task}#${n}`;
