import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import {
  isRecord,
  recordAt,
  recordsAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';
import type { DriverConfig } from './driver-config.ts';
import type { Mailbox, Message } from './mailbox.ts';
import { NOT_WANTED } from './manifest.ts';
import type { Answer, Rpc } from './rpc.ts';
import { followTools, type OpenTools } from './open-tools.ts';
import { followSubAgents, type SubAgents } from './sub-agents.ts';

/** What a conversation is held with. */
export interface ConversationDeps {
  readonly rpc: Rpc;
  readonly config: DriverConfig;
  readonly mailbox: Mailbox;
  readonly tell: (fact: AgentFact) => void;
}

/** How it went: `failed` has been told in the output, `broken` has not. */
export type ConversationEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'broken'; readonly message: string };

/** One session with the app server, from the brief to the end of its last turn. */
export interface Conversation {
  readonly subAgents: SubAgents;
  /** Where the session's own file lies, and its thread; null before there is one. */
  session(): { readonly thread: string; readonly path: string } | null;
  hold(): Promise<ConversationEnd>;
  notified(method: string, params: JsonRecord): void;
  /** Messages wait in the mailbox: they go into the turn at work. */
  steer(): void;
  /** Ends the turn at work, and those of sub-agents; settles when the server has heard. */
  interrupt(): Promise<void>;
  /** The server is gone. */
  gone(): void;
  /**
   * An answer of the model may have been under way when a message or an end came: Codex then drops
   * it, and its tokens are told nowhere.
   */
  droppedAnswer(): boolean;
}

interface State {
  thread: string | null;
  path: string;
  /** The turn at work, and what waits for its end (its status, or null when the server is gone). */
  turn: string | null;
  turnEnded: (status: string | null) => void;
  /** Messages that the server has not answered yet, or long since. */
  readonly steering: Promise<void>[];
  readonly tools: OpenTools;
  dropped: boolean;
}

/** Prepares it; `hold` begins it. */
export function makeConversation(deps: ConversationDeps): Conversation {
  const state: State = {
    thread: null,
    path: '',
    turn: null,
    turnEnded: () => undefined,
    steering: [],
    tools: followTools(),
    dropped: false,
  };
  const subAgents = followSubAgents();
  const steer = (): void => {
    if (state.turn !== null) for (const each of deps.mailbox.send()) steerBy(deps, state, each);
  };
  return {
    subAgents,
    session: () => (state.thread === null ? null : { thread: state.thread, path: state.path }),
    hold: () => hold(deps, state, { subAgents, steer }),
    notified: (method, params) => {
      subAgents.feed(method, params);
      state.tools.feed(method, params);
      if (textAt(params, 'threadId') === state.thread) ownThread(deps, state, { method, params });
    },
    steer,
    interrupt: async () => {
      const { thread, turn } = state;
      const own = thread === null || turn === null ? [] : [{ thread, turn }];
      const all = [...own, ...subAgents.active()];
      if (all.some((each) => !state.tools.busy(each.thread))) state.dropped = true;
      await Promise.all(
        all.flatMap(({ thread: threadId, turn: turnId }) =>
          turnId === null ? [] : [deps.rpc.request('turn/interrupt', { threadId, turnId })],
        ),
      );
    },
    gone: () => state.turnEnded(null),
    droppedAnswer: () => state.dropped,
  };
}

async function hold(
  deps: ConversationDeps,
  state: State,
  { subAgents, steer }: Pick<Conversation, 'subAgents' | 'steer'>,
): Promise<ConversationEnd> {
  const broken = await open(deps, state);
  if (broken !== null) return { kind: 'broken', message: broken };
  subAgents.root(state.thread ?? '');
  let messages: readonly Message[] = [];
  for (let text = deps.config.brief; ; text = messages.map((each) => each.text).join('\n\n')) {
    const ended = new Promise<string | null>((resolve) => (state.turnEnded = resolve));
    const started = await deps.rpc.request('turn/start', turnParams(deps.config, state, text));
    if (!started.ok) return { kind: 'broken', message: started.message };
    for (const { id } of messages) tellSeen(deps, id, 'resume');
    state.turn = textAt(recordAt(started.result, 'turn'), 'id');
    steer();
    const status = await ended;
    state.turn = null;
    if (status === null) return { kind: 'broken', message: 'the app server ended in mid-turn' };
    if (status !== 'completed') return { kind: 'failed' };
    await Promise.all(state.steering.splice(0));
    // What was sent and not seen came after the turn's last look.
    deps.mailbox.back();
    messages = deps.mailbox.send();
    if (messages.length === 0) return { kind: 'done' };
  }
}

