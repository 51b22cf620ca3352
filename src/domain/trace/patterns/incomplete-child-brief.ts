import { hasValue, valuesIn } from './message-values.ts';
import type { Detector } from './pattern.ts';
import { failedTests, askedAt, fileKey, writesOf } from './session-view.ts';

/** A value that the task states was left out of the brief of the one who needed it. */
export const incompleteChildBrief: Detector = {
  code: 'incomplete-child-brief',
  detect(view) {
    const prompt = view.events('message').find(({ what }) => what === 'prompt')?.text ?? '';
    const stated = valuesIn(prompt);
    return view.subs.flatMap((sub) => {
      const brief = sub.brief?.text ?? null;
      if (brief === null) return [];
      const missing = stated.filter((value) => !brief.includes(value));
      const writes = writesOf(view, sub.id);
      return missing.flatMap((value) => {
        const mended = view.productWrites.find(
          (each) =>
            each.agent !== sub.id &&
            hasValue(each, value) &&
            writes.some((own) => own.at < each.at && fileKey(own.path) === fileKey(each.path)),
        );
        const own = writes.find(
          (each) => fileKey(each.path) === fileKey(mended?.path ?? each.path),
        );
        if (mended === undefined || own === undefined || hasValue(own, value)) return [];
        const failures = failedTests(view)
          .filter(({ at }) => at > own.at && at < mended.at)
          .map(({ evidence }) => evidence);
        return [
          {
            agents: [mended.agent, sub.id],
            evidence: [askedAt(view, sub), own.evidence, ...failures, mended.evidence],
            consequence: `${own.path.path} was written without "${value}" and mended`,
            nearest: 'missing-cross-agent-contract' as const,
            rejection: 'the task states it, for this part',
            confidence: 'medium' as const,
            episode: [`value:${own.path.path}`],
          },
        ];
      });
    });
  },
};
