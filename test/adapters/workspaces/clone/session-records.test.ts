import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../../../src/adapters/process/run.ts';
import {
  readSessionRecords,
  SESSION_RECORDS,
} from '../../../../src/domain/receipt/session-records.ts';
import { NOTHING_MORE } from '../../../../src/ports/workspaces.ts';
import { describeWith } from '../../../support/capabilities.ts';
import { writeFiles } from '../../../support/git-repo.ts';
import { exists, filesBelow, kinds, value } from '../worktree/yard-rig.ts';
import type { Prepared } from '../worktree/yard-rig.ts';
import { makeCloneYard, realClones } from './clone-rig.ts';
import type { CloneRig } from './clone-rig.ts';

const SESSIONS = {
  places: [
    { under: 'home', path: '.agent/sessions/*.jsonl' },
    { under: 'home', path: '.agent/sessions' },
    { under: 'scratch', path: 'events.jsonl' },
  ],
  logIns: ['auth.json'],
} as const;

let rig: CloneRig;
let ws: Prepared;
afterEach(() => rig.repo.remove());

const homeOf = (): string => join(rig.root, '.rooms', ws.spec.attempt, 'home');
const record = (files: Readonly<Record<string, string>>): Promise<void> =>
  writeFiles(join(homeOf(), '.agent/sessions'), files);
const kept = async (): Promise<Readonly<Record<string, string>>> =>
  filesBelow(join(ws.spec.folder, 'sessions')).catch(() => ({}));
const books = async () =>
  readSessionRecords(
    await readFile(join(ws.spec.folder, SESSION_RECORDS), 'utf8').catch(() => null),
  );

