import { existsSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { FILES } from './records.ts';

/** What a supervisor calls a cgroup, and where: the agent could write the file that names it. */
const GROUP = /^\/sys\/fs\/cgroup\/(?:[^/]+\/)*fanin-\d+-\d+$/;

/** Ends all that is in the cgroup which the attempt's supervisor made for its agent; see `group-script.ts`. */
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

function groupOf(folder: string): string | null {
  try {
    const path = readFileSync(`${folder}/${FILES.group}`, 'utf8').trim();
    return GROUP.test(path) && !path.includes('/../') ? path : null;
  } catch {
    return null;
  }
}

/** It may be gone, or be another user's. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Then the tag and the process group have to do.
  }
}
