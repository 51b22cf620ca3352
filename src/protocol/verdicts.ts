import { z } from 'zod';
import type { CheckResult } from '../domain/delivery/delivery.ts';
import { yields } from './events-same.ts';

/** One check's outcome, as the cache and receipts keep it. */
export const checkResultSchema = yields<CheckResult>()(
  z.object({
    name: z.string(),
    definition: z.string(),
    tree: z.string(),
    by: z.enum(['fanin', 'agent']),
    status: z.enum(['passed', 'failed', 'skipped', 'stale']),
    reason: z.string().nullable(),
    ms: z.number(),
    exit: z.number().nullable(),
    log: z.string().nullable(),
  }),
);

/** The result in JSON `text`; null when it cannot be read: then the check is simply run. */
export function decodeVerdict(text: string): CheckResult | null {
  try {
    return checkResultSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
