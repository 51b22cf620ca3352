import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { lockToolFor } from '../../src/domain/resolve/lock-tools.ts';
import type { LockTool } from '../../src/domain/resolve/lock-tools.ts';
import type { Files } from './git-repo.ts';
import { LOCK_CLIENTS } from './lock-clients.ts';
import type { Client, ClientPlace, LockClient, Needs } from './lock-clients.ts';
import { lockIndex } from './lock-index.ts';
import { mergeScene } from './merge-scene.ts';
import type { MergeScene } from './merge-scene.ts';

/** A project whose lock the real client has written, and deliveries that change what it needs. */
export interface LockScene extends MergeScene {
  readonly name: Client;
  readonly client: LockClient;
  readonly tool: LockTool;
  readonly lock: string;
  /** Where its index of packages is. */
  readonly index: string;
  /** The manifest and the lock that the client writes for it, starting from a lock that is there. */
  readonly files: (needs: Needs, lockBefore?: string) => Promise<Files>;
  /** Any files, with the lock that the client writes for them in a folder. */
  readonly locked: (files: Files, folder: string, lockBefore?: string) => Promise<Files>;
  /** Null: an install that may not change the lock succeeds in a fresh checkout of the commit; else what it said. */
  readonly install: (commit: string) => Promise<string | null>;
  /** The same, without carrying the install out where that takes long. */
  readonly quick: (commit: string, folder?: string) => Promise<string | null>;
  /** The same for any command, in a folder of the checkout. */
  readonly tried: (commit: string, command: string, folder?: string) => Promise<string | null>;
  /** A client that runs in a folder; throws with what it said where it fails. */
  readonly run: (cwd: string, command: string) => Promise<void>;
}

/** How it is made. `ranges`: with an index of packages, so that a lock has something to say. */
export interface LockSceneOptions {
  readonly ranges?: boolean;
  /** More files that are there from the first. */
  readonly more?: Files;
}

/** Makes one. Nothing but what the test has made itself is asked. */
export const lockScene = async (
  name: Client,
  needs: Needs,
  { ranges = false, more = {} }: LockSceneOptions = {},
): Promise<LockScene> => {
  const client = LOCK_CLIENTS[name];
  const { lock } = client;
  const tool = lockToolFor(lock);
  if (tool === null) throw new Error(`nobody makes ${lock}`);
  const tools = mkdtempSync(join(tmpdir(), 'fanin-tools-'));
  const index = await lockIndex();
  const place: ClientPlace = { tools, index: index.origin, ranges };
  client.beforehand?.(place);
  const env = client.env(place);
  const fixed = { ...client.fixed(place), ...more };
  const scene = await mergeScene({ files: fixed, env });
  const run = runner(env);
  const writing: Writing = { run, tool, client, fixed, place, repo: scene.repo };
  const base = await scene.deliver('c', await written(writing, needs));
  const tried: LockScene['tried'] = async (commit, command, folder = '') => {
    const path = join(scene.repo.base, `tried-${commit.slice(0, 12)}`);
    await scene.repo.git('worktree', 'add', '-q', '--detach', path, commit);
    try {
      await run(join(path, folder), command);
      return null;
    } catch (error) {
      return String(error);
    } finally {
      await scene.repo.git('worktree', 'remove', '--force', path);
    }
  };
  return {
    ...scene,
    base: base.commit,
    deliver: (task, changes, on = base.commit) => scene.deliver(task, changes, on),
    merge: (...deliveries) => scene.mergeOn(base.commit, ...deliveries),
    name,
    client,
    tool,
    lock,
    index: index.origin,
    files: (wanted, before) => written(writing, wanted, before),
    locked: (files, folder, before) => locked(writing, { files, folder, before }),
    run,
    tried,
    install: (commit) => tried(commit, client.frozen),
    quick: (commit, folder) => tried(commit, client.quick ?? client.frozen, folder),
    remove: async () => {
      await index.close();
      await scene.remove();
      await rm(tools, { recursive: true, force: true });
    },
  };
};

const runner =
  (env: Readonly<Record<string, string>>): LockScene['run'] =>
  (cwd, command) =>
    new Promise((resolve, reject) => {
      const all = { ...process.env, ...env, CI: 'true' };
      const child = spawn('sh', ['-c', command], { cwd, env: all });
      const said: string[] = [];
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => said.push(String(chunk)));
      child.on('error', reject);
      child.on('close', (code) => {
        if (code === 0) resolve();
        else reject(new Error(`${command}: ${said.join('')}`));
      });
    });

interface Writing {
  readonly run: LockScene['run'];
  readonly tool: LockTool;
  readonly client: LockClient;
  readonly fixed: Files;
  readonly place: ClientPlace;
  readonly repo: MergeScene['repo'];
}

let count = 0;

const written = (writing: Writing, needs: Needs, before?: string): Promise<Files> =>
  locked(writing, { files: writing.client.written(needs, writing.place), folder: '', before });

interface Locked {
  readonly files: Files;
  /** Where the lock lies, `''` or with a slash at its end. */
  readonly folder: string;
  readonly before: string | undefined;
}

const locked = async (
  { run, tool, client, fixed, repo }: Writing,
  wanted: Locked,
): Promise<Files> => {
  const { files, before } = wanted;
  count += 1;
  const root = join(repo.base, `written-${String(count)}`);
  mkdirSync(root);
  for (const name of new Set(Object.keys(fixed).map((path) => path.split('/')[0] ?? '')))
    if (name !== '.gitignore') symlinkSync(join(repo.path, name), join(root, name));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    if (text !== null) writeFileSync(join(root, path), text);
  }
  const at = (name: string): string => `${wanted.folder}${name}`;
  // The later yarn takes a folder for a project only where a lock lies.
  if (before !== undefined || client.lock === 'yarn.lock')
    writeFileSync(join(root, at(client.lock)), before ?? '');
  const command = before === undefined ? (client.first ?? tool.regenerate) : tool.regenerate;
  await run(join(root, wanted.folder), command);
  const made = [...tool.also, client.lock].map(
    (name) => [at(name), readFileSync(join(root, at(name)), 'utf8')] as const,
  );
  return { ...files, ...Object.fromEntries(made) };
};
