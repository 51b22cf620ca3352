import type { AgentFact, AgentInput } from '../../../ports/agent.ts';
import { textAt } from '../../../domain/json-record.ts';
import type { Desk } from './desk.ts';
import type { DriverConfig } from './driver-config.ts';
import type { Answer, Rpc, RpcError } from './rpc.ts';
import { openSession } from './session.ts';

type Message = Extract<AgentInput, { kind: 'message' }>;

/** What a conversation is held with. */
export interface ConversationDeps {
  readonly rpc: Rpc;
  readonly config: DriverConfig;
  readonly desk: Desk;
  tell(fact: AgentFact): void;
}

/**
 * How it went. `stopped`: a turn ended for another reason than that it was done. `mute`: the last
 * turn ended as if all was well, with nothing said and nothing done.
 */
export type ConversationEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'mute' }
  | { readonly kind: 'stopped'; readonly reason: string }
  | { readonly kind: 'failed'; readonly error: RpcError };

/** One session, from the brief to the end of its last turn. */
export interface Conversation {
  hold(): Promise<ConversationEnd>;
  /** A message: ends the turn at work, and is the next prompt. */
  say(message: Message): void;
  /** Ends the turn at work, and begins no other. */
  stop(): void;
  /** The agent said or did something. */
  stirred(): void;
  /** Messages that nobody will hear any more. */
  rest(): readonly Message[];
}

interface State {
  session: string | null;
  atWork: boolean;
  stopping: boolean;
  stirred: boolean;
  again: NodeJS.Timeout | null;
  readonly messages: Message[];
}

/** Prepares it; `hold` begins it. */
export function makeConversation(deps: ConversationDeps): Conversation {
  const state: State = {
    session: null,
    atWork: false,
    stopping: false,
    stirred: false,
    again: null,
    messages: [],
  };
  return {
    hold: () => hold(deps, state),
    say(message) {
      state.messages.push(message);
      cancel(deps, state);
    },
    stop() {
      state.stopping = true;
      cancel(deps, state);
    },
    stirred: () => void (state.stirred = true),
    rest: () => state.messages.splice(0),
  };
}

async function hold(deps: ConversationDeps, state: State): Promise<ConversationEnd> {
  const opened = await openSession(deps.rpc, deps.config);
  if (!opened.ok) return { kind: 'failed', error: opened.error };
  state.session = opened.session;
  for (let first = true; !state.stopping; first = false) {
    const messages = state.messages.splice(0);
    if (!first && messages.length === 0) break;
    const texts = messages.map(({ text }) => text);
    const turn = prompt(
      deps,
      state,
      [...(first ? [deps.config.brief] : []), ...texts].join('\n\n'),
    );
    for (const { id } of messages) deps.tell({ kind: 'message', id, way: 'resume' });
    const end = endOf(await turn, state);
    // A turn that was ended for a message is no failure, and a message may help after one.
    if (end !== null && (state.messages.length === 0 || end.kind === 'failed')) return end;
  }
  return state.stirred ? { kind: 'done' } : { kind: 'mute' };
}

async function prompt({ rpc }: ConversationDeps, state: State, text: string): Promise<Answer> {
  state.atWork = true;
  state.stirred = false;
  const answer = await rpc.request('session/prompt', {
    sessionId: state.session,
    prompt: [{ type: 'text', text }],
  });
  state.atWork = false;
  if (state.again !== null) clearInterval(state.again);
  state.again = null;
  return answer;
}

/** What a turn's end says, where that is not that it was done. */
function endOf(answer: Answer, state: State): ConversationEnd | null {
  if (!answer.ok) return { kind: 'failed', error: answer.error };
  const reason = textAt(answer.result, 'stopReason') ?? 'unknown';
  if (reason === 'end_turn' || state.stopping) return null;
  return { kind: 'stopped', reason };
}

function cancel({ rpc, desk, config }: ConversationDeps, state: State): void {
  if (!state.atWork || state.again !== null) return;
  const send = (): void => {
    rpc.notify('session/cancel', { sessionId: state.session });
    desk.cancel();
  };
  send();
  state.again = setInterval(send, config.againMs);
}
