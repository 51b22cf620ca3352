import { afterEach, describe, expect, it } from 'vitest';
import { USUAL_PRUNING } from '../../../src/domain/checkpoint/pruning.ts';
import { writeFiles } from '../../support/git-repo.ts';
import { makeYard, value } from '../workspaces/worktree/yard-rig.ts';
import type { Prepared, YardRig } from '../workspaces/worktree/yard-rig.ts';
import { heldIn, inStore, storeOver } from './store-rig.ts';

const WRITERS = ['one', 'two', 'three', 'four'];
const ROUNDS = 6;
/** Every workspace is looked at so often while its agent is at work. */
const LOOKS = 3;

/** What the two sides know of each other. */
interface Beside {
  looks: number;
  over: boolean;
}

let rig: YardRig | null = null;
afterEach(async () => {
  await rig?.repo.remove();
  rig = null;
});

/** An agent at work: every git command of it has to succeed. */
const write = async (made: Prepared, name: string, beside: Beside): Promise<number> => {
  let round = 0;
  while (!beside.over && (round < ROUNDS || beside.looks < LOOKS)) {
    round += 1;
    await writeFiles(made.path, {
      [`${name}/${String(round)}.txt`]: name,
      'a.txt': `${name} ${String(round)}\n`,
    });
    await made.git('status', '--porcelain');
    await made.git('add', '-A');
    await writeFiles(made.path, { [`${name}/late.txt`]: String(round) });
    await made.git('commit', '-q', '-m', `round ${String(round)}`);
  }
  return round;
};

describe('checkpoints beside four agents at work', () => {
  it('never make a git of theirs fail, and miss nothing', async () => {
    const yard = await makeYard();
    rig = yard;
    const checkpoints = storeOver(yard);
    const all: Prepared[] = [];
    for (const name of WRITERS) all.push(await yard.prepare(name));
    const beside: Beside = { looks: 0, over: false };
    let taken = 0;
    const looker = async (): Promise<void> => {
      while (!beside.over) {
        for (const made of all) {
          const look = value(await checkpoints.take(made.workspace, made.spec));
          taken += look.kind === 'taken' ? 1 : 0;
        }
        const policy = { ...USUAL_PRUNING, most: 3, now: Date.now(), runs: null, landed: [] };
        value(await checkpoints.prune(policy));
        beside.looks += 1;
      }
    };
    const looking = looker().finally(() => {
      beside.over = true;
    });
    const writing = all.map((made, index) => write(made, WRITERS[index] ?? '', beside));
    const written = Promise.all(writing).finally(() => {
      beside.over = true;
    });
    const [rounds] = await Promise.all([written, looking]);
    expect(taken).toBeGreaterThan(WRITERS.length);
    for (const [index, made] of all.entries()) {
      value(await checkpoints.take(made.workspace, made.spec));
      const last = value(await checkpoints.latest(made.spec));
      expect(last?.tree).toBe((await made.harvest()).tree);
      expect(await heldIn(yard, last?.commit ?? '')).toMatchObject({
        [`${made.spec.task}/late.txt`]: String(rounds[index]),
      });
    }
    await inStore(yard, 'fsck', '--connectivity-only');
  }, 60_000);
});
