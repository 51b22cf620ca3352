import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname, networkInterfaces, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A host with a repository, a neighbour, a user's HOME and listeners; and a place for an agent. */
export interface Scene {
  readonly folder: string;
  /** What rows may name; the secret is not among it. */
  readonly names: Readonly<Record<string, string>>;
  readonly secret: string;
  /** What was told to any socket of the host. */
  told(): string;
  victimLives(): boolean;
  /** Starts the host's own process again, where it was ended. */
  revive(): void;
  remove(): void;
}

export const BRANCHES = 'fanin/r1/attempts/core/1';
const FILES_IN_MAIN = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `${name}.txt`);
const SECRETS = [
  'main/.env',
  'neighbour/secret',
  'state/secret',
  'userhome/.ssh/id_ed25519',
  'userhome/.aws/credentials',
  'userhome/.npmrc',
  'userhome/.netrc',
  'userhome/.config/gh/hosts.yml',
  'userhome/.docker/config.json',
  'userhome/.kube/config',
];

/** Runs git on the host, with nobody's config. */
export const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'safe.directory=*', ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', ...ME },
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
const ME = {
  GIT_AUTHOR_NAME: 'x',
  GIT_AUTHOR_EMAIL: 'x@example.com',
  GIT_COMMITTER_NAME: 'x',
  GIT_COMMITTER_EMAIL: 'x@example.com',
};

