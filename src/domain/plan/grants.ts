/**
 * A host that may be reached; `port` null: 443 and 80. `*.example.com` is everything below it. `127.0.0.1` is the
 * host's own loopback, which no other name leads to.
 */
export interface Endpoint {
  readonly host: string;
  readonly port: number | null;
}

/** What those behind a boundary get beyond the workspace and the agent's own log-in, as the config names it. */
export interface Grants {
  readonly network: 'all' | readonly Endpoint[];
  /** Files and folders of the person's, to be read, and to be written too; absolute or below `~/`. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Names of variables of the person's environment. */
  readonly env: readonly string[];
}

/** Nothing more. */
export const NO_GRANTS: Grants = { network: [], read: [], write: [], env: [] };

const HOST =
  /^(?:\*\.(?=[^.]+\.[^.]))?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Reads `registry.example.com` or `localhost:5432`; null for anything else. `localhost` is 127.0.0.1. */
export const parseEndpoint = (text: string): Endpoint | null => {
  const [, name = '', port] = /^([^:]+)(?::(\d{1,5}))?$/.exec(text.trim().toLowerCase()) ?? [];
  const number = port === undefined ? null : Number(port);
  if (!HOST.test(name) || (number !== null && (number < 1 || number > 65_535))) return null;
  return { host: name === 'localhost' ? '127.0.0.1' : name, port: number };
};

/** Where a URL leads; null for what is none of http or https. */
export const endpointOfUrl = (url: string): Endpoint | null => {
  const [, scheme = '', host = '', port] =
    /^(https?):\/\/(?:[^@/\s]*@)?([^/:\s?#]+)(?::(\d{1,5}))?(?:[/?#]|$)/i.exec(url.trim()) ?? [];
  if (scheme === '') return null;
  return parseEndpoint(`${host}:${port ?? (scheme.toLowerCase() === 'http' ? '80' : '443')}`);
};

/** As it is written. */
export const endpointText = ({ host, port }: Endpoint): string =>
  port === null ? host : `${host}:${port}`;
