import { z } from 'zod';
import type { RunEvent, RunEventType } from '../domain/run/events.ts';
import {
  comebackSchema,
  effectSchema,
  exitSchema,
  failureSchema,
  harvestSchema,
  landingSchema,
  leftOutSchema,
  processSchema,
  questionSchema,
  stopReasonSchema,
  testedGroupSchema,
  troubleSchema,
  waySchema,
  workspaceSchema,
} from './events-parts.ts';
import { planSchema } from './events-plan.ts';
import { yields } from './events-same.ts';

const event = <K extends RunEventType, S extends z.core.$ZodShape>(type: K, shape: S) =>
  z.object({ type: z.literal(type), ...shape });

const text = z.string();
const at = z.number();

/** The current version's schema of every event type. */
export const eventSchema = yields<RunEvent>()(
  z.discriminatedUnion('type', [
    event('run.started', { run: text, at, plan: planSchema, base: text, targetRef: text }),
    event('run.resumed', { at }),
    event('run.stop-requested', { at, mode: z.enum(['wrap-up', 'now']), by: text }),
    event('run.limit-set', {
      at,
      live: z.number().nullable(),
      review: z.number().nullable(),
      by: text,
    }),
    event('run.review-window-closed', { at, limit: z.number(), reason: text }),
    event('run.unattended', { at, from: at, workedUntil: at }),
    event('run.clock-read', {
      at,
      awake: z.object({ ms: z.number(), boot: text }),
      slept: z.number(),
    }),
    event('run.ended', {
      at,
      end: z.enum(['landed', 'waiting', 'stopped', 'unfinished']),
      reason: text,
    }),
    event('effect.intended', { id: text, effect: effectSchema }),
    event('effect.settled', { id: text, note: text.nullable() }),
    event('queue.test-began', {
      at,
      test: text,
      deliveries: z.array(text),
      assumed: z.number(),
      rerun: z.boolean(),
    }),
    event('queue.cancel-asked', { at, test: text, why: z.enum(['void', 'known']) }),
    event('queue.test-ended', {
      at,
      test: text,
      outcome: z.enum(['green', 'red', 'cancelled', 'fault']),
      group: testedGroupSchema.nullable(),
      leftOut: z.array(leftOutSchema),
      text: text.nullable(),
    }),
    event('queue.landing-began', { at, test: text, deliveries: z.array(text) }),
    event('queue.landing-failed', { at, test: text, deliveries: z.array(text), reason: text }),
    event('target.created', { ref: text, commit: text }),
    event('task.readied', { at, task: text }),
    event('task.failed', { at, task: text, attempt: text, reason: text }),
    event('task.parked', { at, task: text, attempt: text, reason: text }),
    event('task.retried', { at, task: text, by: text, comeback: comebackSchema.nullable() }),
    event('task.dropped', { at, task: text, by: text, reason: text }),
    event('attempt.queued', {
      at,
      attempt: text,
      task: text,
      n: z.number(),
      base: text,
      comeback: comebackSchema.nullable(),
      why: text,
    }),
    event('attempt.prepared', { at, attempt: text, workspace: workspaceSchema }),
    event('attempt.started', { at, attempt: text, process: processSchema, deadlineAt: at }),
    event('attempt.wrap-up-asked', { at, attempt: text, why: stopReasonSchema }),
    event('attempt.wrap-up-told', { at, attempt: text }),
    event('attempt.spent', { at, attempt: text, tokens: z.number(), usd: z.number().nullable() }),
    event('attempt.rate-limited', { at, attempt: text, ms: z.number() }),
    event('attempt.steered', { at, attempt: text, message: text, text, by: text }),
    event('attempt.message-taken', { at, attempt: text, message: text, way: waySchema }),
    event('attempt.asked', { at, attempt: text, question: questionSchema }),
    event('attempt.answered', {
      at,
      attempt: text,
      question: text,
      choice: text,
      by: text.nullable(),
    }),
    event('attempt.stop-asked', { at, attempt: text, why: stopReasonSchema }),
    event('attempt.exited', { at, attempt: text, exit: exitSchema }),
    event('attempt.ended', {
      at,
      attempt: text,
      outcome: z.enum(['delivered', 'salvaged', 'empty', 'failed', 'cancelled']),
      reason: text,
      harvest: harvestSchema.nullable(),
      failure: failureSchema.nullable(),
      trouble: troubleSchema.nullable(),
    }),
    event('workspace.removed', { attempt: text, kept: text.nullable() }),
    event('delivery.offered', {
      at,
      delivery: text,
      task: text,
      commit: text,
      tree: text,
      base: text,
    }),
    event('delivery.checked', {
      at,
      delivery: text,
      verdict: z.enum(['green', 'red', 'unverified']),
      receipt: text,
      blocking: z.array(text),
      size: z.object({ lines: z.number(), files: z.number() }).exactOptional(),
    }),
    event('delivery.parked', { at, delivery: text, reason: text }),
    event('delivery.approved', { at, delivery: text, tree: text, by: text }),
    event('delivery.landing-began', { at, delivery: text }),
    event('delivery.landed', { at, delivery: text, landing: landingSchema }),
    event('delivery.returned', { at, delivery: text, by: text, comeback: comebackSchema }),
    event('delivery.rejected', { at, delivery: text, by: text, comment: text }),
  ]),
);