/** Makes one. `place`: a private clone, as at the sandbox level, or a linked worktree; `uid`: whose process the host has. */
export async function makeScene(place: 'clone' | 'worktree', uid: number): Promise<Scene> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fanin-escape-')));
  const at = (...names: string[]): string => join(folder, ...names);
  const tag = randomBytes(6).toString('hex');
  const secret = `secret${randomBytes(12).toString('hex')}`;
  for (const name of ['public', 'canary', 'home', 'state', 'userhome']) mkdirSync(at(name));
  makeRepositories(at, secret);
  makeWork(at, place);
  for (const name of SECRETS) put(at(name), `${secret}\n`);
  put(at('userhome/.git-credentials'), `https://x:${secret}@example.com\n`);
  put(at('userhome/.bashrc'), '');
  put(at('userhome/.gitconfig'), '');
  put(at('home/.gitconfig'), '[user]\n\tname = agent\n\temail = agent@example.com\n');
  const listeners = await listen(at, tag);
  const start = (): ChildProcess => startVictim(at('main'), `victim.${tag}`, secret, uid);
  let victim = start();
  const shared = sharedMemory();
  const names: Record<string, string> = {
    MAIN: at('main'),
    NEIGHBOUR: at('neighbour'),
    WORK: at('work'),
    STATE: at('state'),
    USERHOME: at('userhome'),
    PUBLIC: at('public'),
    CANARY: at('canary'),
    UPSTREAM: at('upstream.git'),
    TAG: tag,
    HALF: secret.slice(0, 18),
    VICTIM: String(victim.pid),
    BRANCHES,
    HOSTNAME_OUTSIDE: hostname(),
    ADDRESS: ownAddress(),
    SHMKEY: shared ?? 'none',
    NEIGHBOURBLOB: git(at('neighbour'), 'rev-parse', 'HEAD:secret'),
    START: git(at('work'), 'rev-parse', 'HEAD'),
    ...listeners.names,
  };
  return {
    folder,
    names,
    secret,
    told: listeners.told,
    victimLives: () => victim.exitCode === null && victim.signalCode === null,
    revive: () => {
      if (victim.exitCode !== null || victim.signalCode !== null) victim = start();
      names['VICTIM'] = String(victim.pid);
    },
    remove: () => {
      victim.kill('SIGKILL');
      listeners.close();
      if (shared !== null) execFileSync('ipcrm', ['-M', shared]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type At = (...names: string[]) => string;

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function makeRepositories(at: At, secret: string): void {
  git(at(), 'init', '-q', '-b', 'main', 'main');
  for (const name of [...FILES_IN_MAIN, 'sub/x.txt', '.gitignore']) {
    put(at('main', name), name === '.gitignore' ? '.env\n' : '1\n2\n3\n');
  }
  git(at('main'), 'add', '-A');
  git(at('main'), 'commit', '-q', '-m', 'one');
  git(at('main'), 'commit', '-q', '--allow-empty', '-m', 'two');
  git(at('main'), 'repack', '-q', '-d');
  put(at('main', 'b.txt'), '1\n2\n3\n4\n');
  git(at('main'), 'commit', '-q', '-am', 'three');
  git(at('main'), 'update-ref', 'refs/fanin/target', 'HEAD');
  git(at('main'), 'worktree', 'add', '-q', '-b', 'sibling', at('sibling'));
  git(at(), 'clone', '-q', '--bare', 'main', 'upstream.git');
  git(at('upstream.git'), 'update-ref', 'refs/heads/kept', 'refs/heads/main');
  git(at(), 'clone', '-q', 'main', 'neighbour');
  put(at('neighbour', 'secret'), `${secret}\n`);
  git(at('neighbour'), 'add', 'secret');
  git(at('neighbour'), 'commit', '-q', '-m', 'secret');
}

/** As reference measurements have it: shared objects, the upstream for a remote, a ref that keeps what is borrowed. */
function makeWork(at: At, place: 'clone' | 'worktree'): void {
  const branch = `${BRANCHES}/work`;
  if (place === 'worktree') {
    git(at('main'), 'worktree', 'add', '-q', '-b', branch, at('work'));
    git(at('main'), 'remote', 'add', 'origin', at('upstream.git'));
    return;
  }
  git(at(), 'clone', '-q', '--shared', '--no-checkout', at('main'), at('work'));
  git(at('work'), 'checkout', '-q', '-b', branch);
  git(at('work'), 'remote', 'set-url', 'origin', at('upstream.git'));
  git(at('main'), 'update-ref', 'refs/fanin/keep/a', 'HEAD');
}

async function listen(at: At, tag: string) {
  let told = '';
  const hear = (text: string): void => {
    told += `${text}\n`;
  };
  const server = async (where: object): Promise<ReturnType<typeof createServer>> => {
    const made = createServer((socket) => {
      socket.on('data', (chunk: Buffer) => hear(chunk.toString('latin1')));
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => made.listen(where, resolve));
    return made;
  };
  const names = createSocket('udp4');
  names.on('message', (message) => hear(message.toString('latin1')));
  await new Promise<void>((resolve) => names.bind(0, '0.0.0.0', resolve));
  const all = [
    await server({ port: 0, host: '::' }),
    await server({ path: `\0${tag}` }),
    await server({ path: at('public', 'socket') }),
    await server({ path: at('userhome', 'agent') }),
  ];
  for (const path of [at('public', 'socket'), at('userhome', 'agent')]) chmodSync(path, 0o777);
  const address = all[0]?.address();
  return {
    told: () => told,
    names: {
      PORT: String(typeof address === 'object' ? address?.port : ''),
      UDPPORT: String(names.address().port),
      ABSTRACT: tag,
      SOCKET: at('public', 'socket'),
      AGENTSOCKET: at('userhome', 'agent'),
    },
    close: () => {
      for (const each of [...all, names]) each.close();
    },
  };
}

/** A process of the host's, with the checkout for its folder, a secret, and a name to be found by. */
function startVictim(cwd: string, name: string, secret: string, uid: number): ChildProcess {
  const env = { PATH: process.env['PATH'] ?? '', TOKEN: secret };
  const who = uid === process.getuid?.() ? {} : { uid, gid: uid };
  return spawn('sh', ['-c', 'exec 7<.env; while :; do sleep 60; done', name], {
    cwd,
    env,
    stdio: 'ignore',
    ...who,
  });
}

function sharedMemory(): string | null {
  try {
    const said = execFileSync('ipcmk', ['-M', '4096'], { encoding: 'utf8' });
    const id = /\d+/u.exec(said)?.[0] ?? '';
    const line = execFileSync('ipcs', ['-m'], { encoding: 'utf8' })
      .split('\n')
      .find((each) => each.split(/\s+/u)[1] === id);
    return line?.split(/\s+/u)[0] ?? null;
  } catch {
    return null;
  }
}

function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flat();
  return all.find((each) => each?.family === 'IPv4' && !each.internal)?.address ?? '127.0.0.1';
}
