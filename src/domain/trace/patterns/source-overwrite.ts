import { secondWrites } from './overwrites.ts';
import type { Detector } from './pattern.ts';
import { callName, fileKey, isDeliverable } from './session-view.ts';

/** A sub-agent replaced or took back what another had written, without a look at it. */
export const sourceOverwrite: Detector = {
  code: 'source-overwrite',
  detect(view) {
    return secondWrites(view)
      .filter(({ lost, read, path }) => lost && !read && !isDeliverable(view, path))
      .map(({ first, agent, evidence, path }) => ({
        agents: [first.agent, agent],
        evidence: [first.evidence, evidence],
        consequence: `most of what ${callName(view, first.agent)} wrote in ${path.path} is gone`,
        nearest: 'same-file-collision',
        rejection: 'lines were lost',
        confidence: 'high',
        episode: [fileKey(path)],
      }));
  },
};
