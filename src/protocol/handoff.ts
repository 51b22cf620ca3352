import { z } from 'zod';
import type { Handoff } from '../domain/receipt/handoff.ts';

/** Agents fill in templates: an empty sentence says nothing. */
const sentences = z
  .array(z.string())
  .default([])
  .transform((all) => all.map((each) => each.trim()).filter((each) => each !== ''));

const handoffSchema = z.object({
  claims: sentences,
  skipped: z.array(z.object({ check: z.string(), reason: z.string().default('') })).default([]),
  risks: sentences,
});

/** A hand-off is a few sentences; anything longer is not one. */
const LONGEST = 1_000_000;

/** Reads an agent's hand-off file. Unknown keys are ignored: agents add what they like. */
export const parseHandoff = (text: string): Handoff | { readonly invalid: string } => {
  if (text.length > LONGEST) return { invalid: `it is longer than ${LONGEST} characters` };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { invalid: error instanceof Error ? error.message : 'not JSON' };
  }
  const parsed = handoffSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  return {
    invalid: first === undefined ? 'not a hand-off' : `${first.path.join('.')}: ${first.message}`,
  };
};
