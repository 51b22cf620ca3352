import { isIP } from 'node:net';
import type { Endpoint } from '../../../domain/plan/grants.ts';

/** Ports of an endpoint that names none. */
const USUAL_PORTS = [443, 80];
/** How many names may get an address of their own; an agent can ask for as many as it likes. */
const MOST_NAMES = 4096;

/** Which names and ports may be reached, and under which address inside each name is known. */
export interface Allowlist {
  /** The address that stands for this name inside; null: it may not be reached at all. */
  addressOf(name: string): string | null;
  /** Whom this address stands for: a name, or itself where it is listed as such; null: nobody. */
  nameOf(address: string): string | null;
  allows(name: string, port: number): boolean;
  /** Where to listen: [address, port]. `0.0.0.0` is every address there is. */
  readonly sockets: readonly (readonly [address: string, port: number])[];
}

/** Names are compared without case; `*.example.com` stands for everything below example.com. */
export function allowlist(endpoints: readonly Endpoint[]): Allowlist {
  const rules = endpoints.map(({ host, port }) => ({ host: plainName(host), port }));
  const names = new Map<string, string>();
  const addresses = new Map<string, string>();
  const give = (name: string): string | null => {
    const known = names.get(name);
    if (known !== undefined) return known;
    if (names.size >= MOST_NAMES) return null;
    const address = isIP(name) === 0 ? nthAddress(names.size) : name;
    names.set(name, address);
    addresses.set(address, name);
    return address;
  };
  for (const { host } of rules) if (!host.startsWith('*.')) give(host);
  const matching = (name: string) => rules.filter(({ host }) => matches(host, name));
  return {
    addressOf: (name) => (matching(plainName(name)).length === 0 ? null : give(plainName(name))),
    nameOf: (address) => addresses.get(address) ?? null,
    allows: (name, port) =>
      matching(name).some((rule) =>
        rule.port === null ? USUAL_PORTS.includes(port) : rule.port === port,
      ),
    sockets: socketsOf(rules, give),
  };
}

/** `localhost` inside is the private one, whatever is asked for; listed, it means the host's. */
const plainName = (name: string): string => {
  const plain = name.toLowerCase().replace(/\.$/u, '');
  return plain === 'localhost' ? '127.0.0.1' : plain;
};

const matches = (rule: string, name: string): boolean =>
  rule.startsWith('*.')
    ? name.endsWith(rule.slice(1)) && name.length > rule.length - 1
    : rule === name;

/** From 198.18.0.2 on: a range that is nobody's (RFC 2544). */
const nthAddress = (index: number): string => {
  const at = index + 2;
  return `198.18.${Math.floor(at / 256)}.${at % 256}`;
};

/** On the usual ports every address is listened on, so that raw ones are heard and counted too. */
function socketsOf(
  rules: readonly Endpoint[],
  give: (name: string) => string | null,
): readonly (readonly [string, number])[] {
  const own = rules.flatMap(({ host, port }): readonly (readonly [string, number])[] => {
    if (port === null || USUAL_PORTS.includes(port)) return [];
    return [[host.startsWith('*.') ? '0.0.0.0' : (give(host) ?? '0.0.0.0'), port]];
  });
  const everywhere = new Set([
    ...USUAL_PORTS,
    ...own.flatMap(([address, port]) => (address === '0.0.0.0' ? [port] : [])),
  ]);
  const single = own.filter(([, port]) => !everywhere.has(port));
  const unique = new Map(single.map((each) => [each.join(' '), each]));
  return [...[...everywhere].map((port) => ['0.0.0.0', port] as const), ...unique.values()];
}
