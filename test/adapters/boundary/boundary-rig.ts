import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bubblewrapBoundary } from '../../../src/adapters/boundary/bubblewrap.ts';
import { programShares } from '../../../src/adapters/boundary/program-shares.ts';
import { programsFor } from './programs.ts';
import { run } from '../../../src/adapters/process/run.ts';
import type { RunOutcome } from '../../../src/adapters/process/run.ts';
import type { Boundary, Network, Refusal, Share } from '../../../src/ports/boundary.ts';
import type { CommandSpec } from '../../../src/ports/commands.ts';

/** An ordinary user that need not exist. */
export const ORDINARY = 47_110;

/** Who fanin is in a test. */
export interface Who {
  readonly name: string;
  readonly uid: number;
}

const own = process.getuid?.() ?? 0;

/** As root, fanin is tried as root and as an ordinary user; as an ordinary user, as that one. */
export const WHO: readonly Who[] =
  own === 0
    ? [
        { name: 'as root', uid: 0 },
        { name: 'as an ordinary user', uid: ORDINARY },
      ]
    : [{ name: 'as an ordinary user', uid: own }];

/** The boundary, for a fanin that is that user. */
export const realBoundary = (uid: number = own): Boundary =>
  bubblewrapBoundary({
    ...programsFor(uid),
    uid,
    gid: uid === own ? (process.getgid?.() ?? 0) : uid,
  });

/** What a command behind a boundary is tried with. */
export interface Rig {
  readonly folder: string;
  /** Writable inside and out. */
  readonly work: string;
  readonly home: string;
  /** The attempt's state folder. */
  readonly state: string;
  readonly boundary: Boundary;
  wrap(argv: readonly string[], more?: Wish): Promise<CommandSpec>;
  /** Runs `sh -c script` inside to its end. */
  sh(script: string, more?: Wish): Promise<RunOutcome & { readonly out: string }>;
  start(argv: readonly string[], more?: Wish): Promise<ChildProcess>;
  refusals(): Promise<readonly Refusal[]>;
  remove(): void;
}

/** What a command wants beside the defaults: no network, the work folder, a bare environment. */
export interface Wish {
  readonly network?: Network;
  readonly shares?: readonly Share[];
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Stands around the command outside, as in `sh -c 'exec 7>x; exec "$@"' sh`. */
  readonly around?: readonly string[];
}

/** Makes one; where fanin is not who runs the test, everything is that user's. */
export function makeRig({ uid }: Who): Rig {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fanin-inside-')));
  chmodSync(folder, 0o755);
  const [work, home, state] = ['work', 'home', 'state'].map((name) => {
    const path = join(folder, name);
    mkdirSync(path);
    if (own === 0) chownSync(path, uid === 0 ? ORDINARY : uid, uid === 0 ? ORDINARY : uid);
    return path;
  }) as [string, string, string];
  const boundary = realBoundary(uid);
  const wrap: Rig['wrap'] = async (argv, wish = {}) => {
    const way = await boundary.enclose(state, {
      home,
      uid: ORDINARY,
      network: wish.network ?? { mode: 'none' },
      shares: [
        ...programShares([programsFor(uid).node]),
        { from: work, to: work, write: true },
        ...(wish.shares ?? []),
      ],
    });
    if (!way.ok) throw new Error(`${way.error.code}: ${way.error.message}`);
    const env = { PATH: `${dirname(programsFor(uid).node)}:/usr/bin:/bin`, ...wish.env };
    const command = way.value.wrap({ argv, cwd: work, env });
    await handOver(folder, uid);
    return { ...command, argv: [...(wish.around ?? []), ...become(uid), ...command.argv] };
  };
  return {
    folder,
    work,
    home,
    state,
    boundary,
    wrap,
    sh: async (script, wish = {}) => {
      const command = await wrap(['sh', '-c', script], wish);
      const outcome = await run({ ...command, input: wish.input ?? '', timeoutMs: 15_000 });
      return { ...outcome, out: outcome.stdout.toString('utf8') };
    },
    start: async (argv, wish = {}) => {
      const command = await wrap(argv, wish);
      const [program = '', ...args] = command.argv;
      return spawn(program, args, {
        cwd: command.cwd,
        env: { ...command.env },
        detached: true,
        stdio: ['pipe', 'pipe', 'pipe'],
      });
    },
    refusals: () => boundary.refusals(state),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const handOver = async (folder: string, uid: number): Promise<void> => {
  if (uid === own) return;
  await run({ argv: ['chown', '-R', `${uid}:${uid}`, folder], cwd: '/' });
};

export const become = (uid: number): readonly string[] => {
  const id = String(uid);
  return uid === own
    ? []
    : ['/usr/bin/setpriv', '--reuid', id, '--regid', id, '--clear-groups', '--'];
};
