import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { surveyTrust, trustScripts } from '../../src/compose/trust.ts';
import { writeFiles } from '../support/git-repo.ts';
import { planOf, taskOf } from '../support/plans.ts';
import { clean } from './clean-scenes.ts';
import { seedRun, value } from './seeded-run.ts';
import type { SeededRun } from './seeded-run.ts';

let seeded: SeededRun | null = null;
afterEach(async () => {
  await seeded?.remove();
  seeded = null;
});

/** One task that has landed and left its workspace, whose clean-up script writes down that it ran. */
const landed = async (
  trusted: boolean,
): Promise<{ readonly path: string; readonly log: string }> => {
  const archive = 'echo "$CONDUCTOR_WORKSPACE_NAME" >> "$CONDUCTOR_ROOT_PATH/../down"';
  const of = await seedRun(planOf([taskOf('core')]), {
    'conductor.json': JSON.stringify({ scripts: { archive } }),
  });
  seeded = of;
  if (trusted) {
    const { scripts } = value(await surveyTrust(of.place, 'HEAD'));
    value(
      trustScripts(
        of.place,
        scripts.map(({ script }) => script),
        { at: 1, by: 'me' },
      ),
    );
  }
  const path = await of.prepare('core');
  of.start('core');
  await of.finish('core', { 'core/a': '1\n' });
  await of.land('core');
  await of.save();
  return { path, log: join(of.place.root, '../down') };
};

describe('fanin clean', () => {
  it('runs the trusted clean-up scripts of what it removes', async () => {
    const { path, log } = await landed(true);
    if (seeded === null) throw new Error('no run');
    await clean(seeded, { dryRun: true });
    expect(existsSync(log)).toBe(false);
    await clean(seeded);
    expect([existsSync(path), await readFile(log, 'utf8')]).toEqual([false, 'r1-core-1\n']);
  });

  it('leaves what has to stay running, and runs nothing that nobody trusts', async () => {
    const kept = await landed(true);
    if (seeded === null) throw new Error('no run');
    await writeFiles(kept.path, { 'core/late': 'work\n' });
    await clean(seeded);
    expect([existsSync(kept.path), existsSync(kept.log)]).toEqual([true, false]);
    await seeded.remove();
    const untrusted = await landed(false);
    await clean(seeded);
    expect([existsSync(untrusted.path), existsSync(untrusted.log)]).toEqual([false, false]);
  });
});
