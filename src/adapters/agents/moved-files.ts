import type { AgentFile } from '../../ports/agent.ts';

/** Files below a folder of HOME's (`''`: HOME itself) that lie elsewhere where a variable names that folder. */
export const movedFiles = (
  variable: string,
  folder: string,
  files: Readonly<Record<string, AgentFile['kind']>>,
): readonly AgentFile[] =>
  Object.entries(files).map(([path, kind]) => ({
    path: folder === '' ? path : `${folder}/${path}`,
    kind,
    moved: { variable, path },
  }));
