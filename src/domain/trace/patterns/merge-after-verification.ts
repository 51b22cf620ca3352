import { isCheckedAfter } from './checks.ts';
import { merges } from './joins.ts';
import type { Detector } from './pattern.ts';
import { commandTexts, passedTests, writesOf } from './session-index.ts';
import type { SessionView, Timed } from './session-view.ts';
import { isAnyAfter } from './timed-list.ts';

/** The product was changed after it had passed, and not tested again. */
export const mergeAfterVerification: Detector = {
  code: 'merge-after-verification',
  detect(view) {
    const passed = passedTests(view).findLast((test) => isOfTheWork(view, test));
    if (passed === undefined || view.final === null) return [];
    const lines = view.productWrites.filter(
      ({ at, path }) => at > passed.at && !PROSE.test(path.path),
    );
    const after = [...lines, ...merges(view)]
      .filter(({ at }) => at > passed.at)
      .toSorted((a, b) => a.at - b.at);
    const last = after.at(-1);
    if (last === undefined) return [];
    // A later test that failed, or whose verdict is not known, has at least looked.
    if (isAnyAfter(view.events('test'), last.at)) return [];
    if (isCheckedAfter(view, lines, last.at)) return [];
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

/** Whether a test verified what was made: not the state before all work, and not a writer's look at its own part alone. */
function isOfTheWork(view: SessionView, { agent, at, scope, call }: Timed<'test'>): boolean {
  const [first] = view.productWrites;
  if (first === undefined || first.at >= at) return false;
  if (agent === view.root || writesOf(view, agent).length === 0) return true;
  return scope.length === 0 && !NARROWED.test(commandTexts(view).get(call) ?? '');
}

/** Arguments that pick some of the tests. */
const NARROWED =
  /\s(?:-run|-k|-t|-g|--grep|--filter|--only|-w|--workspace|-p|--package|--testNamePattern|--project|--test|-pl)[= ]|\s--\s+\w|\b(?:cargo|mix|swift) test\s+[\w:]+/;

/** What no test is about. */
const PROSE =
  /\.(?:md|mdx|rst|txt|adoc|svg|png|jpe?g|gif)$|(?:^|\/)(?:LICEN[CS]E|CHANGELOG|AUTHORS|CODEOWNERS|\.gitignore|\.editorconfig)$|(?:^|\/)docs?\//i;
