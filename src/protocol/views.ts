import { z } from 'zod';
import type {
  AttemptView,
  DeliveryView,
  LimitView,
  RunView,
  TaskView,
} from '../domain/run/views.ts';
import { collectedSchema, questionSchema, splitSchema, waySchema } from './events-parts.ts';
import { yields } from './events-same.ts';

/**
 * Schemas of the views' bodies, for whoever publishes or receives them (`--json`, HTTP). The store
 * itself does not check them: they are made from events, and made again when a shape changes.
 */

const text = z.string();
const maybe = z.string().nullable();
const time = z.number();
const maybeTime = z.number().nullable();

const limitViewSchema = yields<LimitView>()(
  z.object({
    live: z.number(),
    may: z.number().nullable(),
    binding: text,
    terms: z.array(z.object({ name: text, may: z.number().nullable(), text, change: text })),
  }),
);

export const runViewSchema = yields<RunView>()(
  z.object({
    goal: text,
    phase: z.enum(['running', 'wrapping-up', 'stopping', 'ended']),
    end: maybe,
    endReason: maybe,
    startedAt: time,
    endedAt: maybeTime,
    base: text,
    targetRef: text,
    target: text,
    tasks: z.array(text),
    wallMs: z.number().nullable(),
    agentMs: z.number().nullable(),
    agentUsedMs: z.number(),
    wallUsedMs: z.number(),
    busySince: maybeTime,
    reviewBy: text,
    reviewLimit: z.number(),
    window: z.object({ arrivals: z.number(), reviews: z.number() }),
    limit: limitViewSchema,
    admission: text,
    conflicts: z.array(z.object({ a: text, b: maybe, files: z.array(text) })).exactOptional(),
    duplicates: z.array(z.object({ text, advice: text })).exactOptional(),
  }),
);

export const taskViewSchema = yields<TaskView>()(
  z.object({
    phase: text,
    held: z.boolean(),
    agent: text,
    needs: z.array(text),
    writes: z.array(text).nullable(),
    locks: z.array(text),
    attempts: z.number(),
    attempt: maybe,
    holder: maybe,
    reason: text,
    landed: maybe,
    sizeMs: maybeTime.exactOptional(),
  }),
);

export const attemptViewSchema = yields<AttemptView>()(
  z.object({
    task: text,
    n: z.number(),
    phase: text,
    outcome: maybe,
    reason: text,
    agent: text,
    why: text,
    workspace: maybe,
    removed: z.boolean(),
    kept: maybe,
    level: z.enum(['worktree', 'sandbox']).nullable(),
    branch: maybe,
    base: text,
    commit: maybe,
    pid: z.number().nullable(),
    queuedAt: time,
    startedAt: maybeTime,
    deadlineAt: maybeTime,
    endedAt: maybeTime,
    asks: z.array(questionSchema),
    messages: z.array(z.object({ id: text, text, by: text, way: waySchema.nullable() })),
    rateLimitedMs: z.number(),
    peopleMs: z.number(),
    code: maybe,
    infrastructure: z.boolean(),
    collected: collectedSchema.exactOptional(),
    split: splitSchema.exactOptional(),
  }),
);

export const deliveryViewSchema = yields<DeliveryView>()(
  z.object({
    task: text,
    phase: text,
    commit: text,
    tree: text,
    base: text,
    verdict: maybe,
    receipt: maybe,
    blocking: z.array(text),
    reason: text,
    approvedBy: maybe,
    landed: maybe,
    offeredAt: time,
    landedAt: maybeTime.exactOptional(),
  }),
);
