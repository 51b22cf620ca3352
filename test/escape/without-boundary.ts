import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { run } from '../../src/adapters/process/run.ts';
import { become } from '../adapters/boundary/boundary-rig.ts';
import { programsFor } from '../adapters/boundary/programs.ts';
import { gotOut, lookAt, pidsWith } from './judge.ts';
import type { Row } from './row.ts';
import { changesBetween, fingerprintOf, guardOf, trustingAll } from './watchers.ts';
import { makeScene } from './scene.ts';
import type { Scene } from './scene.ts';

/** What came of a row, and what the level that only watches had to say of it; `–`: nothing. */
export interface Watched {
  readonly id: string;
  readonly out: boolean;
  /** The text guard's verdict on the command. */
  readonly guard: string;
  /** Findings by the fingerprints from before and after. */
  readonly fingerprints: string;
}

const RESTORED = ['main', 'neighbour', 'upstream.git', 'work', 'state', 'sibling'];

/** Runs each row in a linked worktree, as an ordinary user, with nothing around it. */
export async function tryWithoutBoundary(
  rows: readonly Row[],
  uid: number,
): Promise<readonly Watched[]> {
  return trustingAll(() => tryAll(rows, uid));
}

async function tryAll(rows: readonly Row[], uid: number): Promise<readonly Watched[]> {
  const scene = await makeScene('worktree', uid);
  try {
    const at = (name: string): string => join(scene.folder, name);
    execFileSync('chown', ['-R', `${uid}:${uid}`, scene.folder]);
    execFileSync('mkdir', [at('kept')]);
    for (const name of RESTORED) execFileSync('cp', ['-a', at(name), at('kept')]);
    const found: Watched[] = [];
    for (const row of rows) {
      scene.revive();
      const guard = guardOf(row, scene);
      const print = await fingerprintOf(scene);
      const before = lookAt([row], scene);
      const said = await tryOne(row, scene, uid);
      const out = gotOut(row, scene, before, said);
      const fingerprints = changesBetween(print, await fingerprintOf(scene));
      found.push({ id: row.id, out, guard, fingerprints });
      for (const name of RESTORED) {
        execFileSync('rm', ['-rf', at(name)]);
        execFileSync('cp', ['-a', at(`kept/${name}`), at(name)]);
      }
    }
    return found;
  } finally {
    killThoseLeft(scene.names['TAG'] ?? '');
    scene.remove();
  }
}

async function tryOne(row: Row, scene: Scene, uid: number): Promise<string> {
  const { USERHOME: home = '', WORK: cwd = '', AGENTSOCKET: agent = '' } = scene.names;
  const ran = await run({
    argv: [...become(uid), 'sh', '-c', row.run],
    cwd,
    env: {
      ...scene.names,
      ID: row.id,
      HOME: home,
      TOKEN: scene.secret,
      SSH_AUTH_SOCK: agent,
      PATH: `${dirname(programsFor(uid).node)}:/usr/bin:/bin:/usr/sbin:/sbin`,
    },
    maxBytes: 200_000,
    timeoutMs: 8000,
  });
  return `${ran.stdout.toString('utf8')}\n${ran.stderr.toString('utf8')}`;
}

/** Those who stayed behind carry the scene's tag. */
function killThoseLeft(tag: string): void {
  for (const pid of tag === '' ? [] : pidsWith(`.${tag}`)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}
