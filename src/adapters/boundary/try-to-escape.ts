import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Boundary, Enclosure, Profile } from '../../ports/boundary.ts';
import { run } from '../process/run.ts';
import type { Tried } from './escaped.ts';
import { quoted } from './quoted.ts';
import { diesWithParent } from './prove-death.ts';
import { programShares } from './program-shares.ts';
import { PROBE_SCRIPT } from './probe-script.ts';

/** What the self-test needs. */
export interface ProveDeps {
  readonly enclose: Boundary['enclose'];
  readonly node: string;
  /** Who fanin is. */
  readonly uid: number;
}

/** An ordinary user that need not exist. */
const NOBODY = 65_534;
const TIMEOUT_MS = 20_000;

/** What stands outside for the probe to reach. */
interface Outside {
  readonly folder: string;
  readonly marker: string;
  /** Where the host listens. */
  readonly port: number;
  readonly servers: readonly Server[];
  readonly given: Readonly<Record<string, unknown>>;
}

/** What came of it all. */
export interface Escapes {
  readonly tried: readonly Tried[];
  /** Whether a network with an allowlist can be made here. */
  readonly allowlists: boolean;
}

/**
 * Tries each way out once, in one start; another one dies with its parent, a third one has an allowlist with nothing on
 * it. The error is what the first one said.
 */
export async function tryToEscape(deps: ProveDeps): Promise<Result<Escapes, string>> {
  const outside = await setUp();
  try {
    const profile = await profileIn(outside.folder, deps);
    const state = join(outside.folder, 'state');
    const way = await deps.enclose(state, profile);
    if (!way.ok) return err(way.error.message);
    const [probed, death, listed] = await Promise.all([
      probe(way.value, outside, deps),
      diesWithParent(way.value, outside.marker),
      pastAllowlist(state, profile, { ...deps, port: outside.port }),
    ]);
    if (!probed.ok) return probed;
    const owner = await stat(join(outside.folder, 'shared', 'mine')).catch(() => null);
    return ok({
      tried: [
        ...probed.value,
        { name: 'be root to the kernel', got: owner?.uid === 0 ? 'files of root' : null },
        { name: 'outlive the one who started it', got: death },
        ...(listed === null ? [] : [listed]),
      ],
      allowlists: listed !== null,
    });
  } finally {
    for (const server of outside.servers) server.close();
    await rm(outside.folder, { recursive: true, force: true });
  }
}

async function setUp(): Promise<Outside> {
  const folder = await mkdtemp(join(tmpdir(), 'fanin-proof-'));
  // Rights alone must not be what keeps the probe out.
  await chmod(folder, 0o755);
  const marker = `fanin-proof-${randomBytes(8).toString('hex')}`;
  const at = (name: string): string => join(folder, name);
  await Promise.all(['read', 'shared', 'home', 'state'].map((name) => mkdir(at(name))));
  await Promise.all(['read', 'shared', 'home'].map((name) => chmod(at(name), 0o777)));
  await writeFile(at('secret'), marker, { mode: 0o666 });
  const [tcp, abstract, socket] = await Promise.all([
    listening({ host: '127.0.0.1', port: 0 }),
    listening({ path: `\0${marker}` }),
    listening({ path: at('socket') }),
  ]);
  await chmod(at('socket'), 0o777);
  const address = tcp.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const given = {
    secret: at('secret'),
    readOnly: at('read'),
    shared: at('shared'),
    socket: at('socket'),
    outside: folder,
    marker,
    abstract: marker,
    pid: process.pid,
    commandLine: readFileSync('/proc/self/cmdline', 'utf8'),
    port,
    pidNamespace: readlinkSync('/proc/self/ns/pid'),
  };
  return { folder, marker, port, given, servers: [tcp, abstract, socket] };
}

function listening(where: { host: string; port: number } | { path: string }): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, () => resolve(server));
  });
}

async function profileIn(folder: string, { node, uid }: ProveDeps): Promise<Profile> {
  const home = join(folder, 'home');
  if (uid === 0) await chown(home, NOBODY, NOBODY);
  const same = (name: string, write: boolean) => {
    const path = join(folder, name);
    return { from: path, to: path, write };
  };
  return {
    home,
    uid: NOBODY,
    network: { mode: 'none' },
    shares: [...programShares([node]), same('read', false), same('shared', true)],
  };
}

/** A start with an allowlist; null: there can be none, for want of `ip` or of the rights to make one. */
async function pastAllowlist(
  state: string,
  profile: Profile,
  { enclose, port }: ProveDeps & { readonly port: number },
): Promise<Tried | null> {
  const way = await enclose(state, { ...profile, network: { mode: 'allow', endpoints: [] } });
  if (!way.ok) return null;
  const connect = `(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo reached; echo up`;
  const command = way.value.wrap({ argv: ['bash', '-c', connect], cwd: '/tmp', env: {} });
  const ran = await run({ ...command, timeoutMs: TIMEOUT_MS });
  const said = ran.stdout.toString('utf8');
  if (!said.includes('up')) return null;
  const got = said.includes('reached') ? 'connected' : null;
  return { name: 'connect to a port of the host past an allowlist', got };
}

async function probe(
  way: Enclosure,
  { folder, given, marker }: Outside,
  { node }: ProveDeps,
): Promise<Result<readonly Tried[], string>> {
  const command = way.wrap({
    argv: [node, '-e', PROBE_SCRIPT, JSON.stringify(given)],
    cwd: '/tmp',
    env: {},
  });
  // Whoever starts it has a descriptor open and a secret in its environment.
  const leak = `exec 5<>${quoted(join(folder, 'secret'))}; exec "$@"`;
  const outcome = await run({
    argv: ['/bin/sh', '-c', leak, 'sh', ...command.argv],
    cwd: command.cwd,
    env: { ...command.env, FANIN_PROOF: `${marker}env` },
    timeoutMs: TIMEOUT_MS,
  });
  try {
    const pairs = JSON.parse(outcome.stdout.toString('utf8')) as [string, string | null][];
    return ok(pairs.map(([name, got]) => ({ name, got })));
  } catch {
    const words = outcome.stderr.toString('utf8').trim().split('\n').at(-1) ?? '';
    return err(words === '' ? `exit ${outcome.exit ?? outcome.failure}` : words);
  }
}
