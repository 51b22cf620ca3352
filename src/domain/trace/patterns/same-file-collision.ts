import { secondWrites } from './overwrites.ts';
import type { Detector } from './pattern.ts';
import { fileKey } from './session-view.ts';

/** Two sub-agents wrote one file while both were at work, and nothing was lost. */
export const sameFileCollision: Detector = {
  code: 'same-file-collision',
  detect(view) {
    const stale = view
      .events('tool')
      .filter(({ error, outcome }) => outcome === 'error' && error === 'stale-edit');
    return secondWrites(view)
      .filter(({ sideBySide, lost }) => sideBySide && !lost)
      .map(({ first, agent, evidence, path, at }) => {
        const refused = stale.find((each) => each.agent === agent && each.at < at);
        return {
          agents: [first.agent, agent],
          evidence: [first.evidence, refused?.evidence ?? evidence],
          consequence:
            refused === undefined
              ? `${path.path} was written by two at the same time`
              : `an edit of ${path.path} was refused and made again`,
          nearest: 'source-overwrite',
          rejection: 'the lines of both are there',
          confidence: refused === undefined ? 'medium' : 'high',
          episode: [fileKey(path)],
        };
      });
  },
};
