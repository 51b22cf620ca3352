import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import type { Leg, LegEnd } from '../../process/leg.ts';
import { startDriverLeg } from '../driver-leg.ts';
import { openDriverLink, type DriverLink } from '../driver-link.ts';
import { layLink, takeLink } from '../handoff-link.ts';
import { makeConversation, type Conversation, type ConversationEnd } from './conversation.ts';
import type { DriverConfig } from './driver-config.ts';
import { makeMailbox } from './mailbox.ts';
import { accountOf } from './rollouts.ts';
import { openRpc } from './rpc.ts';

/** From one way of ending the server to the next harder one, in ms. */
const PATIENCE_MS = 1_500;

/** Runs one session of Codex to its end, and ends this process with it. */
export async function drive(config: DriverConfig): Promise<never> {
  if (config.handoff !== null) layLink(config.handoff);
  const mailbox = makeMailbox();
  let stopping = false;
  const link = openDriverLink({
    message: (message) => {
      mailbox.add(message);
      conversation.steer();
    },
    answer: () => undefined,
    stop: () => {
      stopping = true;
      void finish(leg, conversation);
    },
  });
  const { leg, endOutput } = startDriverLeg(
    {
      name: 'app-server',
      argv: config.argv,
      cwd: config.workspace,
      stdin: '',
      keepOpen: true,
      keepErrors: false,
    },
    link,
    (line) => rpc.take(line),
  );
  const rpc = openRpc(
    (text) => leg.write(text),
    (method, params) => conversation.notified(method, params),
  );
  const conversation = makeConversation({
    rpc,
    config,
    mailbox,
    tell: (fact) => link.tell(fact),
  });
  const gone = async (): Promise<void> => {
    await leg.ended;
    endOutput();
    rpc.close();
    conversation.gone();
  };
  const [how] = await Promise.all([talk(leg, conversation), gone()]);
  const end = await leg.ended;
  await leg.sweep();
  for (const fact of [...conversation.subAgents.endAll(), ...mailbox.rest()]) link.tell(fact);
  for (const fact of account(conversation)) link.tell(fact);
  if (config.handoff !== null) takeLink(config.handoff);
  return exitAs({ how, end, stopping }, link);
}

function account(conversation: Conversation): readonly AgentFact[] {
  const session = conversation.session();
  if (session === null) return [];
  const facts = accountOf(session.thread, session.path);
  if (!conversation.droppedAnswer()) return facts;
  return facts.map((fact) => (fact.kind === 'usage' ? { ...fact, lowerBound: true } : fact));
}

async function talk(leg: Leg, conversation: Conversation): Promise<ConversationEnd> {
  const how = await conversation.hold();
  await finish(leg, conversation);
  return how;
}

/** Lets the server end what is at work, then closes its input, then asks, then kills. */
async function finish(leg: Leg, conversation: Conversation): Promise<void> {
  const timers = [
    setTimeout(() => leg.endInput(), PATIENCE_MS),
    setTimeout(() => leg.signal('SIGTERM'), PATIENCE_MS * 1.5),
    setTimeout(() => leg.signal('SIGKILL'), PATIENCE_MS * 2.5),
  ];
  void leg.ended.then(() => timers.forEach(clearTimeout));
  await conversation.interrupt();
  leg.endInput();
}

interface Outcome {
  readonly how: ConversationEnd;
  readonly end: LegEnd;
  readonly stopping: boolean;
}

/** The server itself ends with 0 whatever became of the turn. */
function exitAs({ how, end, stopping }: Outcome, link: DriverLink): never {
  if (stopping) process.exit(143);
  if (how.kind !== 'broken') process.exit(how.kind === 'done' ? 0 : 1);
  const started = end.failure === null;
  const text = end.failure ?? `${how.message} (it ended with ${end.code ?? end.signal ?? '?'})`;
  const code = started && end.code === 0 ? 'agent-protocol-error' : 'agent-failed';
  link.tell({ kind: 'trouble', code, text, fatal: true });
  process.exit(started ? 1 : 127);
}
