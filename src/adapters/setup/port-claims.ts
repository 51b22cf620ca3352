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
  const book: Book = { folder, read: new Map() };
  return {
    claim: (workspace) => {
      const port = own.get(workspace) ?? claimIn(book, workspace);
      if (port !== null) own.set(workspace, port);
      return port;
    },
    release: (workspace) => {
      for (const claim of claimsIn(book, own.get(workspace) ?? null))
        if (claim.workspace === workspace) rmSync(join(folder, claim.name), { force: true });
      own.delete(workspace);
      removeEmpty(folder);
    },
  };
};

/** The folder of claims, and what is known of its files: all workspaces of a machine are in it. */
interface Book {
  readonly folder: string;
  readonly read: Map<string, { readonly stamp: string; readonly workspace: string }>;
}

const claimIn = (book: Book, workspace: string): number | null => {
  const { folder } = book;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    // Whoever gives the last claim back takes the folder along.
    if (!isUsable(folder)) return null;
    const held = claimsIn(book, null);
    const own = held.find((claim) => claim.workspace === workspace);
    if (own !== undefined) return own.port;
    const by = new Map(held.map((claim) => [claim.port, claim]));
    const isTaken = (port: number): boolean => existsSync(by.get(port)?.workspace ?? '');
    const port = freeBlock(seedOf(workspace), { has: isTaken });
    if (port === null) return null;
    const before = by.get(port);
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
}

/** The claims that count, one a block: of one block alone, or (null) of all. */
const claimsIn = (book: Book, only: number | null): readonly Claim[] => {
  const highest = new Map<number, Claim>();
  for (const name of namesIn(book.folder)) {
    const [, port = '', k = ''] = /^(\d+)\.(\d+)$/u.exec(name) ?? [];
    const known = highest.get(Number(port));
    if (port === '' || (only ?? Number(port)) !== Number(port)) continue;
    if ((known?.k ?? 0) > Number(k)) continue;
    const workspace = workspaceIn(book, name);
    if (workspace === null) continue;
    highest.set(Number(port), { name, port: Number(port), k: Number(k), workspace });
  }
  return [...highest.values()];
};

/** A file that came in the last moment may be another one of the same name in the next: it is read again. */
const SETTLED_MS = 3_000;

/** A claim's file never changes; another one of its name has another inode or time. */
const workspaceIn = ({ folder, read }: Book, name: string): string | null => {
  const file = join(folder, name);
  const at = Date.now();
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  const stamp = `${stat.ino} ${stat.ctimeMs}`;
  const known = read.get(name);
  if (known?.stamp === stamp) return known.workspace;
  const workspace = textOf(file);
  if (workspace !== null && stat.ctimeMs + SETTLED_MS < at) read.set(name, { stamp, workspace });
  return workspace;
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
