import type { CheckResult } from '../../domain/delivery/delivery.ts';
import type { AttemptId } from '../../domain/ids.ts';
import type { EffectContext } from './context.ts';

const LOG_LINES = 60;

/** What failed and how, as the next agent reads it: one line first, then the end of each failing check's log. */
export const redText = async (
  context: EffectContext,
  attempt: AttemptId,
  checks: readonly CheckResult[],
): Promise<string> => {
  const failed = checks.filter(({ status }) => status === 'failed');
  const head = `${failed.map(({ name, reason }) => `${name} failed (${reason ?? 'no reason'})`).join(', ')} on tree ${failed[0]?.tree.slice(0, 7) ?? ''}`;
  const folder = await context.deps.files.folder(attempt);
  const parts = await Promise.all(
    failed.map(async ({ name, log }) => {
      // A verdict from the cache points into the folder of the attempt that it was measured for.
      const text =
        log === null || !log.startsWith(`${folder}/`)
          ? null
          : await context.deps.files.read(attempt, log.slice(folder.length + 1));
      return text === null ? '' : `The end of the log of ${name}:\n\n${indented(text)}`;
    }),
  );
  return [head, ...parts.filter((part) => part !== '')].join('\n\n');
};

const indented = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .slice(-LOG_LINES)
    .map((line) => `    ${line}`)
    .join('\n');
