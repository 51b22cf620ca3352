import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import type { LegEnd } from '../../process/leg.ts';
import { endLeg, startDriverLeg } from '../driver-leg.ts';
import { openDriverLink } from '../driver-link.ts';
import { parseRecord, textAt } from '../../../domain/json-record.ts';
import { endAs } from '../turns-driver.ts';
import { account } from './account.ts';
import type { DriverConfig } from './driver-config.ts';
import { makeDesk, type Desk } from './questions.ts';
import { makeSitting, type Sitting } from './sitting.ts';
import { readSession } from './transcripts.ts';
import { makeWitness, type Witness } from './witness.ts';

/**
 * After SIGTERM the CLI has this long to write down what it used, in ms; then its group is killed.
 * SIGINT would keep the figures too, but lets it end as if all was well.
 */
const PATIENCE_MS = 3_500;

/**
 * Runs one session of Claude Code to its end, and ends this process with it. The CLI's input stays
 * open for messages and answers, and is ended when all turns are over: the CLI then ends by itself.
 */
export async function drive(config: DriverConfig): Promise<never> {
  let stopping = false;
  let closed = false;
  const link = openDriverLink({
    message: ({ id, text }) => {
      if (closed || stopping) link.tell({ kind: 'message', id, way: 'too-late' });
      else say(text, id);
    },
    answer: ({ question, choice }) => desk.answer(question, choice),
    stop: () => {
      if (!stopping) endLeg(leg, 'SIGTERM', PATIENCE_MS);
      stopping = true;
    },
  });
  const close = (): void => {
    closed = true;
    leg.endInput();
  };
  const say = (text: string, message: string | null): void => {
    const uuid = newUuid();
    sitting.sent(uuid, message);
    leg.write(userLine(text, uuid));
  };
  const sitting = makeSitting({ tell: (fact) => link.tell(fact), over: close });
  const desk = makeDesk({
    ms: config.questionMs,
    now: () => Date.now(),
    tell: (fact) => link.tell(fact),
    reply: (line) => void leg.write(line),
  });
  const witness = makeWitness();
  const { leg, endOutput, errors } = startDriverLeg(
    {
      name: 'claude',
      argv: config.argv,
      cwd: process.cwd(),
      stdin: '',
      keepOpen: true,
      keepErrors: true,
    },
    link,
    (line) => hear(line, { sitting, desk, witness }),
  );
  say(config.brief, null);
  const end = await leg.ended;
  closed = true;
  endOutput();
  await leg.sweep();
  sitting.close();
  desk.close();
  for (const fact of lastFacts(witness, { end, stopping, errors: errors() })) link.tell(fact);
  return endAs(end, link);
}

/** Loaded when the CLI is on its way already: it takes a quarter of a driver's start. */
const newUuid = (): string => process.getBuiltinModule('node:crypto').randomUUID();

interface Ears {
  readonly sitting: Sitting;
  readonly desk: Desk;
  readonly witness: Witness;
}

function hear(line: string, { sitting, desk, witness }: Ears): void {
  witness.heard(line);
  const record = parseRecord(line);
  if (record === null) {
    const request = UNREADABLE_REQUEST.exec(line)?.[1];
    if (request !== undefined) desk.refuse(request);
    return;
  }
  sitting.take(record);
  const type = textAt(record, 'type');
  if (type === 'control_request') desk.take(record);
  if (type === 'control_cancel_request') desk.cancel(textAt(record, 'request_id') ?? '');
}

/** A request that is longer than what a driver sees of a line: unanswered, it would wait for ever. */
const UNREADABLE_REQUEST = /^\{"type":"control_request","request_id":"([\w-]+)"/;

const userLine = (content: string, uuid: string): string =>
  `${JSON.stringify({
    type: 'user',
    uuid,
    message: { role: 'user', content },
    parent_tool_use_id: null,
    session_id: '',
  })}\n`;

interface Ending {
  readonly end: LegEnd;
  readonly stopping: boolean;
  readonly errors: string;
}

/** What can be told only now: ends of sub-agents that were killed with it, its account, why it failed. */
function lastFacts(witness: Witness, ending: Ending): readonly AgentFact[] {
  const session = witness.session();
  const record = session === null ? null : readSession(session, process.env);
  return [
    ...witness.subAgentEnds(),
    ...(record === null ? [] : account(record, witness.printed())),
    ...(ending.stopping ? [] : witness.fatal(ending.end, ending.errors)),
  ];
}
