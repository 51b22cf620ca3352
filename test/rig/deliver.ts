import type { ServerResponse } from 'node:http';
import type { Holds } from './holds.ts';
import type { Damage, HttpError, JsonObject } from './script.ts';
import { messageOf, type Wire, type WireAnswer } from './wire.ts';

/** What is to be sent, and what is to go wrong with it. */
export interface Delivery {
  readonly wire: Wire;
  readonly answer: WireAnswer;
  readonly stream: boolean;
  readonly damage: Damage;
  /** Called when the answer went out whole and undamaged. */
  readonly served: () => void;
}

/**
 * Sends an answer, as server-sent events or whole. The script, the agent or the end of the server
 * may break it off.
 */
export async function deliver(
  response: ServerResponse,
  { wire, answer, stream, damage, served }: Delivery,
  holds: Holds,
): Promise<void> {
  const parts = stream ? wire.frames(answer) : halves(JSON.stringify(wire.whole(answer)));
  const type = stream ? 'text/event-stream' : 'application/json';
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' });
  const middle = Math.ceil(parts.length / 2);
  await write(response, parts.slice(0, middle).join(''));
  if (damage.cut !== undefined) response.destroy();
  if (damage.hang !== undefined && !(await holds.wait(damage.hang))) response.destroy();
  if (response.destroyed) return;
  if (damage.garble === true) {
    // Some agents skip an event that is broken, so nothing may follow that they could count.
    response.end(stream ? 'data: {"garbled": tru\n\n' : '{"garbled');
    return;
  }
  response.once('finish', served);
  response.end(parts.slice(middle).join(''));
}

/** Sends an error in the wire's shape. */
export function deliverError(response: ServerResponse, wire: Wire | null, error: HttpError): void {
  const retry = error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) };
  const body = wire?.error(error) ?? { error: { message: messageOf(error), type: error.error } };
  sendJson(response, error.status, body, retry);
}

/** Sends a JSON body. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function halves(text: string): string[] {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

/** Resolves when the text has left, so that a connection that breaks breaks after it. */
function write(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => {
    response.write(text, () => resolve());
  });
}
