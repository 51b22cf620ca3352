import { secondWrites } from './overwrites.ts';
import type { Detector } from './pattern.ts';
import { callName, fileKey, isDeliverable } from './session-view.ts';

/** A sub-agent replaced what another had written of what the run must leave behind. */
export const deliverableOverwrite: Detector = {
  code: 'deliverable-overwrite',
  detect(view) {
    return secondWrites(view)
      .filter(({ lost, read, path }) => lost && !read && isDeliverable(view, path))
      .map(({ first, agent, evidence, path }) => ({
        agents: [first.agent, agent],
        evidence: [first.evidence, evidence],
        consequence: `most of what ${callName(view, first.agent)} wrote in ${path.path} is gone`,
        nearest: 'source-overwrite',
        rejection: 'the path is what the run must leave behind',
        confidence: 'high',
        episode: [fileKey(path)],
      }));
  },
};
