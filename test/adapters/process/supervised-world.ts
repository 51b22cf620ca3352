import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProcess } from '../../../src/adapters/process/records.ts';
import { createSupervision } from '../../../src/adapters/process/supervision.ts';
import { supervisorTag } from '../../../src/adapters/process/supervisor/own-tag.ts';
import { sweepTagged, taggedProcesses } from '../../../src/adapters/process/sweep.ts';
import { attemptTag } from '../../../src/adapters/process/tag.ts';
import type { SupervisedLaunch } from '../../../src/ports/supervision.ts';
import type { SupervisionUnderTest } from '../../contract/supervision.ts';
import { eventually } from '../../support/eventually.ts';

/** Writes down its starts and what it reads; `exit <n>` on its input ends it. */
const OBEDIENT = `
echo started >> starts.txt
while IFS= read -r line; do
  printf '%s\\n' "$line" >> received.txt
  case "$line" in exit*) exit "\${line#exit }";; esac
done
exec sleep 600`;

export interface SupervisedWorld extends SupervisionUnderTest {
  /** A launch of this shell script; its current folder is the attempt's. */
  script(attempt: string, text: string, more?: Partial<SupervisedLaunch>): SupervisedLaunch;
  tagged(attempt: string): readonly number[];
  /** The supervisor's own processes. */
  supervising(attempt: string): readonly number[];
  text(launch: SupervisedLaunch, name: string): string;
  readonly stateFolder: string;
}

/**
 * Real supervision in a folder of its own below `under`, by this shell; `close` leaves no process
 * behind.
 */
export function supervisedWorld(under = '', shell?: readonly string[]): SupervisedWorld {
  const root = mkdtempSync(join(tmpdir(), 'sup-'));
  const stateFolder = join(root, under);
  const engine = () =>
    createSupervision({ stateFolder, env: process.env, ...(shell === undefined ? {} : { shell }) });
  const supervision = engine();
  const launches = new Map<string, SupervisedLaunch>();
  const script = (attempt: string, text: string, more: Partial<SupervisedLaunch> = {}) => {
    const folder = join(stateFolder, attempt);
    mkdirSync(folder, { recursive: true });
    const launch: SupervisedLaunch = {
      attempt,
      folder,
      command: { argv: ['sh', '-c', text], cwd: folder, env: {} },
      stdin: '',
      keepOpen: true,
      deadlineAt: Date.now() + 600_000,
      killAfterMs: 5_000,
      ...more,
    };
    launches.set(attempt, launch);
    return launch;
  };
  const read = (launch: SupervisedLaunch, name: string): string => {
    try {
      return readFileSync(join(launch.folder, name), 'utf8');
    } catch {
      return '';
    }
  };
  return {
    supervision,
    other: engine(),
    stateFolder,
    script,
    launch: (attempt, more) => script(attempt, OBEDIENT, more),
    missing: (attempt) => {
      const launch = script(attempt, '');
      return { ...launch, command: { ...launch.command, argv: ['no-such-program-here'] } };
    },
    starts: async (launch) => {
      await eventually('the agent to write', () => read(launch, 'starts.txt') !== '');
      return read(launch, 'starts.txt').trim().split('\n').length;
    },
    received: async (launch, text) => {
      await eventually(`the agent to read ${text}`, () =>
        read(launch, 'received.txt').includes(text),
      );
    },
    end: async ({ attempt, folder }, code) => {
      await supervision.send(attempt, folder, `exit ${code}\n`);
    },
    killSupervisor: ({ folder }) => {
      const pid = readProcess(folder)?.supervisorPid;
      if (pid === undefined) throw new Error('no supervisor to kill');
      process.kill(pid, 'SIGKILL');
      return Promise.resolve();
    },
    tagged: (attempt) => taggedProcesses(attemptTag(stateFolder, attempt)),
    supervising: (attempt) => taggedProcesses(supervisorTag(attemptTag(stateFolder, attempt))),
    text: read,
    close: async () => {
      for (const { attempt, folder } of launches.values()) {
        const supervisor = readProcess(folder)?.supervisorPid;
        const { kind } = await supervision.probe(attempt, folder);
        if (kind === 'alive' && supervisor !== undefined) process.kill(supervisor, 'SIGKILL');
        await sweepTagged(attemptTag(stateFolder, attempt));
        await eventually('the agent to be gone', async () => {
          const state = await supervision.probe(attempt, folder);
          return state.kind !== 'alive';
        });
        // A supervisor writes until it ends.
        await sweepTagged(supervisorTag(attemptTag(stateFolder, attempt)));
      }
      rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
