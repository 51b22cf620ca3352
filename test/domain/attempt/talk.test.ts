import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openQuestions } from '../../../src/domain/attempt/talk.ts';
import type { Question } from '../../../src/domain/receipt/agent-fact.ts';
import type { RunEvent } from '../../../src/domain/run/events.ts';
import { attemptState, talkOf } from '../../../src/domain/run/state.ts';
import { planOf, taskOf } from '../../support/plans.ts';
import {
  exited,
  harvestOf,
  prepared,
  settle,
  START,
  started,
  startedRun,
} from '../../support/run-driver.ts';
import type { RunDriver } from '../../support/run-driver.ts';

const by = 'ada';
const question: Question = {
  id: 'q1',
  kind: 'permission',
  text: 'May I run make?',
  options: ['allow', 'refuse'],
  default: 'refuse',
  until: START + 60_000,
};
const running = (): { readonly driver: RunDriver; readonly attempt: string } => {
  const driver = startedRun(planOf([taskOf('a')]));
  prepared(driver, 'a');
  started(driver, 'a');
  return { driver, attempt: driver.attempt('a').id };
};
const types = (events: readonly RunEvent[]): readonly string[] => events.map(({ type }) => type);
const tells = (driver: RunDriver) =>
  driver.pending().filter(({ effect }) => effect.kind === 'tell');
const talk = (driver: RunDriver, attempt: string) => talkOf(driver.state, attempt);

const answerIfOpen = (driver: RunDriver, attempt: string): void => {
  const open = talk(driver, attempt).questions.some(({ answer }) => answer === null);
  const command = { type: 'answer', attempt, question: 'q1', choice: 'allow', by } as const;
  if (open) driver.send(command);
  else driver.refusal(command);
};

describe('what is said to an agent', () => {
  it('is told to it, and what became of it is known', () => {
    const { driver, attempt } = running();
    const events = driver.send({ type: 'steer', attempt, text: 'Stop that.', by });
    expect(types(events)).toEqual(['attempt.steered', 'effect.intended']);
    expect(tells(driver)).toMatchObject([
      { effect: { attempt, input: { kind: 'message', id: 'said-1', text: 'Stop that.' } } },
    ]);
    settle(driver, 'tell', 'a', { kind: 'tell', sent: true });
    expect(talk(driver, attempt).messages).toMatchObject([{ id: 'said-1', way: null }]);
    const told = { type: 'told', attempt, message: 'said-1', way: 'resume' } as const;
    expect(types(driver.send(told))).toEqual(['attempt.message-taken']);
    expect(driver.send(told)).toEqual([]);
    expect(talk(driver, attempt).messages).toMatchObject([{ way: 'resume', by }]);
  });

  it('comes too late when the agent takes no input any more', () => {
    const { driver, attempt } = running();
    driver.send({ type: 'steer', attempt, text: 'x', by });
    settle(driver, 'tell', 'a', { kind: 'tell', sent: false });
    expect(talk(driver, attempt).messages).toMatchObject([{ way: 'too-late' }]);
  });

  it('came too late when the agent ended without a word about it', () => {
    const { driver, attempt } = running();
    driver.send({ type: 'steer', attempt, text: 'first', by });
    driver.send({ type: 'steer', attempt, text: 'second', by });
    exited(driver, 'a');
    settle(driver, 'harvest', 'a', {
      kind: 'harvest',
      harvest: harvestOf(attempt),
      trouble: null,
      messages: [{ id: 'said-2', way: 'mid-turn' }],
      spent: null,
    });
    expect(talk(driver, attempt).messages.map(({ way }) => way)).toEqual(['too-late', 'mid-turn']);
  });

  it('was taken when its agent says so, though an engine could not say it again', () => {
    const { driver, attempt } = running();
    driver.send({ type: 'steer', attempt, text: 'x', by });
    exited(driver, 'a');
    settle(driver, 'tell', 'a', { kind: 'tell', sent: false });
    expect(talk(driver, attempt).messages).toMatchObject([{ way: 'too-late' }]);
    settle(driver, 'harvest', 'a', {
      kind: 'harvest',
      harvest: harvestOf(attempt),
      trouble: null,
      messages: [{ id: 'said-1', way: 'mid-turn' }],
      spent: null,
    });
    expect(talk(driver, attempt).messages).toMatchObject([{ way: 'mid-turn' }]);
  });

  it.each([
    ['nothing in it', { text: '  ' }, 'empty-message'],
    ['nobody there', { attempt: 'r1-z-1' }, 'no-attempt'],
  ])('is refused: %s', (_, more, code) => {
    const { driver, attempt } = running();
    const refused = driver.refusal({ type: 'steer', attempt, text: 'x', by, ...more });
    expect(refused.code).toBe(code);
  });

  it('is refused once the agent is gone', () => {
    const { driver, attempt } = running();
    exited(driver, 'a');
    const refused = driver.refusal({ type: 'steer', attempt, text: 'x', by });
    expect(refused.code).toBe('attempt-not-running');
  });
});

