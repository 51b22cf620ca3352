import { z } from 'zod';
import { DURATION_PATTERN, parseDuration, parsePercent } from '../domain/config/duration.ts';
import type { Result } from '../domain/result.ts';

/** A written duration (`90s`, `5m`, `1h30m`, `250ms`); the value is in ms. */
export const durationSchema = z
  .string({ error: 'write a duration with its unit, such as 90s, 5m or 1h30m' })
  .meta({ pattern: DURATION_PATTERN, examples: ['90s', '5m', '1h30m'] })
  .transform((text, context) => orIssue(parseDuration(text), context));

/** A written share (`20%`); the value is from 0 to 1 where it makes sense. */
export const percentSchema = z
  .string({ error: 'write a share in percent, such as 20%' })
  .meta({ pattern: String.raw`^\d+(\.\d+)?%$`, examples: ['20%'] })
  .transform((text, context) => orIssue(parsePercent(text), context));

const orIssue = (
  parsed: Result<number, string>,
  context: z.core.$RefinementCtx<string>,
): number => {
  if (parsed.ok) return parsed.value;
  context.addIssue({ code: 'custom', message: parsed.error, params: { code: 'bad-value' } });
  return z.NEVER;
};
