import { z } from 'zod';
import type { LandingRecord } from '../domain/provenance/landing-record.ts';
import { LANDING_PREDICATE } from '../domain/provenance/statement.ts';
import { yields } from './events-same.ts';

const text = z.string();
const maybe = text.nullable();

const check = z.object({
  name: text,
  definition: text,
  tree: text,
  by: z.enum(['fanin', 'agent']),
  status: z.enum(['passed', 'failed', 'skipped', 'stale']),
});

const recordSchema = yields<LandingRecord>()(
  z.object({
    commit: text,
    tree: text,
    target: text,
    from: text,
    delivered: z.object({ commit: text, tree: text, base: text }),
    said: z.object({
      task: text,
      run: text,
      attempt: text,
      agent: maybe,
      model: maybe,
      receipt: maybe,
      reviewer: maybe,
      undoes: maybe,
      resolved: z.array(text).exactOptional(),
    }),
    agent: z
      .object({ adapter: text, version: maybe, model: maybe, effort: maybe, delegation: text })
      .nullable(),
    isolation: maybe,
    verdict: z.enum(['green', 'red', 'unverified']).nullable(),
    checks: z.array(check),
    landedChecks: z.array(check),
    claims: z.object({
      confirmed: z.number(),
      contradicted: z.number(),
      unverified: z.number(),
    }),
    findings: z.array(text),
    landedAt: text,
  }),
);

const noteSchema = z.object({
  predicateType: z.literal(LANDING_PREDICATE),
  predicate: recordSchema,
});

/** What a note at `commit` records; null when it is no note of fanin's, or one about another commit. */
export const parseLandingNote = (note: string, commit: string): LandingRecord | null => {
  let json: unknown;
  try {
    json = JSON.parse(note);
  } catch {
    return null;
  }
  const parsed = noteSchema.safeParse(json);
  if (!parsed.success || parsed.data.predicate.commit !== commit) return null;
  return parsed.data.predicate;
};
