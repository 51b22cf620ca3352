import { z } from 'zod';
import type {
  AgentExit,
  AgentProcess,
  Comeback,
  Finding,
  Harvest,
  StopReason,
  Workspace,
} from '../domain/attempt/attempt.ts';
import type { CollectedFrom } from '../domain/collect/collected-from.ts';
import type { Landing } from '../domain/delivery/delivery.ts';
import type { Failure, Place } from '../domain/failure.ts';
import type { AgentInput } from '../domain/attempt/input.ts';
import type { MessageWay, Question, TroubleCode } from '../domain/receipt/agent-fact.ts';
import type { Trouble } from '../domain/receipt/trouble.ts';
import { TROUBLE_WORDS } from '../domain/receipt/trouble.ts';
import type { Effect } from '../domain/run/effects.ts';
import type { LeftOutMember, TestedGroup } from '../domain/run/tested-group.ts';
import type { SplitFrom } from '../domain/split/split-from.ts';
import { yields } from './events-same.ts';

/** Schemas of what several events have in common. On disk these are as in the domain. */

const placeSchema = yields<Place>()(
  z.object({
    file: z.string(),
    line: z.number().exactOptional(),
    column: z.number().exactOptional(),
    excerpt: z.string().exactOptional(),
  }),
);

export const failureSchema = yields<Failure>()(
  z.object({
    code: z.string(),
    message: z.string(),
    where: placeSchema.exactOptional(),
    hint: z.string().exactOptional(),
    log: z.string().exactOptional(),
  }),
);

export const workspaceSchema = yields<Workspace>()(
  z.object({
    attempt: z.string(),
    level: z.enum(['worktree', 'sandbox']),
    path: z.string(),
    branch: z.string(),
    base: z.string(),
  }),
);

export const processSchema = yields<AgentProcess>()(
  z.object({ supervisorPid: z.number(), pid: z.number(), startTime: z.string() }),
);

export const stopReasonSchema = yields<StopReason>()(
  z.enum(['deadline', 'disk', 'person', 'run-stopped', 'conflict']),
);

export const exitSchema = yields<AgentExit>()(
  z.object({
    code: z.number().nullable(),
    signal: z.string().nullable(),
    lost: z.boolean(),
    stopped: stopReasonSchema.nullable(),
  }),
);

export const findingSchema = yields<Finding>()(
  z.object({
    kind: z.string(),
    text: z.string(),
    path: z.string().exactOptional(),
    hunk: z.array(z.string()).exactOptional(),
    blocks: z.boolean(),
  }),
);

export const harvestSchema = yields<Harvest>()(
  z.object({
    commit: z.string().nullable(),
    tree: z.string(),
    base: z.string(),
    snapshot: z.boolean(),
    findings: z.array(findingSchema),
  }),
);

export const collectedSchema = yields<CollectedFrom>()(
  z.object({
    branch: z.string().nullable(),
    worktree: z.string().nullable(),
    head: z.string(),
    uncommitted: z.number(),
  }),
);

export const splitSchema = yields<SplitFrom>()(
  z.object({
    task: z.string(),
    n: z.number(),
    paths: z.array(z.string()),
    taken: z.boolean(),
    onto: z.string().nullable(),
  }),
);

export const comebackSchema = yields<Comeback>()(
  z.object({
    from: z.string(),
    kind: z.enum(['conflict', 'red', 'review', 'stopped', 'failed']),
    text: z.string(),
    commit: z.string().nullable(),
  }),
);

export const landingSchema = yields<Landing>()(
  z.object({ from: z.string(), to: z.string(), tree: z.string() }),
);

export const testedGroupSchema = yields<TestedGroup>()(
  z.object({
    base: z.string(),
    commits: z.array(z.object({ delivery: z.string(), commit: z.string(), tree: z.string() })),
  }),
);

export const leftOutSchema = yields<LeftOutMember>()(
  z.object({ delivery: z.string(), onto: z.array(z.string()), text: z.string() }),
);

export const waySchema = yields<MessageWay>()(z.enum(['mid-turn', 'resume', 'too-late']));

export const questionSchema = yields<Question>()(
  z.object({
    id: z.string(),
    kind: z.enum(['permission', 'clarification']),
    text: z.string(),
    options: z.array(z.string()),
    default: z.string(),
    until: z.number(),
  }),
);

const troubleCodes = Object.keys(TROUBLE_WORDS) as readonly TroubleCode[];

export const troubleSchema = yields<Trouble>()(
  z.object({ code: z.enum(troubleCodes), text: z.string(), fatal: z.boolean() }),
);

const inputSchema = yields<AgentInput>()(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('message'), id: z.string(), text: z.string() }),
    z.object({ kind: z.literal('answer'), question: z.string(), choice: z.string() }),
  ]),
);

const attempt = z.string();
const workspace = workspaceSchema;
const why = stopReasonSchema;

export const effectSchema = yields<Effect>()(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('create-target'), ref: z.string(), commit: z.string() }),
    z.object({ kind: z.literal('prepare'), attempt }),
    z.object({ kind: z.literal('start'), attempt, workspace }),
    z.object({ kind: z.literal('wrap-up'), attempt, why }),
    z.object({ kind: z.literal('stop'), attempt, why }),
    z.object({ kind: z.literal('tell'), attempt, input: inputSchema }),
    z.object({ kind: z.literal('harvest'), attempt, workspace }),
    z.object({ kind: z.literal('check'), delivery: z.string() }),
    z.object({ kind: z.literal('write-brief'), attempt }),
    z.object({ kind: z.literal('test-group'), test: z.string() }),
    z.object({ kind: z.literal('cancel-test'), test: z.string() }),
    z.object({
      kind: z.literal('land-group'),
      test: z.string(),
      deliveries: z.array(z.string()),
    }),
    z.object({ kind: z.literal('unland'), delivery: z.string() }),
    z.object({ kind: z.literal('note-landing'), delivery: z.string() }),
    z.object({ kind: z.literal('remove-workspace'), attempt, workspace }),
  ]),
);
