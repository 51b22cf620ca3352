import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { Boundary, Enclosure, Profile } from '../../../ports/boundary.ts';
import { run } from '../../process/run.ts';
import type { Tried } from '../escaped.ts';
import { programShares } from '../program-shares.ts';
import { quoted } from '../quoted.ts';
import { diesWithStarter } from './prove-death.ts';
import { PROBE_SCRIPT } from './probe-script.ts';

/** What trying takes. */
export interface TryDeps {
  readonly enclose: Boundary['enclose'];
  readonly node: string;
}

const TIMEOUT_MS = 20_000;

/** What stands outside for the probe to reach. */
interface Outside {
  readonly folder: string;
  readonly marker: string;
  readonly port: number;
  readonly servers: readonly Server[];
}

/**
 * Tries each way out of what the boundary promises, and none that its capabilities leave open. The error is what the
 * first start said.
 */
export async function tryToEscape(deps: TryDeps): Promise<Result<readonly Tried[], string>> {
  const outside = await setUp();
  const { folder, marker, port } = outside;
  try {
    const profile = profileIn(folder, deps);
    const way = await deps.enclose(join(folder, 'state'), profile);
    if (!way.ok) return err(way.error.message);
    const probed = await probe(way.value, outside, deps);
    if (!probed.ok) return probed;
    const [death, listed] = await Promise.all([
      diesWithStarter(way.value, join(folder, 'shared', 'alive')),
      pastAllowlist(profile, outside, deps),
    ]);
    const launched = existsSync(join(folder, 'launched')) ? 'started' : null;
    if (launched !== null) await run({ argv: ['launchctl', 'remove', marker], cwd: '/' });
    return ok([
      ...probed.value.map((each) => (each.name === LAUNCHED ? { ...each, got: launched } : each)),
      { name: 'outlive the one who started it, in its own group', got: death },
      { name: `connect to port ${port} of the host past an allowlist`, got: listed },
    ]);
  } finally {
    for (const server of outside.servers) server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const LAUNCHED = 'have the system start something';

async function setUp(): Promise<Outside> {
  const folder = realpathSync(await mkdtemp(join(tmpdir(), 'fanin-proof-')));
  // Rights alone must not be what keeps the probe out.
  await chmod(folder, 0o777);
  const marker = `fanin-proof-${randomBytes(8).toString('hex')}`;
  const at = (name: string): string => join(folder, name);
  await Promise.all(['read', 'shared', 'home', 'state'].map((name) => mkdir(at(name))));
  await Promise.all([
    writeFile(at('secret'), marker, { mode: 0o666 }),
    writeFile(at('shared/fixed'), '', { mode: 0o666 }),
  ]);
  const [tcp, socket] = await Promise.all([
    listening({ host: '127.0.0.1', port: 0 }),
    listening({ path: at('socket') }),
  ]);
  const address = tcp.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return { folder, marker, port, servers: [tcp, socket] };
}

function listening(where: { host: string; port: number } | { path: string }): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, () => resolve(server));
  });
}

function profileIn(folder: string, { node }: TryDeps): Profile {
  const same = (name: string, write: boolean) => {
    const path = join(folder, name);
    return { from: path, to: path, write };
  };
  return {
    home: join(folder, 'home'),
    uid: process.getuid?.() ?? 0,
    network: { mode: 'none' },
    shares: [
      ...programShares([node]),
      same('read', false),
      same('shared', true),
      same('shared/fixed', false),
    ],
  };
}

async function probe(
  way: Enclosure,
  { folder, marker, port }: Outside,
  { node }: TryDeps,
): Promise<Result<readonly Tried[], string>> {
  const given = {
    secret: join(folder, 'secret'),
    readOnly: join(folder, 'read'),
    shared: join(folder, 'shared'),
    socket: join(folder, 'socket'),
    launched: join(folder, 'launched'),
    outside: folder,
    marker,
    pid: process.pid,
    port,
  };
  const argv = [node, '-e', PROBE_SCRIPT, JSON.stringify(given)];
  const command = way.wrap({ argv, cwd: given.shared, env: {} });
  // Whoever starts it has a descriptor open and a secret in its environment.
  const leak = `exec 5<>${quoted(given.secret)}; exec "$@"`;
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

/** By no proxy, and by the one that its environment names. */
async function pastAllowlist(
  profile: Profile,
  { folder, port }: Outside,
  { enclose, node }: TryDeps,
): Promise<string | null> {
  const way = await enclose(join(folder, 'state'), {
    ...profile,
    network: { mode: 'allow', endpoints: [{ host: 'listed.invalid', port: 443 }] },
  });
  if (!way.ok) return way.error.message;
  const command = way.value.wrap({ argv: [node, '-e', CONNECT, String(port)], cwd: '/', env: {} });
  const ran = await run({ ...command, timeoutMs: TIMEOUT_MS });
  const said = ran.stdout.toString('utf8');
  if (!said.includes('up')) return `nothing starts with one: ${ran.stderr.toString('utf8').trim()}`;
  return said.includes('reached') ? 'connected' : null;
}

const CONNECT = `
const net = require('node:net'), port = process.argv[1];
const reach = (at, ask, want) => new Promise((done) => { const socket = net.connect(at); const end = () => { socket.destroy(); done(); }; setTimeout(end, 3000).unref(); socket.once('error', end); socket.once('close', end); socket.once('connect', () => { if (ask === '') { console.log('reached'); end(); } else socket.write(ask); }); socket.on('data', (bytes) => { if (want.test(String(bytes))) console.log('reached'); end(); }); });
const proxy = process.env.HTTPS_PROXY;
(async () => {
  await reach({ host: '127.0.0.1', port: Number(port) }, '', /./);
  if (proxy) { const url = new URL(proxy); const who = Buffer.from(decodeURIComponent(url.username) + ':' + decodeURIComponent(url.password)).toString('base64'); await reach({ host: url.hostname, port: Number(url.port) }, 'CONNECT 127.0.0.1:' + port + ' HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nProxy-Authorization: Basic ' + who + '\\r\\n\\r\\n', /^HTTP\\/1.1 200/); }
  console.log('up');
})();
`;
