import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Enclosure, Share } from '../../ports/boundary.ts';
import { run } from '../process/run.ts';
import type { Tried } from './escaped.ts';
import { quoted } from './quoted.ts';

/** How long one start of a self-test may take. */
export const PROBE_TIMEOUT_MS = 20_000;

/** A word that nothing else on this machine holds. */
export const freshMarker = (): string => `fanin-proof-${randomBytes(8).toString('hex')}`;

/** A server of the host's, which answers nobody. */
export function listening(
  where: { host: string; port: number } | { path: string },
): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, () => resolve(server));
  });
}

/** The port of a server that listens on one. */
export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** A part of a folder, at the same place inside. */
export const sameShare = (folder: string, name: string, write: boolean): Share => {
  const path = join(folder, name);
  return { from: path, to: path, write };
};

/** A program that tries ways out and prints `[name, got]` pairs as JSON. */
export interface Probe {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** A file of the host's that whoever starts it has open. */
  readonly secret: string;
  readonly marker: string;
}

/** Starts it inside, by somebody with a descriptor open and a secret in the environment. The error is what it said. */
export async function runProbe(
  way: Enclosure,
  { argv, cwd, secret, marker }: Probe,
): Promise<Result<readonly Tried[], string>> {
  const command = way.wrap({ argv, cwd, env: {} });
  const leak = `exec 5<>${quoted(secret)}; exec "$@"`;
  const outcome = await run({
    argv: ['/bin/sh', '-c', leak, 'sh', ...command.argv],
    cwd: command.cwd,
    env: { ...command.env, FANIN_PROOF: `${marker}env` },
    timeoutMs: PROBE_TIMEOUT_MS,
  });
  try {
    const pairs = JSON.parse(outcome.stdout.toString('utf8')) as [string, string | null][];
    return ok(pairs.map(([name, got]) => ({ name, got })));
  } catch {
    const words = outcome.stderr.toString('utf8').trim().split('\n').at(-1) ?? '';
    return err(words === '' ? `exit ${outcome.exit ?? outcome.failure}` : words);
  }
}
