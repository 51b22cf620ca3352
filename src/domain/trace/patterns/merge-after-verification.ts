import type { Detector } from './pattern.ts';
import { passedTests } from './session-index.ts';
import { merges } from './joins.ts';

/** The product was changed after it had passed, and not tested again. */
export const mergeAfterVerification: Detector = {
  code: 'merge-after-verification',
  detect(view) {
    const passed = passedTests(view).at(-1);
    if (passed === undefined || view.final === null) return [];
    const lines = view.productWrites.filter(
      ({ at, path }) => at > passed.at && !PROSE.test(path.path),
    );
    const after = [...lines, ...merges(view)]
      .filter(({ at }) => at > passed.at)
      .toSorted((a, b) => a.at - b.at);
    const [first] = after;
    if (first === undefined) return [];
    // A later test that failed, or whose verdict is not known, has at least looked.
    const looked = view.events('test').some(({ at }) => at > (after.at(-1)?.at ?? 0));
    if (looked) return [];
    return [
      {
        agents: [...new Set([passed.agent, ...after.map(({ agent }) => agent)])],
        evidence: [passed.evidence, ...after.map(({ evidence }) => evidence)],
        consequence: `${after.length} changes came after the last test that passed`,
        nearest: 'unverified-global-completion',
        rejection: 'an earlier state was verified',
        confidence: 'high',
        episode: ['final'],
      },
    ];
  },
};

/** What no test is about. */
const PROSE = /\.(?:md|mdx|rst|txt|adoc)$|(?:^|\/)(?:LICEN[CS]E|CHANGELOG|AUTHORS)$/i;