/** Opens the session; what went wrong, or null. */
async function open({ rpc, config }: ConversationDeps, state: State): Promise<string | null> {
  const greeted = await rpc.request('initialize', {
    clientInfo: { name: 'fanin', title: 'fanin', version: '1' },
    capabilities: {
      experimentalApi: false,
      requestAttestation: false,
      optOutNotificationMethods: NOT_WANTED,
    },
  });
  if (!greeted.ok) return greeted.message;
  rpc.notify('initialized');
  const foreign = config.hooked ? await foreignHook(rpc, config.workspace) : null;
  if (foreign !== null) return foreign;
  const opened = await rpc.request('thread/start', {
    ...(config.model === null ? {} : { model: config.model }),
    cwd: config.workspace,
    approvalPolicy: 'never',
    sandbox: config.sandbox,
    // Hooks that no person has looked at are passed over in silence otherwise.
    ...(config.hooked ? { config: { bypass_hook_trust: true } } : {}),
  });
  if (!opened.ok) return opened.message;
  if (!isHeld(config, recordAt(opened.result, 'sandbox')))
    return 'the session has another sandbox than it was asked for';
  const thread = recordAt(opened.result, 'thread');
  state.thread = textAt(thread, 'id');
  state.path = textAt(thread, 'path') ?? '';
  return state.thread === null ? 'the app server opened no thread' : null;
}

/**
 * To have the guard's hook run, all hooks are trusted: one that the repository brings, and that no
 * person has looked at, would run with it. What is wrong, or null.
 */
async function foreignHook(
  rpc: ConversationDeps['rpc'],
  workspace: string,
): Promise<string | null> {
  const listed = await rpc.request('hooks/list', { cwds: [workspace] });
  if (!listed.ok) return `the app server does not tell of its hooks: ${listed.message}`;
  const foreign = recordsAt(listed.result, 'data')
    .flatMap((each) => recordsAt(each, 'hooks'))
    .find(
      (hook) =>
        textAt(hook, 'source') !== 'sessionFlags' &&
        hook['enabled'] === true &&
        textAt(hook, 'trustStatus') === 'untrusted',
    );
  if (foreign === undefined) return null;
  return `${textAt(foreign, 'sourcePath') ?? 'a file'} brings a hook that nobody has trusted; trust it in Codex, or take it out`;
}

/** The settings of a company go over those of a session. A boundary holds whatever Codex makes of it. */
function isHeld({ sandbox, handoff }: DriverConfig, got: JsonRecord): boolean {
  if (sandbox !== 'workspace-write') return true;
  const roots = got['writableRoots'];
  const open = Array.isArray(roots) ? roots.filter((root) => root !== handoff?.folder) : [];
  return ['workspaceWrite', 'readOnly'].includes(textAt(got, 'type') ?? '') && open.length === 0;
}

const turnParams = (config: DriverConfig, state: State, text: string): JsonRecord => ({
  threadId: state.thread,
  input: [{ type: 'text', text, text_elements: [] }],
  ...(config.effort === null ? {} : { effort: config.effort }),
});

function steerBy(deps: ConversationDeps, state: State, { id, text }: Message): void {
  if (!state.tools.busy(state.thread ?? '')) state.dropped = true;
  const sent = deps.rpc.request('turn/steer', {
    threadId: state.thread,
    expectedTurnId: state.turn,
    clientUserMessageId: id,
    input: [{ type: 'text', text, text_elements: [] }],
  });
  const handled = handBack(deps, id, sent);
  state.steering.push(handled);
}

/** The turn has ended, or is of a kind that takes none: the message waits for the next one. */
async function handBack(
  { mailbox }: ConversationDeps,
  id: string,
  sent: Promise<Answer>,
): Promise<void> {
  const { ok } = await sent;
  if (!ok) mailbox.back(id);
}

function ownThread(
  deps: ConversationDeps,
  state: State,
  { method, params }: { readonly method: string; readonly params: JsonRecord },
): void {
  const item = recordAt(params, 'item');
  if (method === 'turn/completed') {
    const turn = params['turn'];
    state.turnEnded(isRecord(turn) ? (textAt(turn, 'status') ?? 'failed') : 'failed');
  } else if (method === 'item/completed' && textAt(item, 'type') === 'userMessage') {
    tellSeen(deps, textAt(item, 'clientId') ?? '', 'mid-turn');
  }
}

function tellSeen(
  { mailbox, tell }: ConversationDeps,
  id: string,
  way: 'mid-turn' | 'resume',
): void {
  const fact = mailbox.seen(id, way);
  if (fact !== null) tell(fact);
}
