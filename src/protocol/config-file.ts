import { z } from 'zod';
import { ADAPTER_ALIASES, ADAPTERS } from '../domain/config/adapters.ts';
import type { AdapterName } from '../domain/config/adapters.ts';
import type { WrittenConfig } from '../domain/config/written-config.ts';
import {
  bytesSchema,
  commandSchema,
  envSchema,
  conflictsSchema,
  duplicatesSchema,
  isolationSchema,
  limitsSchema,
  oneOf,
  resolveSchema,
  taskValues,
  textSchema,
} from './config-file-parts.ts';
import { readWritten } from './config-file-reading.ts';
import type { WrittenReading } from './config-file-reading.ts';
import { durationSchema } from './duration.ts';

/** The adapter, by its name or another word for it; a mistake is told the names alone. */
const adapterSchema = z
  .enum([...ADAPTERS, ...Object.keys(ADAPTER_ALIASES)], {
    error: ({ input }) =>
      typeof input === 'string'
        ? `write ${ADAPTERS.slice(0, -1).join(', ')} or ${ADAPTERS.at(-1) ?? ''}, not ${JSON.stringify(input)}`
        : undefined,
  })
  .transform(
    (name): AdapterName => ALIASED[name] ?? ADAPTERS.find((each) => each === name) ?? 'command',
  );

const ALIASED: Readonly<Record<string, AdapterName>> = ADAPTER_ALIASES;

const priceSchema = z.strictObject({
  input: z.number().min(0),
  output: z.number().min(0),
  cache_read: z.number().min(0).optional(),
  cache_write: z.number().min(0).optional(),
});

/** `fanin.config.yaml` as it is written. Unknown keys are errors. */
const configFileSchema = z.strictObject({
  setup: commandSchema.optional().describe('Makes a work copy ready. Timeout 10m by default.'),
  checks: z
    .record(z.string(), commandSchema)
    .optional()
    .describe('What must pass before a delivery lands, by name. Timeout 10m by default.'),
  agents: z
    .record(
      z.string(),
      z.strictObject({
        use: adapterSchema,
        run: textSchema
          .optional()
          .describe(
            'The shell command; with use: acp the command line; else the program, by default the usual one.',
          ),
        script: textSchema.optional().describe('The file with the steps; with use: scripted.'),
        model: textSchema.optional(),
        effort: textSchema.optional(),
        args: z.array(textSchema).optional(),
        env: envSchema.optional(),
      }),
    )
    .optional()
    .describe('Agents by name; claude, codex, kimi, opencode and gemini are always there.'),
  review: z
    .strictObject({
      by: oneOf(['human', 'checks'], {
        agent: 'it comes with verifying tasks',
      }).optional(),
      limit: z.int().optional().describe('Deliveries that may wait for a reviewer. Default 3.'),
    })
    .optional(),
  queue: z
    .strictObject({
      mode: oneOf(['tip-green', 'every-commit-green'])
        .optional()
        .describe(
          'Whether every commit that lands is tested, or the last of each group. Default tip-green.',
        ),
      slots: z
        .union([z.literal('auto'), z.int()], { error: 'write auto or a whole number from 1' })
        .optional()
        .describe('Groups tested at once; auto: as many as get more done. Default auto.'),
      squash: z
        .boolean()
        .optional()
        .describe('Land each delivery as one commit without its own history. Default false.'),
    })
    .optional()
    .describe('How approved deliveries are tested on their way to the target.'),
  isolation: isolationSchema.optional(),
  sandbox: z
    .strictObject({
      network: z
        .union([z.literal('none'), z.literal('all'), z.array(textSchema)], {
          error: 'write none, all or a list of hosts: [registry.example.com, localhost:5432]',
        })
        .optional()
        .describe("Hosts that can be reached beside the agent's own. Default none."),
      read: z
        .array(textSchema)
        .optional()
        .describe('Your files and folders that can be read, absolute or below ~/.'),
      write: z.array(textSchema).optional().describe('Those that can be written too.'),
      env: z.array(textSchema).optional().describe('Names of your variables that are passed on.'),
    })
    .optional()
    .describe('What those behind a boundary get beyond their workspace.'),
  defaults: z.strictObject(taskValues).optional(),
  serialBelow: durationSchema
    .optional()
    .describe(
      'Work shorter than this in all runs serially under `concurrency: auto`. Default 30m.',
    ),
  workspaces: z
    .strictObject({
      root: textSchema.optional().describe('Folder for workspaces, outside the checkout.'),
      bring: z
        .array(textSchema)
        .optional()
        .describe('Ignored folders that each workspace gets a copy of: node_modules, .venv.'),
      copyLimit: bytesSchema
        .optional()
        .describe('What is copied at most where blocks cannot be shared. Default 512M.'),
      disk: bytesSchema
        .optional()
        .describe('What an attempt in a sandbox may take on the disk. Default 20G.'),
    })
    .optional(),
  landing: z
    .strictObject({
      sign: z
        .boolean()
        .optional()
        .describe("Sign landings' commits as your git does. Default false."),
      hooks: z
        .boolean()
        .optional()
        .describe(
          "Run the repository's commit-msg, reference-transaction and pre-push. Default false.",
        ),
      push: z
        .string()
        .regex(/^[^/\s]+\/[^\s]+$/u, { error: 'write <remote>/<branch>: origin/main' })
        .optional()
        .describe('The branch that others push to, too, and where landings go: origin/main.'),
    })
    .optional(),
  resolve: resolveSchema
    .optional()
    .describe('Who settles shared kinds of file on the way to the target.'),
  limits: limitsSchema.optional(),
  conflicts: conflictsSchema
    .optional()
    .describe('What becomes of the later of two attempts that do not merge. Default warn.'),
  duplicates: duplicatesSchema
    .optional()
    .describe('Whether fanin looks for what agents write twice. Default tell.'),
  target: textSchema.optional().describe("The ref to land on. Default the run's own."),
  grace: durationSchema
    .optional()
    .describe('How long before its deadline an attempt is asked to wrap up. Default 1m.'),
  questions: durationSchema
    .optional()
    .describe('How long a question of an agent waits for a person; 0s: not at all. Default 1m.'),
  prices: z
    .record(z.string(), priceSchema)
    .optional()
    .describe(
      'Prices of models by their exact name, in USD per million tokens; they win over the table.',
    ),
});

/** Reads the value of a config file. An empty file is a config that sets nothing. */
export const readConfigFile = (value: unknown): WrittenReading<WrittenConfig> =>
  readWritten<WrittenConfig>(configFileSchema, value ?? {}, {
    elsewhere: ['goal', 'concurrency', 'undeclared', 'assemble', 'tasks', 'base'],
    elsewhereFile: 'the plan',
  });

/** The JSON Schema of `fanin.config.yaml`, for editors. */
export const configJsonSchema = (): unknown => ({
  ...z.toJSONSchema(configFileSchema, { io: 'input' }),
  title: 'fanin.config.yaml',
});
