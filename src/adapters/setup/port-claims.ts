import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freeBlock, seedOf } from '../../domain/setup/port-block.ts';

/** Blocks of ports, each held by one workspace of this user, of whatever repository. */
export interface PortClaims {
  /** The first port of the block that is the workspace's, claimed if need be; null: none can be had. */
  claim(workspace: string): number | null;
  release(workspace: string): void;
}

/**
 * Claims are files of one folder, named `<port>.<k>`, that hold the workspace's path. A claim is made by `link`, which
 * only one can win; of a block the highest `k` counts, so one that a vanished workspace left is taken over by the next
 * `k`, which only one can win too. No lock is held, so none can be left behind.
 */
export const portClaims = (folder: string = usualFolder()): PortClaims => {
  // Asked for at every step of an attempt.
  const own = new Map<string, number>();
  return {
    claim: (workspace) => {
      const port = own.get(workspace) ?? claimIn(folder, workspace);
      if (port !== null) own.set(workspace, port);
      return port;
    },
    release: (workspace) => {
      own.delete(workspace);
      for (const claim of claimsIn(folder))
        if (claim.workspace === workspace) rmSync(join(folder, claim.name), { force: true });
      removeEmpty(folder);
    },
  };
};

const claimIn = (folder: string, workspace: string): number | null => {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    // Whoever gives the last claim back takes the folder along.
    if (!isUsable(folder)) return null;
    const held = claimsIn(folder);
    const own = held.find((claim) => claim.workspace === workspace);
    if (own !== undefined) return own.port;
    const taken = held.filter((claim) => claim.live).map(({ port }) => port);
    const port = freeBlock(seedOf(workspace), new Set(taken));
    if (port === null) return null;
    const before = held.find((claim) => claim.port === port);
    const k = (before?.k ?? 0) + 1;
    if (!claimAs(folder, `${port}.${k}`, workspace)) continue;
    if (before !== undefined) rmSync(join(folder, before.name), { force: true });
    return port;
  }
  return null;
};

const removeEmpty = (folder: string): void => {
  try {
    rmdirSync(folder);
  } catch {
    // Others have claims in it, or it is gone.
  }
};

/** Others that claim at the same time each win once. */
const MOST_TRIES = 200;

/** One for all repositories of a user: ports are the machine's. It goes with a boot, as all listeners do. */
const usualFolder = (): string => join(tmpdir(), `fanin-ports-${process.getuid?.() ?? 'all'}`);

/** The temp folder is everybody's: a folder there that somebody else has made is not to be relied upon. */
const isUsable = (folder: string): boolean => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stat = lstatSync(folder);
    return stat.isDirectory() && (process.getuid === undefined || stat.uid === process.getuid());
  } catch {
    return false;
  }
};

interface Claim {
  readonly name: string;
  readonly port: number;
  readonly k: number;
  readonly workspace: string;
  /** The workspace is still there. */
  readonly live: boolean;
}

/** The claims that count, one a block. */
const claimsIn = (folder: string): readonly Claim[] => {
  const highest = new Map<number, Claim>();
  for (const name of namesIn(folder)) {
    const [, port = '', k = ''] = /^(\d+)\.(\d+)$/u.exec(name) ?? [];
    const known = highest.get(Number(port));
    if (port === '' || (known?.k ?? 0) > Number(k)) continue;
    const workspace = textOf(join(folder, name));
    if (workspace === null) continue;
    const claim = { name, port: Number(port), k: Number(k), workspace };
    highest.set(claim.port, { ...claim, live: existsSync(workspace) });
  }
  return [...highest.values()];
};

const claimAs = (folder: string, name: string, workspace: string): boolean => {
  const own = join(folder, `.${process.pid}.${name}`);
  try {
    writeFileSync(own, workspace, { mode: 0o600 });
    linkSync(own, join(folder, name));
    return true;
  } catch {
    return false;
  } finally {
    rmSync(own, { force: true });
  }
};

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const textOf = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
};
