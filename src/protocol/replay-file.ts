import { z } from 'zod';
import type { RecordedChange } from '../domain/replay/recording.ts';
import type { ReplayFile } from '../domain/replay/replay-file.ts';
import type { Change, Checks } from '../domain/replay/workload.ts';
import { textSchema } from './config-file-parts.ts';
import { readWritten } from './config-file-reading.ts';
import type { WrittenReading } from './config-file-reading.ts';
import { durationSchema, percentSchema } from './duration.ts';

/** More changes than this take minutes for each policy. */
const MOST_CHANGES = 5000;

const oneOrMore = <T extends z.ZodType>(each: T) =>
  z.union([each.transform((value) => [value]), z.array(each).min(1)], {
    error: 'write one, or a list of them',
  });

const checksSchema = z.strictObject({
  time: durationSchema.default(60_000).describe('Of a change that says nothing of its own.'),
  spread: z
    .number()
    .min(1)
    .max(10)
    .default(1)
    .describe('Two thirds lie within this factor of `time`.'),
  flaky: percentSchema.default(0).describe('Of all runs on a sound tree: red all the same.'),
  cancel: durationSchema.default(0).describe('A cancelled run holds its slot for so long.'),
  cores: z.int().min(1).optional().describe('Of the machine. Default enough for all slots.'),
  each: z.int().min(1).default(1).describe('Cores that one run uses.'),
});

const predictorSchema = z.strictObject({
  catches: percentSchema.describe('Of the changes that fail: are marked as risky.'),
  alarms: percentSchema.default(0).describe('Of the others: are marked all the same.'),
});

const generateSchema = z.strictObject({
  changes: z.int().min(1).max(MOST_CHANGES).default(32),
  every: durationSchema.optional().describe('Mean time between arrivals. Default all at once.'),
  fails: oneOrMore(percentSchema).describe('Share that fails, or several to go through.'),
  conflicts: percentSchema.default(0).describe('Of the pairs: red together, each sound.'),
  predictor: predictorSchema.optional(),
});

const changeSchema = z.strictObject({
  id: textSchema.min(1),
  arrives: durationSchema.default(0).describe('From the start.'),
  check: durationSchema.optional().describe('What its check takes. Default `checks.time`.'),
  runs: z
    .array(z.enum(['green', 'red']))
    .min(1)
    .default(['green'])
    .describe('What its checks said, in order; the last one is what is so.'),
  flaky: percentSchema.default(0).describe('Of the runs with it: red though it is sound.'),
  risk: percentSchema.optional().describe('How likely it was to fail, by what was known.'),
});

/** A replay as it is written. Unknown keys are errors. */
const replaySchema = z
  .strictObject({
    replay: z.literal(1).describe('Version of this format.'),
    about: textSchema.describe('What it is a model or a record of.'),
    slots: oneOrMore(z.int().min(1).max(64)).default([1]).describe('Checks at once.'),
    checks: checksSchema.prefault({}),
    generate: generateSchema.optional().describe('Changes by a model.'),
    changes: z.array(changeSchema).min(1).max(MOST_CHANGES).optional().describe('As it was.'),
    conflicts: z
      .array(z.tuple([textSchema, textSchema]))
      .default([])
      .describe('Pairs of `changes` that are red together, each sound.'),
  })
  .superRefine((written, context) => {
    for (const { path, message } of wrongIn(written))
      context.addIssue({ code: 'custom', path, message });
  });

type Written = z.output<typeof replaySchema>;

/** What fits the shape and still makes no replay. */
const wrongIn = ({ generate, changes, conflicts }: Written) => {
  if ((generate === undefined) === (changes === undefined))
    return [{ path: ['changes'], message: 'write either generate or changes' }];
  const ids = (changes ?? []).map(({ id }) => id);
  const twice = ids.flatMap((id, place) =>
    ids.indexOf(id) === place
      ? []
      : [{ path: ['changes', place, 'id'], message: `there are two changes ${id}` }],
  );
  const unknown = conflicts.flatMap((pair, place) =>
    pair[0] !== pair[1] && pair.every((id) => ids.includes(id))
      ? []
      : [{ path: ['conflicts', place], message: 'write two of the changes' }],
  );
  return [...twice, ...unknown];
};

/** Reads the value of a replay file called `name`. */
export const readReplayFile = (name: string, value: unknown): WrittenReading<ReplayFile> => {
  const { problems, written } = readWritten<Written>(replaySchema, value ?? {}, {
    elsewhere: ['plan', 'tasks'],
    elsewhereFile: 'a scenario (fanin simulate)',
  });
  return { problems, written: written === null ? null : fileOf(name, written) };
};

const fileOf = (name: string, written: Written): ReplayFile => {
  const { about, slots, generate } = written;
  return {
    name,
    about,
    slots,
    source:
      generate === undefined
        ? { kind: 'recorded', workload: workloadOf(written) }
        : {
            kind: 'generated',
            fails: generate.fails,
            checks: checksOf(written),
            generator: {
              changes: generate.changes,
              everyMs: generate.every ?? null,
              conflicts: generate.conflicts,
              check: { median: written.checks.time, factor: written.checks.spread },
              predictor: generate.predictor ?? null,
            },
          },
  };
};

const checksOf = ({ checks }: Written): Checks => ({
  flaky: checks.flaky,
  cancelMs: checks.cancel,
  cores: checks.cores ?? null,
  coresEach: checks.each,
});

const workloadOf = (written: Written) => {
  const changes = (written.changes ?? [])
    .map((change): Change => {
      const { runs } = change;
      const sound = runs.at(-1) === 'green';
      return {
        id: change.id,
        arrivesMs: change.arrives,
        checkMs: change.check ?? written.checks.time,
        sound,
        redRuns: sound ? runs.lastIndexOf('red') + 1 : 0,
        flaky: change.flaky,
        risk: change.risk ?? null,
      };
    })
    .toSorted((a, b) => a.arrivesMs - b.arrivesMs);
  const place = (id: string): number => changes.findIndex((change) => change.id === id);
  return {
    changes,
    conflicts: written.conflicts.map(([one, other]) => [place(one), place(other)] as const),
    checks: checksOf(written),
    fails: changes.filter(({ sound }) => !sound).length / changes.length,
  };
};

/** What was recorded as such a file, a change a line. */
export const replayFileText = (about: string, changes: readonly RecordedChange[]): string => {
  const lines = changes.map(({ id, arrivesMs, checkMs, runs }) => {
    const times = { arrives: `${Math.round(arrivesMs)}ms`, check: `${Math.round(checkMs)}ms` };
    return `    ${JSON.stringify({ id, ...times, runs })}`;
  });
  return [
    '{',
    '  "replay": 1,',
    `  "about": ${JSON.stringify(about)},`,
    '  "changes": [',
    lines.join(',\n'),
    '  ]',
    '}',
  ].join('\n');
};

/** The JSON Schema of a replay, for editors. */
export const replayJsonSchema = (): unknown => ({
  ...z.toJSONSchema(replaySchema, { io: 'input' }),
  title: 'replay.yaml',
});
