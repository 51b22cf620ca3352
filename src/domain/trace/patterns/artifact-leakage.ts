import type { PlacedPath } from '../place.ts';
import type { Detector } from './pattern.ts';
import { subOf } from './session-index.ts';
import { callName, fileKey, overlap } from './session-view.ts';
import { lastBefore } from './timed-list.ts';

/** A sub-agent used a temporary or generated file of another that nobody had handed over. */
export const artifactLeakage: Detector = {
  code: 'artifact-leakage',
  detect(view) {
    const writes = Map.groupBy(view.events('write').filter(isByTheWay), ({ path }) =>
      fileKey(path),
    );
    const messages = Map.groupBy(view.events('message'), ({ to }) =>
      to.kind === 'agent' ? to.id : null,
    );
    const told = new Set<string>();
    return view.events('read').flatMap((read) => {
      if (!isByTheWay(read)) return [];
      const key = fileKey(read.path);
      // Of one file the first time is enough.
      if (told.has(key)) return [];
      const write = lastBefore(writes.get(key) ?? [], read.at);
      if (write === undefined || write.agent === read.agent) return [];
      const maker = subOf(view, write.agent);
      const user = subOf(view, read.agent);
      if (maker === undefined || user === undefined) return [];
      if (!overlap(maker, user)) return [];
      const handed = (messages.get(user.id) ?? []).some(
        ({ text, at }) => at < read.at && text.includes(read.path.path),
      );
      if (handed) return [];
      told.add(key);
      return [
        {
          agents: [maker.id, user.id],
          evidence: [write.evidence, read.evidence],
          consequence: `${callName(view, user.id)} went on from ${read.path.path} of ${callName(view, maker.id)}`,
          nearest: 'same-file-collision',
          rejection: 'the file is temporary or generated, and another used it',
          confidence: 'medium',
          episode: [key],
        },
      ];
    });
  },
};

const isByTheWay = ({ path }: { readonly path: PlacedPath }): boolean =>
  path.kind === 'temporary' || path.kind === 'generated';
