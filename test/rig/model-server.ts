import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendAnswer, sendError, sendJson } from './anthropic-wire.ts';
import { readConversation, type Conversation } from './conversation.ts';
import { makeHolds, type Holds } from './holds.ts';
import { stepUsage, type AnswerStep, type Scripts, type Step, type StepUsage } from './script.ts';
import { substituteStep } from './substitute.ts';

/** What a scripted model server is started with. */
export interface ModelServerOptions {
  readonly scripts: Scripts;
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
  /** What it asks for; null when it is not a Messages request. */
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
  /** Tokens of all answers served in full, or of those to one script. */
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
  readonly holds: Holds;
  readonly requests: (ModelRequest & { served: StepUsage | null })[];
}

/** Starts a server that speaks the Anthropic Messages API and answers from scripts. */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const state: State = { scripts: options.scripts, holds: makeHolds(), requests: [] };
  const server = createServer((request, response) => {
    handle(state, request, response).catch((error: unknown) => {
      // A broken script or request: said on the wire, where the test's agent will trip over it.
      if (response.headersSent) response.destroy();
      else
        sendError(response, {
          status: 400,
          error: 'invalid_request_error',
          message: String(error),
        });
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

async function handle(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = parse(await readBody(request));
  const path = (request.url ?? '').split('?')[0] ?? '';
  const method = request.method ?? '';
  const isMessages = method === 'POST' && path.endsWith('/messages');
  const conversation = isMessages ? readConversation(body) : null;
  const no = state.requests.length + 1;
  const ended = new Promise<void>((resolve) => {
    response.once('close', resolve);
  });
  const { headers } = request;
  const seen = { no, method, path, headers, body, conversation, served: null, ended };
  state.requests.push(seen);
  if (conversation === null) serveOther(response, seen);
  else await serveMessage(state, no, conversation, response);
}

function serveOther(response: ServerResponse, { method, path, body }: ModelRequest): void {
  if (method === 'HEAD') response.writeHead(200).end();
  else if (method === 'POST' && path.endsWith('/count_tokens'))
    sendJson(response, 200, { input_tokens: Math.ceil(readConversation(body).text.length / 4) });
  else if (method === 'GET' && path.endsWith('/models'))
    sendJson(response, 200, { data: [], has_more: false, first_id: null, last_id: null });
  else sendError(response, { status: 404, error: 'not_found_error' });
}

async function serveMessage(
  state: State,
  no: number,
  conversation: Conversation,
  response: ServerResponse,
): Promise<void> {
  const step = substituteStep(dueStep(state.scripts, conversation), conversation.text);
  if (step.hold !== undefined && !(await state.holds.wait(step.hold))) {
    response.destroy();
    return;
  }
  // The agent went away while it waited: nothing is served, nothing is counted.
  if (response.destroyed) return;
  if ('status' in step) {
    sendError(response, step);
    return;
  }
  const usage = stepUsage(conversation.step, step.usage);
  const seen = state.requests[no - 1];
  response.once('finish', () => {
    if (seen !== undefined) seen.served = usage;
  });
  sendAnswer(response, wireAnswer(no, conversation, step, usage), conversation.stream);
}

function dueStep(scripts: Scripts, { script, step }: Conversation): Step {
  if (script === null) return { text: 'a title', usage: { input: 7, output: 3 } };
  const steps = scripts[script];
  if (steps === undefined) throw new Error(`there is no script ${script}`);
  return steps[step] ?? { text: `The script ${script} is over.` };
}

function wireAnswer(no: number, conversation: Conversation, step: AnswerStep, usage: StepUsage) {
  const calls = (step.calls ?? []).map((call, i) => ({ ...call, id: `toolu_${no}_${i}` }));
  return {
    id: `msg_${no}`,
    model: conversation.model,
    text: step.text ?? (calls.length === 0 ? '' : null),
    calls,
    usage,
  };
}

function usageTotals(requests: readonly ModelRequest[], script: string | undefined): StepUsage {
  const total = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };
  for (const { served, conversation } of requests) {
    if (served === null || (script !== undefined && conversation?.script !== script)) continue;
    total.input += served.input;
    total.cacheRead += served.cacheRead;
    total.cacheWrite += served.cacheWrite;
    total.output += served.output;
  }
  return total;
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
