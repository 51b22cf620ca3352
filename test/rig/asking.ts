import { afterEach } from 'vitest';
import { record } from './json.ts';
import { startModelServer, type ModelServer } from './model-server.ts';
import type { Scripts } from './script.ts';

/** Starts servers that end with the test. */
export function useModelServers(): (scripts: Scripts) => Promise<ModelServer> {
  const servers: ModelServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  return async (scripts) => {
    const server = await startModelServer({ scripts });
    servers.push(server);
    return server;
  };
}

/** Posts JSON as an agent does. */
export function post(server: ModelServer, path: string, body: object): Promise<Response> {
  return fetch(`${server.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
}

/** The body of an answer that is not streamed. */
export async function answered(server: ModelServer, path: string, body: object) {
  return record(await (await post(server, path, body)).json());
}

/** What the server-sent events of an answer carry: the values of JSON, and other data as text. */
export async function eventsOf(response: Response): Promise<Readonly<Record<string, unknown>>[]> {
  const text = await response.text();
  return text
    .split('\n\n')
    .map((part) => /^data: (.*)$/m.exec(part)?.[1])
    .filter((data) => data !== undefined)
    .map((data) => (data.startsWith('{') ? record(JSON.parse(data)) : { data }));
}
