import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { run } from '../../src/adapters/process/run.ts';
import { become } from '../adapters/boundary/boundary-rig.ts';
import { programsFor } from '../adapters/boundary/programs.ts';
import { gotOut, lookAt, pidsWith } from './judge.ts';
import type { Row } from './row.ts';
import { makeScene } from './scene.ts';
import type { Scene } from './scene.ts';

/** What the level that only watches had to say of a row; `–`: nothing. */
export interface Watchers {
  /** The text guard, asked with the row's command before it runs. */
  guard(row: Row, scene: Scene): string;
  /** The fingerprints, compared after it has run. */
  fingerprints(row: Row, scene: Scene): string;
}

/** Until they are put in. */
export const NO_WATCHERS: Watchers = { guard: () => '–', fingerprints: () => '–' };

export interface Watched {
  readonly id: string;
  readonly out: boolean;
  readonly guard: string;
  readonly fingerprints: string;
}

const RESTORED = ['main', 'neighbour', 'upstream.git', 'work', 'state', 'sibling'];

/** Runs each row in a linked worktree, as an ordinary user, with nothing around it. */
export async function tryWithoutBoundary(
  rows: readonly Row[],
  uid: number,
  watchers: Watchers = NO_WATCHERS,
): Promise<readonly Watched[]> {
  const scene = await makeScene('worktree', uid);
  try {
    const at = (name: string): string => join(scene.folder, name);
    execFileSync('chown', ['-R', `${uid}:${uid}`, scene.folder]);
    execFileSync('mkdir', [at('kept')]);
    for (const name of RESTORED) execFileSync('cp', ['-a', at(name), at('kept')]);
    const found: Watched[] = [];
    for (const row of rows) {
      scene.revive();
      const guard = watchers.guard(row, scene);
      const before = lookAt([row], scene);
      const said = await tryOne(row, scene, uid);
      const out = gotOut(row, scene, before, said);
      found.push({ id: row.id, out, guard, fingerprints: watchers.fingerprints(row, scene) });
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
