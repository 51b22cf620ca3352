import type { Boundary, BoundaryCapabilities } from '../ports/boundary.ts';

const WORDS: Readonly<Record<Exclude<keyof BoundaryCapabilities, 'triedOut'>, string>> = {
  ownProcesses: 'a process that leaves its group can live on',
  ownMemory: 'shared memory is the host’s',
  ownPorts: 'nothing inside can listen on a port',
  ownUser: 'where fanin is root, so is the agent',
  ownTmp: '/tmp is closed (TMPDIR leads elsewhere)',
};

/** What a person should know of a boundary that keeps less than others, or was never tried out; null: nothing. */
export const unkeptText = ({ capabilities }: Pick<Boundary, 'capabilities'>): string | null => {
  const keys = Object.keys(WORDS) as (keyof typeof WORDS)[];
  const lacks = keys.flatMap((key) => (capabilities[key] ? [] : [WORDS[key]]));
  const untried = capabilities.triedOut ? [] : ['untested on a system of this kind by its makers'];
  const all = [...untried, ...lacks];
  return all.length === 0 ? null : all.join('; ');
};
