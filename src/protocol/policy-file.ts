import { z } from 'zod';
import type { WrittenPolicy } from '../domain/policy/written-policy.ts';
import { commandSchema, limitsSchema, oneOf, textSchema } from './config-file-parts.ts';
import { readWritten } from './config-file-reading.ts';
import type { WrittenReading } from './config-file-reading.ts';

/** `fanin.policy.yaml` as it is written. Unknown keys are errors. */
const policyFileSchema = z.strictObject({
  checks: z
    .union([z.array(textSchema), z.record(z.string(), commandSchema)], {
      error: 'write names of checks, [unit, lint], or checks of its own, { unit: npm test }',
    })
    .optional()
    .describe("What every delivery must pass: names of the config's checks, or checks of its own."),
  park: z
    .array(textSchema)
    .optional()
    .describe('Patterns of paths: what changes one of them waits for a person.'),
  limits: limitsSchema
    .optional()
    .describe('What no run may exceed; reserve: the least that is kept.'),
  review: z
    .strictObject({
      by: oneOf(['human']).optional().describe('human: nothing lands without a person.'),
      limit: z.int().optional().describe('Deliveries that may wait for a reviewer, at most.'),
    })
    .optional(),
  isolation: oneOf(['worktree', 'sandbox'])
    .optional()
    .describe('The least isolation; where the host does not prove it, nothing runs.'),
});

/** Reads the value of a policy file. An empty file asks for nothing. */
export const readPolicyFile = (value: unknown): WrittenReading<WrittenPolicy> =>
  readWritten<WrittenPolicy>(policyFileSchema, value ?? {}, {
    elsewhere: ['setup', 'agents', 'defaults', 'target', 'goal', 'tasks', 'concurrency'],
    elsewhereFile: 'the config or the plan',
  });

/** The JSON Schema of `fanin.policy.yaml`, for editors. */
export const policyJsonSchema = (): unknown => ({
  ...z.toJSONSchema(policyFileSchema, { io: 'input' }),
  title: 'fanin.policy.yaml',
});