describe('an agent’s records of its session in a private clone', { timeout: 60_000 }, () => {
  beforeEach(async () => {
    rig = await makeCloneYard({ 'a.txt': 'one\n' }, { sessions: SESSIONS });
    ws = await rig.prepare();
  });

  it('are kept by the harvest, and outlive the workspace', async () => {
    await record({ 's.jsonl': 'main\n', 's/sub.jsonl': 'sub\n' });
    await writeFiles(`${ws.path}.handoff`, { 'events.jsonl': 'heard\n' });
    expect(kinds(await ws.harvest())).toEqual([]);
    expect(await ws.remove()).toEqual({ removed: true });
    expect(await exists(homeOf())).toBe(false);
    expect(await kept()).toEqual({
      '.agent/sessions/s.jsonl': 'main\n',
      '.agent/sessions/s/sub.jsonl': 'sub\n',
      'scratch/events.jsonl': 'heard\n',
    });
    expect(await books()).toEqual({
      kept: [
        {
          from: `${homeOf()}/.agent/sessions/s.jsonl`,
          file: 'sessions/.agent/sessions/s.jsonl',
        },
        {
          from: `${homeOf()}/.agent/sessions/s/sub.jsonl`,
          file: 'sessions/.agent/sessions/s/sub.jsonl',
        },
        { from: `${ws.path}.handoff/events.jsonl`, file: 'sessions/scratch/events.jsonl' },
      ],
      left: [],
    });
  });

  it('are kept again by a second harvest, and none of the first is lost', async () => {
    await record({ 'a.jsonl': 'one\n', 'b.jsonl': 'b\n' });
    await ws.harvest();
    await record({ 'a.jsonl': 'one\ntwo\n' });
    await rm(join(homeOf(), '.agent/sessions/b.jsonl'));
    await ws.harvest();
    expect(await kept()).toEqual({
      '.agent/sessions/a.jsonl': 'one\ntwo\n',
      '.agent/sessions/b.jsonl': 'b\n',
    });
    expect((await books())?.kept).toHaveLength(2);
  });

  it('are kept by a harvest that follows one that was killed half-way', async () => {
    await record({ 'a.jsonl': 'one\n' });
    await ws.harvest();
    // As it is when the copies were there, and what was written down of them was not.
    await rm(join(ws.spec.folder, SESSION_RECORDS));
    await writeFiles(join(ws.spec.folder, 'sessions/.agent/sessions'), { 'a.jsonl': 'on' });
    await ws.harvest();
    expect(await kept()).toEqual({ '.agent/sessions/a.jsonl': 'one\n' });
    expect((await books())?.kept).toHaveLength(1);
  });

  it('are taken in by the removal where no harvest did', async () => {
    await record({ 's.jsonl': 'main\n' });
    expect(value(await rig.clones.wouldRemove(ws.workspace, ws.spec))).toEqual({ removed: true });
    expect(await books()).toBeNull();
    expect(await ws.remove()).toEqual({ removed: true });
    expect(await kept()).toEqual({ '.agent/sessions/s.jsonl': 'main\n' });
  });

  it('are kept by whoever comes first, where the work copy is gone', async () => {
    await record({ 's.jsonl': 'main\n' });
    await rename(ws.path, join(rig.repo.base, 'moved'));
    expect(kinds(await ws.harvest())).toEqual(['workspace-missing']);
    expect(await kept()).toEqual({ '.agent/sessions/s.jsonl': 'main\n' });
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it('are kept also where the work itself cannot be taken over', async () => {
    await record({ 's.jsonl': 'main\n' });
    await writeFiles(ws.path, { 'new.txt': 'work\n' });
    const ref = 'refs/fanin/r1/harvest/core/1';
    // Git cannot make a ref where a ref stands in the way.
    await rig.repo.git('update-ref', `${ref}/in/the/way`, 'HEAD');
    expect(await rig.clones.harvest(ws.workspace, ws.spec)).toMatchObject({ ok: false });
    expect(await kept()).toEqual({ '.agent/sessions/s.jsonl': 'main\n' });
  });

  it('hold nothing up where they cannot be written down', async () => {
    await record({ 's.jsonl': 'main\n' });
    await writeFiles(ws.spec.folder, { sessions: 'in the way' });
    expect(kinds(await ws.harvest())).toEqual(['records-left']);
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it('are not looked for where no agent keeps any', async () => {
    await writeFiles(homeOf(), { '.cache/x': 'x' });
    await ws.harvest();
    expect(await ws.remove()).toEqual({ removed: true });
    expect(await books()).toBeNull();
    expect(await exists(join(ws.spec.folder, 'sessions'))).toBe(false);
  });
});

describeWith(['bubblewrap'], 'records that an agent behind bubblewrap has tampered with', () => {
  beforeEach(async () => {
    const limits = { recordBytes: 1024 ** 2 };
    rig = await makeCloneYard(
      { 'a.txt': 'one\n' },
      { ...realClones(), sessions: SESSIONS, limits },
    );
    ws = await rig.prepare();
  });

  /** Runs a script where an agent stands. */
  const agent = async (script: string): Promise<void> => {
    const command = { argv: ['sh', '-c', script], cwd: ws.path, env: {} };
    const entered = value(await rig.clones.enter(ws.workspace, command, NOTHING_MORE));
    const { exit, stderr } = await run(entered);
    if (exit !== 0) throw new Error(stderr.toString());
  };

  it('are kept, and nothing that a link, a second name or a device leads to', async () => {
    const main = rig.repo.path;
    await mkdir(join(main, 'private'));
    await writeFiles(main, { 'private/secret.jsonl': 'top secret\n' });
    await agent(`set -e
      mkdir -p ~/.agent/sessions/sub; cd ~/.agent/sessions
      echo honest > honest.jsonl; echo honest > sub/agent.jsonl; chmod 600 honest.jsonl
      ln -s ${main}/private/secret.jsonl link.jsonl
      ln -s ${main}/private folder
      ln -s ../../../../../../../../etc/passwd climb.jsonl
      ln -s /proc/self/environ environ.jsonl
      ln -s . loop
      echo key > ~/.agent/auth.json; ln ~/.agent/auth.json second.jsonl; cp ~/.agent/auth.json sub/auth.json
      mkfifo pipe.jsonl sub/pipe
      truncate -s 1T sparse.jsonl
      echo shut > shut.jsonl; chmod 000 shut.jsonl
      echo odd > "$(printf 'a\\033[2Jb.jsonl')"
      ln -s ${main}/private/secret.jsonl ${ws.path}.handoff/events.jsonl`);
    const harvest = await ws.harvest();
    expect(kinds(harvest)).toEqual(['records-left']);
    expect(harvest.findings[0]?.blocks).toBe(false);
    const found = await kept();
    expect(found).toEqual({
      '.agent/sessions/honest.jsonl': 'honest\n',
      '.agent/sessions/sub/agent.jsonl': 'honest\n',
    });
    const left = ((await books())?.left ?? []).map(({ from }) => from.replace(/^.*\//, ''));
    expect(left.toSorted()).toEqual([
      'a?[2Jb.jsonl',
      'auth.json',
      'climb.jsonl',
      'environ.jsonl',
      'events.jsonl',
      'folder',
      'link.jsonl',
      'loop',
      'pipe',
      'pipe.jsonl',
      'second.jsonl',
      'shut.jsonl',
      'sparse.jsonl',
    ]);
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it('are not followed out of a HOME whose folders are links', async () => {
    await writeFiles(rig.repo.home, { '.agent/sessions/mine.jsonl': 'mine\n' });
    await agent(`ln -s ${rig.repo.home}/.agent ~/.agent`);
    expect(kinds(await ws.harvest())).toEqual(['records-left']);
    expect(await kept()).toEqual({});
  });
});
