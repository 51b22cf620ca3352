import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { callId, conversationOf, type Conversation } from './conversation.ts';
import { deliver, deliverError, sendJson } from './deliver.ts';
import { makeHolds, type Holds } from './holds.ts';
import { routeOf, type Route } from './routes.ts';
import { stepUsage, type AnswerStep, type Scripts, type Step, type StepUsage } from './script.ts';
import { substituteStep } from './substitute.ts';
import { usageTotals } from './usage-totals.ts';
import type { Wire, WireAnswer, WireName } from './wire.ts';

/** What a scripted model server is started with. */
export interface ModelServerOptions {
  readonly scripts: Scripts;
  /** Decides what is answered, in the place of the scripts. `id`: what the answer's own ids are made of. */
  readonly direct?: (asked: Conversation, id: string) => Promise<Step>;
}

/** A request as the server saw it. */
export interface ModelRequest {
  /** From 1, in the order of arrival. */
  readonly no: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Parsed JSON; null for an empty or a broken body. */
  readonly body: unknown;
  /** The API it speaks; null where that does not show (`HEAD`, `/models`). */
  readonly wire: WireName | null;
  /** What it asks for; null when it does not ask for an answer. */
  readonly conversation: Conversation | null;
  /** Tokens served in answer to it; null while nothing was, and for errors. */
  readonly served: StepUsage | null;
  /** Resolves when its answer is out, or its client is gone. */
  readonly ended: Promise<void>;
}

/** A running server, on 127.0.0.1. */
export interface ModelServer {
  readonly url: string;
  readonly port: number;
  /** Every request so far. */
  readonly requests: readonly ModelRequest[];
  /** Tokens of all answers served in full, over all wires, or of those to one script. */
  usageTotals(script?: string): StepUsage;
  /** Resolves once a request waits at the hold. */
  reached(hold: string): Promise<void>;
  /** Lets the hold's requests go on, now and later. */
  release(hold: string): void;
  /** Ends open connections and stops listening. */
  close(): Promise<void>;
}

interface State {
  readonly scripts: Scripts;
  readonly direct: ModelServerOptions['direct'];
  readonly holds: Holds;
  readonly requests: (ModelRequest & { served: StepUsage | null })[];
  /** How many of its first faults each step has dealt out, by script and number. */
  readonly dealt: Map<string, number>;
}

/** An answer that is due. */
interface Due {
  readonly wire: Wire;
  readonly conversation: Conversation;
  readonly seen: ModelRequest & { served: StepUsage | null };
}

/**
 * Starts a server that speaks the Anthropic Messages, OpenAI Responses, OpenAI chat completions and
 * Gemini APIs, and answers from scripts.
 */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const { scripts, direct } = options;
  const state: State = { scripts, direct, holds: makeHolds(), requests: [], dealt: new Map() };
  const server = createServer((request, response) => {
    const path = pathOf(request);
    const route = routeOf(request.method ?? '', path);
    handle(state, { request, response, path, route }).catch((error: unknown) => {
      // A broken script or request: said on the wire, where the test's agent will trip over it.
      const said = { status: 400, error: 'invalid_request_error', message: String(error) };
      if (response.headersSent) response.destroy();
      else deliverError(response, route.wire, said);
    });
  });
  const { port } = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests: state.requests,
    usageTotals: (script) => usageTotals(state.requests, script),
    reached: (hold) => state.holds.reached(hold),
    release: (hold) => state.holds.release(hold),
    close: () => close(server, state.holds),
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly route: Route;
}

async function handle(state: State, exchange: Exchange): Promise<void> {
  const { request, response, path, route } = exchange;
  const ended = new Promise<void>((resolve) => {
    response.once('close', resolve);
  });
  const body = parse(await readBody(request));
  const { wire } = route;
  const asked = route.kind === 'answer' ? conversationOf(route.wire.read(body, path)) : null;
  const seen = {
    no: state.requests.length + 1,
    method: request.method ?? '',
    path,
    headers: request.headers,
    body,
    wire: wire?.name ?? null,
    conversation: asked,
    served: null,
    ended,
  };
  state.requests.push(seen);
  if (wire !== null && asked !== null)
    await serveAnswer(state, { wire, conversation: asked, seen }, response);
  else serveOther(response, { body, path, route });
}

function serveOther(
  response: ServerResponse,
  { body, path, route }: { body: unknown; path: string; route: Route },
): void {
  switch (route.kind) {
    case 'alive':
      response.writeHead(200).end();
      return;
    case 'models': {
      const anthropic = { has_more: false, first_id: null, last_id: null };
      sendJson(response, 200, { object: 'list', data: [], models: [], ...anthropic });
      return;
    }
    case 'answer':
    case 'count': {
      const tokens = Math.ceil(conversationOf(route.wire.read(body, path)).text.length / 4);
      const key = route.wire.name === 'gemini' ? 'totalTokens' : 'input_tokens';
      sendJson(response, 200, { [key]: tokens });
      return;
    }
    case 'other':
      deliverError(response, null, { status: 404, error: 'not_found_error' });
  }
}

async function serveAnswer(state: State, due: Due, response: ServerResponse): Promise<void> {
  const { wire, conversation, seen } = due;
  // Agents take their calls' ids for unique, also over the servers that a session outlives.
  const id = `${response.socket?.localPort ?? 0}x${seen.no}`;
  const chosen =
    state.direct === undefined || conversation.script === null
      ? dueStep(state.scripts, conversation)
      : await state.direct(conversation, id);
  const planned = substituteStep(chosen, conversation.text);
  const step = withFault(state, conversation, planned);
  if (step.hold !== undefined && !(await state.holds.wait(step.hold))) response.destroy();
  if (step.delayMs !== undefined) await sleep(step.delayMs);
  // The agent went away while it waited: nothing is served, nothing is counted.
  if (response.destroyed) return;
  if ('status' in step) {
    deliverError(response, wire, step);
    return;
  }
  const usage = wire.tells(stepUsage(conversation.step, step.usage));
  const answer = wireAnswer(due, step, { id, usage });
  const served = () => {
    seen.served = usage;
  };
  const { stream } = conversation;
  await deliver(response, { wire, answer, stream, damage: step, served }, state.holds);
}

function dueStep(scripts: Scripts, { script, step }: Conversation): Step {
  if (script === null) return { text: 'a title', usage: { input: 7, output: 3 } };
  const steps = scripts[script];
  if (steps === undefined) throw new Error(`there is no script ${script}`);
  return steps[step] ?? { text: `The script ${script} is over.` };
}

/** The step, or while it has faults to deal out first, the step with the next of these. */
function withFault({ dealt }: State, { script, step: no }: Conversation, step: Step): Step {
  const key = `${script ?? ''} ${no}`;
  const count = dealt.get(key) ?? 0;
  const fault = step.faultsFirst?.[count];
  if (fault === undefined) return step;
  dealt.set(key, count + 1);
  return { ...step, ...fault };
}

function wireAnswer(
  { wire, conversation }: Due,
  { text, reasoning, calls = [] }: AnswerStep,
  { id, usage }: { id: string; usage: StepUsage },
): WireAnswer {
  return {
    id,
    model: conversation.model,
    reasoning: reasoning ?? null,
    text: text ?? (calls.length === 0 ? '' : null),
    calls: calls.map((call, i) => ({ ...call, id: callId(wire.callPrefix, id, i) })),
    usage,
  };
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?')[0] ?? '';
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function listen(server: Server): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  // A TCP server's address is an object; the other kinds of the type are pipes and closed servers.
  return server.address() as AddressInfo;
}

function close(server: Server, holds: Holds): Promise<void> {
  holds.close();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
