import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import type { Leg, LegEnd } from '../../process/leg.ts';
import { startDriverLeg } from '../driver-leg.ts';
import { loadJudge } from '../guard-module.ts';
import { openDriverLink, type DriverLink } from '../driver-link.ts';
import { recordAt } from '../../../domain/json-record.ts';
import { endAs } from '../turns-driver.ts';
import { makeConversation, type Conversation, type ConversationEnd } from './conversation.ts';
import { makeDesk, type Desk } from './desk.ts';
import type { DriverConfig } from './driver-config.ts';
import { makeOpenCalls, type OpenCalls } from './open-calls.ts';
import { openRpc, type Rpc } from './rpc.ts';
import { troubleFact, troubleOf, troubleOfWords } from './trouble.ts';

/** From one way of ending the agent to the next harder one, in ms. */
const PATIENCE_MS = 1_200;

/** As much of a message that the agent is sent goes into the output, in characters. */
const SENT_MAX = 64 * 1024;

/** Runs one session of an ACP agent to its end, and ends this process with it. */
export async function drive(config: DriverConfig): Promise<never> {
  let stopping = false;
  const link = openDriverLink({
    message: (message) => conversation.say(message),
    answer: ({ question, choice }) => desk.answer(question, choice),
    stop: () => {
      if (!stopping) endLeg(leg, PATIENCE_MS);
      stopping = true;
      conversation.stop();
    },
  });
  const tell = (fact: AgentFact): void => link.tell(fact);
  const calls = makeOpenCalls();
  const ms = config.questionMs;
  const judge = config.guard === null ? null : await loadJudge('acp', config.guard);
  const desk = makeDesk({ bounds: config, calls, ms, judge, now: () => Date.now(), tell });
  const { leg, endOutput, errors } = startDriverLeg(
    {
      name: 'acp',
      argv: config.argv,
      cwd: config.workspace,
      stdin: '',
      keepOpen: true,
      keepErrors: true,
    },
    link,
    (line) => rpc.take(line),
  );
  const rpc = rpcOver(leg, { link, calls, desk, stirred: () => conversation.stirred() });
  const conversation = makeConversation({ rpc, config, desk, tell });
  void leg.ended.then(() => rpc.close());
  const how = await conversation.hold();
  desk.cancel();
  leg.endInput();
  if (!stopping) endLeg(leg, PATIENCE_MS * 2);
  const end = await leg.ended;
  endOutput();
  await leg.sweep();
  return finish({ how, end, stopping, errors: errors() }, conversation, link);
}

interface Ears {
  readonly link: DriverLink;
  readonly calls: OpenCalls;
  readonly desk: Desk;
  readonly stirred: () => void;
}

/** Whatever goes over it is in the output: what the agent writes as it is, what it is sent beside it. */
function rpcOver(leg: Leg, { link, calls, desk, stirred }: Ears): Rpc {
  return openRpc({
    write: (text) => {
      link.output.record({ sent: shortened(text) });
      return leg.write(text);
    },
    updated: (params) => {
      const update = recordAt(params, 'update');
      const kind = update['sessionUpdate'];
      const isCall = kind === 'tool_call' || kind === 'tool_call_update';
      if (isCall) calls.saw(update);
      if (isCall || kind === 'agent_message_chunk') stirred();
    },
    permission: (params) => desk.take(params),
  });
}

const shortened = (text: string): unknown =>
  text.length <= SENT_MAX ? JSON.parse(text) : { cut: text.slice(0, SENT_MAX) };

/** Its input has ended, or it was told to cancel: then it is asked, then killed. */
function endLeg(leg: Leg, patience: number): void {
  const timers = [
    setTimeout(() => leg.endInput(), patience / 2),
    setTimeout(() => leg.signal('SIGTERM'), patience),
    setTimeout(() => leg.signal('SIGKILL'), patience * 2.5),
  ];
  void leg.ended.then(() => timers.forEach((timer) => clearTimeout(timer)));
}

interface Ending {
  readonly how: ConversationEnd;
  readonly end: LegEnd;
  readonly stopping: boolean;
  readonly errors: string;
}

/** Tells what can be told only now, and ends: an agent itself ends with 0 whatever became of a turn. */
function finish(ending: Ending, conversation: Conversation, link: DriverLink): never {
  const { how, end, stopping } = ending;
  link.output.record({ over: true });
  for (const { id } of conversation.rest()) link.tell({ kind: 'message', id, way: 'too-late' });
  if (end.failure !== null) return endAs(end, link);
  if (stopping) process.exit(143);
  const trouble = troubleAtEnd(ending);
  if (trouble !== null) link.tell(trouble);
  process.exit(how.kind === 'done' ? 0 : 1);
}

function troubleAtEnd({ how, end, errors }: Ending): AgentFact | null {
  const lastWords = errors.trim().split('\n').at(-1) ?? '';
  switch (how.kind) {
    case 'done':
      return null;
    case 'stopped':
      return troubleFact('agent-failed', `the agent ended its turn: ${how.reason}`, true);
    case 'mute':
      return troubleOfWords(
        lastWords,
        'the agent ended its turn and neither said nor did anything',
      );
    case 'failed':
      if (how.error.code !== null || end.code === 0 || how.error.data['late'] === true)
        return troubleOf(how.error, true);
      return troubleOfWords(
        lastWords,
        `${how.error.message} (it ended with ${end.code ?? end.signal ?? '?'}) ${lastWords}`,
      );
  }
}
