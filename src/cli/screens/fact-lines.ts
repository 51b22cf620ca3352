import type { AgentFact, MessageWay, Question } from '../../domain/receipt/agent-fact.ts';
import { TROUBLE_WORDS } from '../../domain/receipt/trouble.ts';
import { dollars, tokens } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';

/** What an agent's output told, for a person; nothing for what repeats itself all the time. */
export function factLines(fact: AgentFact, look: Look): readonly string[] {
  switch (fact.kind) {
    case 'identity':
      return dim(
        [fact.version, fact.model, fact.session].filter((part) => part !== null).join(' · '),
        look,
      );
    case 'said':
      return paragraphs(fact.text, look);
    case 'tool':
      return wrap(fact.text, look.width, '› ', '    ').map((line) => look.paint('cyan', line));
    case 'command':
      return wrap(
        `${fact.argv}${fact.exit === null ? '' : `  (exit ${fact.exit})`}`,
        look.width,
        '$ ',
        '    ',
      ).map((line) => look.paint(fact.exit === 0 ? 'plain' : 'yellow', line));
    case 'refused':
      return wrap(fact.text, look.width, '! refused: ', '    ').map((line) =>
        look.paint('yellow', line),
      );
    case 'result':
      return [
        ...dim(
          `${fact.failed ? 'ended with a failure' : 'ended'}${fact.costUsd === null ? '' : ` · ${dollars(fact.costUsd)}`}`,
          look,
        ),
        ...paragraphs(fact.text, look),
      ];
    case 'unknown':
      return dim(`(not understood: ${fact.what})`, look);
    case 'sub-agent':
      return wrap(`sub-agent ${fact.phase}: ${fact.name}`, look.width, '» ', '    ').map((line) =>
        look.paint(fact.phase === 'refused' ? 'yellow' : 'cyan', line),
      );
    case 'message':
      return dim(`(message ${fact.id} ${MESSAGE_WORDS[fact.way]})`, look);
    case 'question':
      return wrap(questionText(fact.question), look.width, '? ', '    ').map((line) =>
        look.paint('yellow', line),
      );
    case 'answered':
      return dim(`(answered: ${fact.choice}${fact.by === 'default' ? ', by default' : ''})`, look);
    case 'trouble':
      return wrap(`${TROUBLE_WORDS[fact.code]}: ${fact.text}`, look.width, '! ', '    ').map(
        (line) => look.paint(fact.fatal ? 'red' : 'yellow', line),
      );
    case 'usage':
    case 'request':
    case 'transcript':
      return [];
  }
}

/** The tokens of the last usage fact, for the end of a log. */
export function usageLine(facts: readonly AgentFact[], look: Look): readonly string[] {
  const last = facts.findLast((fact) => fact.kind === 'usage');
  if (last?.kind !== 'usage') return [];
  const { input, cacheRead, cacheWrite, output } = last.usage;
  return dim(`${tokens(input + cacheRead + cacheWrite + output)} tokens`, look);
}

/** What became of a message, after its name. */
export const MESSAGE_WORDS: Readonly<Record<MessageWay, string>> = {
  'mid-turn': 'was taken within the turn',
  resume: 'ended the turn, and the session went on with it',
  'too-late': 'came too late',
};

const questionText = ({ text, options, default: otherwise }: Question): string =>
  `${text}${options.length === 0 ? '' : ` (${options.join(' / ')})`}; unanswered: ${otherwise}`;

const dim = (text: string, look: Look): readonly string[] =>
  text === '' ? [] : wrap(text, look.width).map((line) => look.paint('dim', line));

const paragraphs = (text: string, look: Look): readonly string[] =>
  text.trim() === ''
    ? []
    : text
        .trim()
        .split('\n')
        .flatMap((line) => wrap(line, look.width));
