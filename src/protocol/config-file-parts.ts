import { z } from 'zod';
import type { Delegation } from '../domain/plan/delegation.ts';
import { RESOLVERS } from '../domain/resolve/rules.ts';
import { durationSchema, percentSchema } from './duration.ts';

/** A value that a later version takes. `what` says what it comes with, `instead` what to do today. */
export const notBuilt = (what: string, instead: string): string =>
  `${NOT_BUILT}${what}\n${instead}`;

/** How the message of a value that is not built yet starts; its second line is the hint. */
export const NOT_BUILT = 'not built yet: ';

/** A key that a later version takes: whatever its value, it is refused by name. */
export const laterKey = (what: string, instead: string) =>
  z
    .never({ error: notBuilt(what, instead) })
    .optional()
    .describe(`Not built yet: ${what}.`);

/** One of `values`; the keys of `later` are refused by name with what they come with. */
export const oneOf = <const T extends readonly [string, ...string[]]>(
  values: T,
  later: Readonly<Record<string, string>> = {},
) =>
  z.enum(values, {
    error: ({ input }) => {
      const what =
        typeof input === 'string' && Object.hasOwn(later, input) ? later[input] : undefined;
      return what === undefined
        ? undefined
        : notBuilt(
            what.replace(/^it /u, `${String(input)} `),
            `remove it or write ${values.join(' or ')}`,
          );
    },
  });

/** Text for a command line, an environment or git: NUL would end it early or be refused. */
export const textSchema = z.string().refine((text) => !text.includes('\0'), {
  error: 'holds a NUL character, which no command, path or prompt can',
});

/** A shell command, alone or with a timeout. */
export const commandSchema = z.union([
  textSchema,
  z.strictObject({ run: textSchema, timeout: durationSchema.optional() }),
]);

/** Names and values of environment variables; numbers and booleans become text. */
export const envSchema = z
  .record(
    z.string(),
    z
      .union([textSchema, z.number(), z.boolean()], {
        error: 'write text, a number, true or false',
      })
      .transform(String),
  )
  .superRefine((env, context) => {
    for (const name of Object.keys(env)) {
      if (/^[A-Za-z_][A-Za-z0-9_]*$/u.test(name)) continue;
      const message = `${JSON.stringify(name)} cannot name an environment variable`;
      context.addIssue({
        code: 'custom',
        path: [name],
        message,
        params: { code: 'bad-env', part: 'key' },
      });
    }
  });

/** What becomes of the later of two that conflict. */
export const conflictsSchema = oneOf(['warn', 'hold-later', 'stop-later']);

/** Whether anybody looks for what is written twice. */
export const duplicatesSchema = oneOf(['tell', 'off']);
/** Who settles shared kinds of file. */
export const resolveSchema = z.strictObject({
  resolvers: z
    .union([z.literal('off'), z.array(z.enum(RESOLVERS))], {
      error: `write off or a list of ${RESOLVERS.join(', ')}`,
    })
    .optional()
    .describe('Those that may be at work, or off. Default all.'),
  generated: z
    .array(
      z.strictObject({
        paths: z.array(textSchema),
        run: textSchema,
        timeout: durationSchema.optional(),
      }),
    )
    .optional()
    .describe('Files that a command makes anew where both sides changed them. Default none.'),
});

/** The isolation levels; those above worktree need a boundary. */
export const isolationSchema = oneOf(['auto', 'worktree', 'sandbox'], {
  container: 'it comes with containers',
  ssh: 'it comes with remote hosts',
});

/** What an agent may do with its own sub-agents: `off`, `native`, `{ capped: 2 }`. */
export const delegationSchema = z
  .union(
    [z.literal('off'), z.literal('native'), z.strictObject({ capped: z.int().min(1).max(1000) })],
    {
      error: ({ input }) =>
        input === 'governed'
          ? notBuilt(
              'governed comes with delegation through fanin',
              'write off, native or { capped: 2 }',
            )
          : 'write off, native or { capped: 2 }',
    },
  )
  .transform((written): Delegation =>
    typeof written === 'string' ? { mode: written } : { mode: 'capped', n: written.capped },
  );

/** A number of tokens: `250000`, `800k`, `5M`. */
export const tokensSchema = z
  .union([z.int(), z.string().regex(/^\d+(?:\.\d+)?[kM]$/u, { error: 'write 250000, 800k or 5M' })])
  .transform((written) =>
    typeof written === 'number'
      ? written
      : Math.round(Number(written.slice(0, -1)) * (written.endsWith('M') ? 1_000_000 : 1000)),
  );

/** A number of bytes: `0`, `800k`, `512M`, `2G`; in steps of 1024. */
export const bytesSchema = z
  .union([z.int().min(0), z.string().regex(/^\d+[kMG]$/u, { error: 'write 800k, 512M or 2G' })])
  .transform((written) => {
    if (typeof written === 'number') return written;
    return Number(written.slice(0, -1)) * 1024 ** (1 + 'kMG'.indexOf(written.slice(-1)));
  });

/** What a run may use. */
export const limitsSchema = z.strictObject({
  live: z.int().optional().describe('Attempts alive at once, at least 1. Default 4.'),
  wall: durationSchema.optional().describe('Wall time, without waiting for people. Default none.'),
  agent: durationSchema
    .optional()
    .describe('Time that agents work, of all attempts together. Default none.'),
  reserve: percentSchema
    .optional()
    .describe('Share of the wall time kept for integration, 0% to 90%. Default 20%.'),
  tokens: tokensSchema
    .optional()
    .describe('Tokens of all attempts together: 5M, 800k, 250000. Default no limit.'),
  usd: z.number().optional().describe('Their cost in USD. Default no limit.'),
  retries: z
    .int()
    .optional()
    .describe('How often a failed, stopped or returned task is made again by itself. Default 1.'),
});

/** The values that `defaults` sets for every task and each task for itself. */
export const taskValues = {
  agent: textSchema.optional().describe('Name of an agent. Default claude.'),
  model: textSchema.optional(),
  effort: textSchema.optional(),
  delegation: delegationSchema.optional(),
  isolation: isolationSchema.optional(),
  deadline: durationSchema.optional().describe('Longest time of an attempt. Default 60m.'),
  checks: z.array(textSchema).optional().describe('Names of checks. Default all.'),
  env: envSchema.optional(),
};
