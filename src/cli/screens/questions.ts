import { attemptLabel } from '../../domain/ids.ts';
import type { AttemptModel, RunModel } from '../model/run-model.ts';
import { count, roughly } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { printable } from '../text/columns.ts';
import { wrap } from '../text/wrap.ts';
import type { Question } from '../../domain/receipt/agent-fact.ts';

/** A question that waits, with who asks. */
export interface OpenQuestion {
  readonly attempt: AttemptModel;
  readonly question: Question;
}

/** Every question that waits, the one whose time is up first in front. */
export function openQuestions(model: RunModel): readonly OpenQuestion[] {
  return model.tasks
    .flatMap(({ made }) => made)
    .flatMap((attempt) => attempt.asks.map((question) => ({ attempt, question })))
    .toSorted((a, b) => a.question.until - b.question.until);
}

/** What agents ask, and the command that answers; nothing when nobody asks. */
export function questionLines(asked: readonly OpenQuestion[], look: Look): readonly string[] {
  if (asked.length === 0) return [];
  const title = count(asked.length, 'question waits', 'questions wait');
  return [
    look.paint('bold', `${title} for you`),
    '',
    ...asked.flatMap((each) => oneQuestion(each, look)),
    '',
  ];
}

/** The question as one line that asks for an answer. What an agent wrote cannot act on the terminal. */
export const promptText = ({ text, options }: Question): string =>
  printable(`${text}${options.length === 0 ? '' : ` (${options.join(' / ')})`}: `);

function oneQuestion({ attempt, question }: OpenQuestion, look: Look): readonly string[] {
  const label = attemptLabel(attempt.task, attempt.n);
  const left = question.until - look.now;
  const otherwise = `${left > 0 ? `in ${roughly(left)}` : 'now'}: ${question.default}`;
  const choice =
    question.options.length === 0 ? '"…"' : question.options.map(asArgument).join(' | ');
  // Named, since by the time it is typed another question may wait.
  const which = `--question ${asArgument(question.id)}`;
  return [
    ...wrap(`${label} asks: ${question.text}`, look.width, '  ', '    '),
    ...wrap(`fanin answer ${label} ${which} ${choice}`, look.width, '    ').map((line) =>
      look.paint('cyan', line),
    ),
    ...wrap(`unanswered, ${otherwise}`, look.width, '    ').map((line) => look.paint('dim', line)),
  ];
}

/** A word for a shell: it is made to be copied, and an agent chose the words. */
export const asArgument = (text: string): string =>
  /^[\w./:@+-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