describe('what an agent asks', () => {
  it('waits for a person, whose answer is told', () => {
    const { driver, attempt } = running();
    expect(types(driver.send({ type: 'asked', attempt, question }))).toEqual(['attempt.asked']);
    expect(driver.send({ type: 'asked', attempt, question })).toEqual([]);
    const answer = { type: 'answer', attempt, question: 'q1', choice: 'allow', by } as const;
    expect(types(driver.send(answer))).toEqual(['attempt.answered', 'effect.intended']);
    expect(tells(driver)).toMatchObject([
      { effect: { input: { kind: 'answer', question: 'q1', choice: 'allow' } } },
    ]);
    expect(driver.refusal(answer)).toMatchObject({
      code: 'question-answered',
      message: 'the question was answered already: allow (ada)',
    });
  });

  it('gets its default when nobody answers, and nobody can answer any more', () => {
    const { driver, attempt } = running();
    driver.send({ type: 'asked', attempt, question });
    const events = driver.send({ type: 'answered', attempt, question: 'q1', choice: 'refuse' });
    expect(types(events)).toEqual(['attempt.answered']);
    const late = driver.refusal({ type: 'answer', attempt, question: 'q1', choice: 'allow', by });
    expect(late.message).toContain('nobody in time');
  });

  it.each([
    ['a choice it does not offer', { choice: 'perhaps' }, 'bad-answer'],
    ['a question it has not asked', { question: 'q9' }, 'no-question'],
  ])('is not answered with %s', (_, more, code) => {
    const { driver, attempt } = running();
    driver.send({ type: 'asked', attempt, question });
    const answer = {
      type: 'answer',
      attempt,
      question: 'q1',
      choice: 'allow',
      by,
      ...more,
    } as const;
    expect(driver.refusal(answer).code).toBe(code);
  });

  it('is not answered when its time is up: its agent went on with the default', () => {
    const { driver, attempt } = running();
    driver.send({ type: 'asked', attempt, question });
    driver.now = question.until;
    const late = driver.refusal({ type: 'answer', attempt, question: 'q1', choice: 'allow', by });
    expect(late).toMatchObject({ code: 'question-answered' });
    expect(late.message).toContain('its default: refuse');
  });

  it('waits for nobody once its agent is gone', () => {
    const { driver, attempt } = running();
    driver.send({ type: 'asked', attempt, question });
    const asks = (): number => openQuestions(driver.attempt('a'), talk(driver, attempt)).length;
    expect(asks()).toBe(1);
    exited(driver, 'a');
    expect(asks()).toBe(0);
  });

  it('may be answered with any text where it offers no choices', () => {
    const { driver, attempt } = running();
    driver.send({ type: 'asked', attempt, question: { ...question, options: [] } });
    const events = driver.send({ type: 'answer', attempt, question: 'q1', choice: 'blue', by });
    expect(types(events)).toContain('attempt.answered');
  });

  it('is asked and answered once, whatever is told how often', () => {
    const heard = fc.constantFrom('asked', 'answered', 'answer');
    fc.assert(
      fc.property(fc.array(heard, { maxLength: 12 }), (steps) => {
        const { driver, attempt } = running();
        for (const step of steps) {
          if (step === 'asked') driver.send({ type: 'asked', attempt, question });
          else if (step === 'answered')
            driver.send({ type: 'answered', attempt, question: 'q1', choice: 'refuse' });
          else answerIfOpen(driver, attempt);
        }
        const { questions } = talk(driver, attempt);
        expect(questions.length).toBe(steps.includes('asked') ? 1 : 0);
        expect(attemptState(driver.state, attempt).phase).toBe('running');
      }),
    );
  });
});
