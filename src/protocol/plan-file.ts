import { z } from 'zod';
import type { WrittenPlan } from '../domain/plan/written-plan.ts';
import {
  conflictsSchema,
  duplicatesSchema,
  laterKey,
  limitsSchema,
  oneOf,
  taskValues,
  textSchema,
} from './config-file-parts.ts';
import { readWritten } from './config-file-reading.ts';
import type { WrittenReading } from './config-file-reading.ts';
import { durationSchema } from './duration.ts';

/** A task of a plan as it is written. */
const taskSchema = z.strictObject({
  prompt: textSchema.optional().describe('What the agent is asked to do.'),
  prompt_file: textSchema
    .optional()
    .describe("A file with the prompt, seen from the plan's folder, inside the repository."),
  needs: z.array(textSchema).optional().describe('Tasks that must have landed before.'),
  writes: z
    .array(textSchema)
    .optional()
    .describe('Patterns of what it may write. Without them the task runs alone.'),
  size: durationSchema
    .optional()
    .describe('Expected agent time. Unknown counts as what attempts took here, or 15m.'),
  deliverables: z.array(textSchema).optional().describe('Files that it must leave behind.'),
  locks: z.array(textSchema).optional().describe('Shared things that one task may hold at a time.'),
  ...taskValues,
  touches: laterKey(
    'it comes with containers',
    'remove it; `isolation: sandbox` holds what the kernel can',
  ),
  compete: laterKey(
    'it comes with the comparison of competing deliveries',
    'remove it or write one `agent`',
  ),
  verifies: laterKey('it comes with verifying tasks', 'remove the task or use `checks`'),
});

/** `plan.yaml` as it is written. Unknown keys are errors. */
const planFileSchema = z.strictObject({
  goal: textSchema.optional().describe('What the whole is for, in a sentence.'),
  limits: limitsSchema.optional(),
  concurrency: oneOf(['auto', 'on', 'off']).optional(),
  undeclared: oneOf(['exclusive'], {
    predict: 'it comes with the forecast of what a task will write',
  }).optional(),
  assemble: textSchema
    .optional()
    .describe(
      'Who puts the whole together: a task that needs all others, or integrator (default).',
    ),
  conflicts: conflictsSchema
    .optional()
    .describe('What becomes of the later of two attempts that do not merge. Default warn.'),
  duplicates: duplicatesSchema
    .optional()
    .describe('Whether fanin looks for what agents write twice. Default tell.'),
  target: textSchema.optional().describe("The ref to land on. Default the run's own."),
  base: textSchema.optional().describe('Where the target starts. Default the current branch.'),
  tasks: z.record(z.string(), taskSchema, {
    error: ({ input }) =>
      input === undefined || input === null ? 'the plan has no tasks' : undefined,
  }),
});

/** Reads the value of a plan file. */
export const readPlanFile = (value: unknown): WrittenReading<WrittenPlan> =>
  readWritten<WrittenPlan>(planFileSchema, value ?? {}, {
    elsewhere: [
      'setup',
      'checks',
      'agents',
      'review',
      'isolation',
      'defaults',
      'serialBelow',
      'workspaces',
      'grace',
    ],
    elsewhereFile: 'fanin.config.yaml',
  });

/** The JSON Schema of a plan, for editors. */
export const planJsonSchema = (): unknown => ({
  ...z.toJSONSchema(planFileSchema, { io: 'input' }),
  title: 'plan.yaml',
});
