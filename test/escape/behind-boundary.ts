import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { programShares } from '../../src/adapters/boundary/program-shares.ts';
import { run } from '../../src/adapters/process/run.ts';
import type { RunOutcome } from '../../src/adapters/process/run.ts';
import type { Network } from '../../src/ports/boundary.ts';
import type { CommandSpec } from '../../src/ports/commands.ts';
import { ORDINARY, become, realBoundary } from '../adapters/boundary/boundary-rig.ts';
import type { Who } from '../adapters/boundary/boundary-rig.ts';
import { programsFor } from '../adapters/boundary/programs.ts';
import { DRIVER } from './driver.ts';
import { gotOut, lookAt } from './judge.ts';
import type { Row } from './row.ts';
import { git, makeScene } from './scene.ts';
import type { Scene } from './scene.ts';

/** Which rows got out, by id; and what each said, to look into. */
export interface Outcome {
  readonly out: readonly string[];
  readonly said: Readonly<Record<string, string>>;
}

/** What an agent must be able to do in its clone. */
const WORK = `set -e
echo 1 >new; git add new; git commit -qm one; echo 2 >>a.txt; git commit -qam two
git switch -qc "$BRANCHES/side" HEAD^; echo 3 >>c.txt; git stash -q; git stash pop -q; git add -A; git commit -qm three
git rebase -q "$BRANCHES/work"; git switch -q "$BRANCHES/work"; git branch -D "$BRANCHES/side"; git gc -q; git status --short; git fsck --no-dangling
echo "all of it works"`;

/** A scene with a boundary around its clone; fanin is `who`. */
export interface Behind {
  readonly scene: Scene;
  wrap(argv: readonly string[], network?: Network): Promise<CommandSpec>;
  /** Runs the rows in as few starts as can be. */
  tryRows(rows: readonly Row[], network?: Network): Promise<Outcome>;
  /** Whether everyday git works; what it said. */
  work(): Promise<string>;
  /** The host takes the agent's branches in, upload-pack behind the boundary; the value are refusals. */
  harvest(branches: string): Promise<string>;
  remove(): void;
}

/** Rights are wide open on purpose: only the boundary is to hold. */
export async function makeBehind({ uid }: Who): Promise<Behind> {
  // As the agent's own user, the host's process is one that rights do not keep from it.
  const inside = uid === 0 ? ORDINARY : uid;
  const scene = await makeScene('clone', inside);
  const {
    WORK: work,
    MAIN: main,
    STATE: state,
  } = scene.names as Record<'WORK' | 'MAIN' | 'STATE', string>;
  const home = join(scene.folder, 'home');
  const handOver = (): void => {
    execFileSync('chmod', ['-R', 'a+rwX', scene.folder]);
    if (process.getuid?.() === 0) {
      execFileSync('chown', ['-R', `${inside}:${inside}`, work, home]);
      if (uid !== 0) execFileSync('chown', ['-R', `${inside}:${inside}`, scene.folder]);
    }
  };
  const node = programsFor(uid).node;
  const wrap: Behind['wrap'] = async (argv, network = { mode: 'none' }) => {
    const objects = join(main, '.git', 'objects');
    const way = await realBoundary(uid).enclose(state, {
      home,
      network,
      uid: inside,
      shares: [
        ...programShares([node]),
        { from: objects, to: objects, write: false },
        { from: work, to: work, write: true },
      ],
    });
    if (!way.ok) throw new Error(way.error.message);
    handOver();
    const env = { ...scene.names, PATH: `${dirname(node)}:/usr/bin:/bin:/usr/sbin:/sbin` };
    const command = way.value.wrap({ argv, cwd: work, env });
    return { ...command, argv: [...leaking(scene), ...become(uid), ...command.argv] };
  };
  const start = async (
    argv: readonly string[],
    input = '',
    network?: Network,
  ): Promise<RunOutcome> => {
    const command = await wrap(argv, network);
    const env = { ...command.env, TOKEN: scene.secret, SSH_AUTH_SOCK: scene.names['AGENTSOCKET'] };
    return run({ ...command, env, input, timeoutMs: 100_000 });
  };
  const tryRows: Behind['tryRows'] = async (rows, network) => {
    await wrap(['true'], network);
    const before = lookAt(rows, scene);
    const said: Record<string, string> = {};
    const batches = [
      rows.filter(({ alone }) => alone !== true),
      ...rows.filter(({ alone }) => alone === true).map((row) => [row]),
    ];
    for (const batch of batches) {
      const ran = await start(['node', '-e', DRIVER], JSON.stringify(batch), network);
      Object.assign(said, saidBy(ran, batch));
    }
    const out = rows.filter((row) => gotOut(row, scene, before, said[row.id] ?? ''));
    return { out: out.map(({ id }) => id), said };
  };
  return {
    scene,
    wrap,
    tryRows,
    work: async () => {
      const ran = await start(['sh', '-c', WORK]);
      return `${ran.stdout.toString('utf8')}${ran.stderr.toString('utf8')}`;
    },
    harvest: async (branches) => harvest(scene, branches, await wrap(['git-upload-pack'])),
    remove: () => scene.remove(),
  };
}

/** Whoever starts the agent has a file of the host open for writing. */
const leaking = ({ names }: Scene): readonly string[] => [
  '/bin/bash',
  '-c',
  `exec 5<>'${names['PUBLIC']}/open' 33<>'${names['PUBLIC']}/open' 99<>'${names['PUBLIC']}/open'; exec "$@"`,
  'sh',
];

/** A batch that was ended by its own doing has said nothing; one with more rows than one must not be. */
function saidBy(ran: RunOutcome, batch: readonly Row[]): Record<string, string> {
  try {
    return JSON.parse(ran.stdout.toString('utf8')) as Record<string, string>;
  } catch {
    if (batch.length === 1) return {};
    throw new Error(
      `the batch ended early: exit ${ran.exit} ${ran.failure} ${ran.stderr.toString('utf8')}`,
    );
  }
}

/** As the sandbox level does it: nothing of the host's git runs on the agent's tree. */
function harvest(scene: Scene, branches: string, uploadPack: CommandSpec): string {
  const script = join(scene.folder, 'up.sh');
  const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  const env = Object.entries(uploadPack.env).map(
    ([name, value]) => `export ${name}=${quote(value ?? '')}`,
  );
  writeFileSync(
    script,
    `#!/bin/sh\n${env.join('\n')}\nexec ${uploadPack.argv.map(quote).join(' ')} "$@"\n`,
  );
  chmodSync(script, 0o755);
  try {
    git(
      scene.names['MAIN'] ?? '',
      '-c',
      'fetch.fsckObjects=true',
      '-c',
      'core.hooksPath=/dev/null',
      'fetch',
      '-q',
      '--no-tags',
      '--no-write-fetch-head',
      '--no-recurse-submodules',
      '--upload-pack',
      script,
      scene.names['WORK'] ?? '',
      `+refs/heads/${branches}:refs/remotes/agents/a/${branches.split('/').at(-1)}`,
    );
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whether something that was planted has run on the host. */
export const ranOnHost = (scene: Scene, id: string): boolean =>
  existsSync(join(scene.names['CANARY'] ?? '', id));
