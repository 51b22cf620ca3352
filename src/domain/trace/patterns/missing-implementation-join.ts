import type { Detector } from './pattern.ts';
import { isMerged } from './joins.ts';
import { lastDone, writesOf } from './session-index.ts';
import { isOtherTaken, pathApart, reached, rejection } from './work-copies.ts';

/** A sub-agent wrote in a work copy of its own, and what it wrote never reached the others'. */
export const missingImplementationJoin: Detector = {
  code: 'missing-implementation-join',
  detect(view) {
    return view.subs.flatMap((sub) => {
      if (sub.end.state !== 'completed') return [];
      const apart = writesOf(view, sub.id).flatMap((write) => {
        const path = write.op === 'delete' ? null : pathApart(view, write);
        return path === null ? [] : [{ write, path }];
      });
      const left = apart.filter(
        ({ path, write }) =>
          reached(view, path, write.at) === undefined && !isOtherTaken(view, sub, path),
      );
      const [first] = left;
      if (first === undefined || isMerged(view, sub, first.write.at)) return [];
      const paths = [...new Set(left.map(({ path }) => path))];
      if (rejection(view, sub.to, [sub.id, ...paths]) !== undefined) return [];
      return [
        {
          agents: [sub.id],
          evidence: [...left.map(({ write }) => write.evidence), lastDone(view, sub)],
          consequence: `${paths.join(', ')} is in its own work copy alone`,
          nearest: 'unused-completed-result',
          rejection: 'a diff was left behind, not a message',
          confidence: 'medium',
          episode: [`diff:${sub.id}`],
        },
      ];
    });
  },
};
