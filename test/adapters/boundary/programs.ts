import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The programs that a boundary is made with. */
export interface Programs {
  readonly node: string;
  readonly gateway: string;
  /** Opens a port and asks it once (see `opener-child.ts`). */
  readonly opener: string;
}

const ADAPTERS = fileURLToPath(new URL('../../../src/adapters', import.meta.url));
const GATEWAY = 'boundary/gateway/gateway-main.ts';
const OPENER = 'opener-child.ts';
const here: Programs = {
  node: process.execPath,
  gateway: join(ADAPTERS, GATEWAY),
  opener: join(import.meta.dirname, OPENER),
};
const copies = new Map<number, Programs>();

/** Those that this user can run: a checkout or a Node below root's HOME is copied to where everybody can read. */
export function programsFor(uid: number): Programs {
  if (uid === process.getuid?.()) return here;
  const known = copies.get(uid);
  if (known !== undefined) return known;
  const programs = canRead(uid, [here.node, here.gateway, here.opener]) ? here : copied();
  copies.set(uid, programs);
  return programs;
}

const canRead = (uid: number, paths: readonly string[]): boolean => {
  const id = String(uid);
  const as = ['--reuid', id, '--regid', id, '--clear-groups', '--', 'cat'];
  return spawnSync('setpriv', [...as, ...paths], { stdio: 'ignore' }).status === 0;
};

function copied(): Programs {
  const folder = mkdtempSync(join(tmpdir(), 'fanin-programs-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  copyFileSync(here.node, join(folder, 'node'));
  // As they lie to each other in the checkout.
  const root = join(ADAPTERS, '..', '..');
  for (const part of ['src/adapters', 'src/domain', 'src/ports']) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  const opener = join(folder, 'test/adapters/boundary', OPENER);
  mkdirSync(dirname(opener), { recursive: true });
  copyFileSync(here.opener, opener);
  return { node: join(folder, 'node'), gateway: join(folder, 'src/adapters', GATEWAY), opener };
}
