import type { Detector } from './pattern.ts';
import { fileKey, lastBefore, overlap } from './session-view.ts';

/** A sub-agent used a temporary or generated file of another that nobody had handed over. */
export const artifactLeakage: Detector = {
  code: 'artifact-leakage',
  detect(view) {
    const writes = Map.groupBy(
      view
        .events('write')
        .filter(({ path }) => path.kind === 'temporary' || path.kind === 'generated'),
      ({ path }) => fileKey(path),
    );
    return view.events('read').flatMap((read) => {
      const key = fileKey(read.path);
      const write = lastBefore(writes.get(key) ?? [], read.at);
      if (write === undefined || write.agent === read.agent) return [];
      const maker = view.subs.find(({ id }) => id === write.agent);
      const user = view.subs.find(({ id }) => id === read.agent);
      if (maker === undefined || user === undefined) return [];
      const handed = view
        .events('message')
        .some(
          ({ to, text, at }) =>
            at < read.at &&
            to.kind === 'agent' &&
            to.id === user.id &&
            text.includes(read.path.path),
        );
      if (handed || !overlap(maker, user)) return [];
      return [
        {
          agents: [maker.id, user.id],
          evidence: [write.evidence, read.evidence],
          consequence: `${user.id} went on from ${read.path.path} of ${maker.id}`,
          nearest: 'same-file-collision',
          rejection: 'the file is temporary or generated, and another used it',
          confidence: 'medium',
          episode: [key],
        },
      ];
    });
  },
};
