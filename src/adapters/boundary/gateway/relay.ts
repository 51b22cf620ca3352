import type { LookupAddress, lookup } from 'node:dns';
import { connect, isIP } from 'node:net';
import type { LookupFunction, Socket } from 'node:net';

/** Most connections at a time; more wait in nobody's queue but are refused. */
const MOST_OPEN = 512;

/** Whom names may lead to, whom refusals are told, and how names are looked up. */
export interface RelayDeps {
  readonly isOffLimits: (address: string) => boolean;
  readonly refuse: (host: string, port: number) => void;
  readonly lookUp: typeof lookup;
}

/** Connects a caller with a name outside, byte by byte; TLS goes through untouched. */
export function relay({ isOffLimits, refuse, lookUp }: RelayDeps) {
  let open = 0;
  return (caller: Socket, host: string, port: number): void => {
    if (open >= MOST_OPEN) return void caller.resetAndDestroy();
    open += 1;
    // An address that is listed as such is meant as such; only names are looked up.
    const find = lookUpAllowed({ isOffLimits, lookUp, refused: () => refuse(host, port) });
    const outside = connect({
      host,
      port,
      allowHalfOpen: true,
      ...(isIP(host) === 0 ? { lookup: find } : {}),
    });
    const end = (): void => {
      caller.destroy();
      outside.destroy();
    };
    outside.once('error', () => caller.resetAndDestroy());
    caller.once('error', end);
    outside.once('close', () => (open -= 1));
    caller.once('close', () => {
      if (!outside.readableEnded) outside.destroy();
    });
    caller.pipe(outside);
    outside.pipe(caller);
  };
}

/** Looks a name up, and gives only addresses that it may lead to: these are connected with, no second look-up is made. */
const lookUpAllowed =
  ({
    isOffLimits,
    lookUp,
    refused,
  }: Omit<RelayDeps, 'refuse'> & { readonly refused: () => void }): LookupFunction =>
  (name, options, done) => {
    lookUp(name, { ...options, all: true }, (error, found) => {
      const addresses: LookupAddress[] =
        error === null ? found.filter(({ address }) => !isOffLimits(address)) : [];
      if (error === null && found.length > 0 && addresses.length === 0) refused();
      const [first] = addresses;
      if (first === undefined) {
        return done(
          error ?? Object.assign(new Error(`${name} leads nowhere it may`), { code: 'EACCES' }),
          '',
        );
      }
      if (options.all === true) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
