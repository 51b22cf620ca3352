import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import { recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';

/** Joins the pieces in which an agent's words come. */
export interface Speech {
  /** A piece. What came before it is told when it is of another message. */
  piece(update: JsonRecord): readonly AgentFact[];
  /** The message is over. */
  end(): readonly AgentFact[];
}

/** As much of one message is kept, in characters. */
const MESSAGE_MAX = 200_000;

/** Nothing has been said. */
export function makeSpeech(): Speech {
  let message: string | null = null;
  let text = '';
  const end = (): readonly AgentFact[] => {
    const said = text.trim();
    text = '';
    return said === '' ? [] : [{ kind: 'said', text: said }];
  };
  return {
    piece(update) {
      const id = textAt(update, 'messageId');
      const before = id === message ? [] : end();
      message = id;
      text = `${text}${textAt(recordAt(update, 'content'), 'text') ?? ''}`.slice(0, MESSAGE_MAX);
      return before;
    },
    end,
  };
}
