import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { FILES } from './records.ts';

/** Where cgroups of version 2 are mounted: beside those of version 1, or alone. */
const MOUNTS = ['/sys/fs/cgroup/unified', '/sys/fs/cgroup'];
/** What they are called, and where: the agent could write the file that names its own. */
const GROUP = /^\/sys\/fs\/cgroup\/(?:[^/]+\/)*fanin-[\w.-]+$/;

/**
 * Makes a cgroup for an attempt's agent below this process's own, and says so in the attempt's folder;
 * nothing where none can be had. `tag`: the attempt's. Made here, it costs no process.
 */
export function makeGroup(folder: string, tag: string): void {
  const parent = ownGroup();
  if (parent === null) return;
  const group = `${parent}/fanin-${tag.replaceAll(/[^\w.-]/gu, '-')}`;
  quietly(() => {
    mkdirSync(group, { recursive: true });
    if (existsSync(`${group}/cgroup.kill`))
      writeFileSync(`${folder}/${FILES.group}`, `${group}\n`, { mode: 0o600 });
    else rmdirSync(group);
  });
}

/** Ends all that is in an attempt's cgroup. */
export function endGroup(folder: string): void {
  const group = groupOf(folder);
  if (group !== null) quietly(() => writeFileSync(`${group}/cgroup.kill`, '1'));
}

/** Removes it, and the word of it, once nobody is in it: until then it is called again. */
export function removeGroup(folder: string): void {
  const group = groupOf(folder);
  if (group === null) return;
  quietly(() => rmdirSync(group));
  if (!existsSync(group)) rmSync(`${folder}/${FILES.group}`, { force: true });
}

/** The folder of the cgroup that this process is in; null where it is not to be seen. */
function ownGroup(): string | null {
  try {
    const own = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1];
    if (own === undefined || own.includes('/..')) return null;
    const path = own === '/' ? '' : own;
    const mount = MOUNTS.find((each) => existsSync(`${each}${path}/cgroup.procs`));
    return mount === undefined ? null : `${mount}${path}`;
  } catch {
    return null;
  }
}

function groupOf(folder: string): string | null {
  try {
    const path = readFileSync(`${folder}/${FILES.group}`, 'utf8').trim();
    return GROUP.test(path) && !path.includes('/../') ? path : null;
  } catch {
    return null;
  }
}

/** It may be gone, or another user's. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Then the tag and the process group have to do.
  }
}
