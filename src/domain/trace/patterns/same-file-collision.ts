import { secondWrites } from './overwrites.ts';
import type { Detector } from './pattern.ts';
import { fileKey } from './session-view.ts';

/** Two sub-agents wrote one file while both were at work, and nothing was lost. */
export const sameFileCollision: Detector = {
  code: 'same-file-collision',
  detect(view) {
    const stale = Map.groupBy(
      view
        .events('tool')
        .filter(({ error, outcome }) => outcome === 'error' && error === 'stale-edit'),
      ({ agent }) => agent,
    );
    return secondWrites(view)
      .filter(({ sideBySide, lost }) => sideBySide && !lost)
      .map(({ first: before, agent, evidence, path, at }) => {
        const [first] = stale.get(agent) ?? [];
        const refused = first !== undefined && first.at < at ? first : undefined;
        return {
          agents: [before.agent, agent],
          evidence: [before.evidence, refused?.evidence ?? evidence],
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
