import { broadLosses } from './broad-losses.ts';
import type { Detector } from './pattern.ts';
import { fileKey } from './session-view.ts';

/** One broad command took away files that others had written. */
export const finalTreeOverwrite: Detector = {
  code: 'final-tree-overwrite',
  detect(view) {
    return broadLosses(view).map(({ agent, evidence, files }) => ({
      agents: [...new Set([...files.map((each) => each.agent), agent])],
      evidence: [...files.slice(0, 1).map((each) => each.evidence), evidence],
      consequence: `${files.length} files that others had written were taken away`,
      nearest: 'source-overwrite',
      rejection: 'one broad command covered many files',
      confidence: 'high',
      episode: files.map(({ path }) => fileKey(path)),
    }));
  },
};
