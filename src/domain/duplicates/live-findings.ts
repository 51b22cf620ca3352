import type { Finding } from '../attempt/attempt.ts';
import type { Tip } from '../conflicts/matrix.ts';
import { attemptLabel } from '../ids.ts';
import type { RunState } from '../run/state.ts';
import type { CodeFinding, CodeReport, Side } from './finding.ts';
import { findingKey } from './finding.ts';
import type { SeenDuplicates } from './live-duplicate.ts';
import { findingText, whatToDo } from './what-to-do.ts';

/** What a comparison of a run's tips has found, as the run knows it. Tips go by the ids of attempts. */
export const liveDuplicates = (
  run: RunState,
  tips: readonly Tip[],
  { findings, unread }: CodeReport,
): SeenDuplicates => {
  const left = new Set(unread.map(({ name }) => name));
  return {
    compared: tips.map(({ name }) => name).filter((name) => !left.has(name)),
    duplicates: findings.flatMap((finding) => {
      const { a, b } = finding;
      if (a.of === null || isHalfMoved(finding)) return [];
      const told = labelled(run, finding);
      return [
        {
          key: findingKey(finding),
          a: a.of,
          b: b.of,
          text: findingText(told),
          advice: whatToDo(told),
        },
      ];
    }),
  };
};

/** A block that stands in the target as well may be on its way to another place: a receipt says what came of it. */
const isHalfMoved = ({ a, b }: CodeFinding): boolean => a.kind === 'block' && b.of === null;

/** What of it an attempt's receipt shows. */
export const duplicateFindings = (
  run: RunState,
  id: string,
  { findings }: CodeReport,
): readonly Finding[] =>
  findings
    .filter(({ a, b }) => a.of === id || b.of === id)
    .map((finding): Finding => {
      const told = labelled(run, finding);
      const own = finding.a.of === id ? finding.a : finding.b;
      return {
        kind: finding.kind,
        text: `${findingText(told)}. ${whatToDo(told)}`,
        path: own.path,
        blocks: false,
      };
    });

/** With its sides called as people call them. */
const labelled = (run: RunState, finding: CodeFinding): CodeFinding => {
  const side = (each: Side): Side => ({
    ...each,
    of: each.of === null ? null : label(run, each.of),
  });
  const names = [finding.a.of, finding.b.of].flatMap((of) => (of === null ? [] : [of]));
  const why = names.reduce((text, name) => text.replaceAll(name, label(run, name)), finding.why);
  return { ...finding, a: side(finding.a), b: side(finding.b), why };
};

const label = (run: RunState, id: string): string => {
  const attempt = run.attempts[id];
  return attempt === undefined ? id : attemptLabel(attempt.task, attempt.n);
};
