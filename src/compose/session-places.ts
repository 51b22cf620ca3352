import { basename } from 'node:path';
import type { CloneSessions } from '../adapters/workspaces/clone/deps.ts';
import { AGENTS } from './agents.ts';

/**
 * Where the agents keep their records of their sessions. All of them for every attempt: a command may
 * start any of them, and so may another agent.
 */
export const sessionPlaces = (): CloneSessions => {
  const known = AGENTS.flatMap(({ manifest }) => (manifest === null ? [] : [manifest.inside]));
  const logIns = known.flatMap(({ files }) => files.filter(({ kind }) => kind === 'log-in'));
  return {
    places: known.flatMap(({ sessions }) => sessions),
    logIns: logIns.map(({ path }) => basename(path)),
  };
};
