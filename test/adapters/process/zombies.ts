import { readdirSync, readFileSync } from 'node:fs';

/** Zombies below a process: its children, and theirs. */
export function zombiesBelow(root: number): number {
  const rows = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(name));
  const children = rows.filter(({ parent }) => parent === root).map(({ pid }) => pid);
  const family = new Set([root, ...children]);
  return rows.filter(({ state, parent }) => state === 'Z' && family.has(parent)).length;
}

function statOf(pid: string): { pid: number; state: string; parent: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid: Number(pid), state, parent: Number(parent) };
  } catch {
    return { pid: Number(pid), state: '', parent: 0 };
  }
}
