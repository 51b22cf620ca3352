import { noProvisions } from '../../src/adapters/simulated/provisions.ts';
import { NO_GRANTS } from '../../src/domain/plan/grants.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createCommands } from '../../src/adapters/process/commands.ts';
import { attemptFiles } from '../../src/adapters/files/attempt-files.ts';
import { repositorySetups } from '../../src/adapters/setup/setups.ts';
import { portClaims } from '../../src/adapters/setup/port-claims.ts';
import { cleanUpWorkspace } from '../../src/engine/effects/clean-up.ts';
import { setupRig } from '../adapters/setup/setup-rig.ts';
import type { SetupRig } from '../adapters/setup/setup-rig.ts';
import { describeWith } from '../support/capabilities.ts';
import { lastingProcesses } from '../support/processes.ts';

// Further ones of this kind: the contract of commands and of supervision (nothing is left running),
// test/compose/clean*.test.ts and doctor.test.ts (orphans, their size, the disk).
let rig: SetupRig | null = null;
afterEach(async () => {
  await rig?.repo.remove();
  rig = null;
});

const cleanUp = async (of: SetupRig): Promise<void> => {
  const commands = createCommands({ env: process.env, killAfterMs: 500 });
  await cleanUpWorkspace(
    {
      setups: of.setups,
      workspaces: of.workspaces,
      provide: () => noProvisions.forCommands(NO_GRANTS),
      files: attemptFiles(of.place.stateDir),
      run: (command) => commands.run(command),
    },
    of.workspace,
    { EXTRA: 'of the task' },
  );
};

describeWith(['proc'], 'what a workspace’s set-up has started', () => {
  it('stayed behind when the workspace went: its clean-up runs first, and leaves nothing itself', async () => {
    const archive =
      'echo "$CONDUCTOR_WORKSPACE_NAME $EXTRA $PWD" >> "$CONDUCTOR_ROOT_PATH/../down"; sleep 300 & disown';
    rig = await setupRig({ 'conductor.json': JSON.stringify({ scripts: { archive } }) });
    await rig.trust();
    await cleanUp(rig);
    // The workspace was kept, and is removed a second time.
    await cleanUp(rig);
    expect(await readFile(join(rig.repo.base, 'down'), 'utf8')).toBe(
      `r1-core-1 of the task ${rig.workspace.path}\n`,
    );
    expect(await lastingProcesses(rig.workspace.path)).toEqual([]);
  });

  it('is not touched by a clean-up script that nobody trusts', async () => {
    rig = await setupRig({
      'conductor.json': JSON.stringify({
        scripts: { archive: 'touch "$CONDUCTOR_ROOT_PATH/../down"' },
      }),
    });
    await cleanUp(rig);
    await expect(readFile(join(rig.repo.base, 'down'))).rejects.toThrow();
  });
});

describe('ports', () => {
  it('ran out since those of removed workspaces were never given back', async () => {
    rig = await setupRig({ a: '1\n' });
    const ports = portClaims(join(rig.repo.base, 'ports'));
    const setups = repositorySetups({ place: rig.place, bring: [], copyLimit: 0, ports });
    const seen = new Set<string | undefined>();
    for (let k = 0; k < 30; k += 1) {
      seen.add((await setups.of(rig.workspace)).env['PORT']);
      await setups.release(rig.workspace);
    }
    expect(seen.size).toBe(1);
  });
});
