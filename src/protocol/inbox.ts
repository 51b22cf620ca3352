import { z } from 'zod';
import type { Failure } from '../domain/failure.ts';
import { failure } from '../domain/failure.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import type { PersonCommand } from '../domain/run/commands.ts';
import { collectedSchema, failureSchema, findingSchema, harvestSchema } from './events-parts.ts';
import { agentSchema, storedTask, taskSchema } from './events-plan.ts';
import type { Part } from '../domain/split/part-harvest.ts';
import { yields } from './events-same.ts';

/** What an engine answers to a command; the same as in the store's port. */
export type Answer =
  | { readonly ok: true; readonly note: string }
  | { readonly ok: false; readonly failure: Failure };

/** The command as JSON text. Commands live for seconds, so one version serves both sides. */
export function encodeCommand(command: PersonCommand): string {
  const stored =
    command.type === 'collect' ? { ...command, task: storedTask(command.task) } : command;
  return JSON.stringify({ version: VERSION, command: stored });
}

/** The command in `text`. Code: `command-unreadable`, where another version of fanin has written it. */
export function decodeCommand(text: string): Result<PersonCommand, Failure> {
  const read = storedCommandSchema.safeParse(parseJson(text));
  if (read.success) return ok(read.data.command);
  return err(
    failure('command-unreadable', 'the engine cannot read the command', {
      hint: 'another version of fanin sent it: use the same version as the engine',
    }),
  );
}

/** The answer as JSON text. */
export function encodeAnswer(answer: Answer): string {
  return JSON.stringify(answer);
}

/** The answer in `text`; what cannot be read comes back as a failure `answer-unreadable`. */
export function decodeAnswer(text: string): Answer {
  const read = answerSchema.safeParse(parseJson(text));
  if (read.success) return read.data;
  const unreadable = failure('answer-unreadable', 'the answer of the engine cannot be read', {
    hint: 'another version of fanin wrote it; `fanin status` shows what became of the command',
  });
  return { ok: false, failure: unreadable };
}

const VERSION = 1;
const text = z.string();
const by = text;

const partSchema = yields<Part>()(
  z.object({
    commit: text,
    tree: text,
    base: text,
    files: z.array(text),
    findings: z.array(findingSchema),
  }),
);

const commandSchema = yields<PersonCommand>()(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('approve'), delivery: text, tree: text, by }),
    z.object({ type: z.literal('return'), delivery: text, comment: text, by }),
    z.object({ type: z.literal('reject'), delivery: text, comment: text, by }),
    z.object({ type: z.literal('undo'), task: text, reason: text, by }),
    z.object({ type: z.literal('park'), delivery: text, comment: text, by }),
    z.object({
      type: z.literal('split'),
      delivery: text,
      tree: text,
      name: text,
      paths: z.array(text),
      after: z.boolean(),
      rest: partSchema,
      taken: partSchema,
      by,
    }),
    z.object({
      type: z.literal('retry'),
      task: text,
      note: text,
      by,
      agent: agentSchema.exactOptional(),
    }),
    z.object({
      type: z.literal('collect'),
      task: taskSchema,
      from: collectedSchema,
      harvest: harvestSchema,
      by,
    }),
    z.object({ type: z.literal('drop'), task: text, reason: text, by }),
    z.object({ type: z.literal('steer'), attempt: text, text, by }),
    z.object({ type: z.literal('answer'), attempt: text, question: text, choice: text, by }),
    z.object({ type: z.literal('stop-attempt'), attempt: text, by }),
    z.object({ type: z.literal('stop-run'), mode: z.enum(['wrap-up', 'now']), by }),
    z.object({
      type: z.literal('set-limit'),
      live: z.union([z.number(), z.literal('auto')]).nullable(),
      review: z.number().nullable(),
      by,
    }),
  ]),
);

const storedCommandSchema = z.object({ version: z.literal(VERSION), command: commandSchema });

const answerSchema = yields<Answer>()(
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), note: text }),
    z.object({ ok: z.literal(false), failure: failureSchema }),
  ]),
);

/** What is no JSON is `undefined`, which no schema accepts. */
function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
