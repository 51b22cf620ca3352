import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'patterns');

/** Agents whose native records a scenario can be written as. */
export type Form = 'claude-code' | 'codex' | 'kimi';

const label = z.strictObject({
  who: z.array(z.string()).default([]),
  harm: z.string().nullable().default(null),
  near: z.string(),
  why: z.string(),
});

/** A scenario as its file has it. */
export const scenarioSchema = z.strictObject({
  id: z.string(),
  forms: z.array(z.enum(['claude-code', 'codex', 'kimi'])),
  prompt: z.string().default('Do the work.'),
  budget: z.number().nullable().default(null),
  deliverables: z.array(z.string()).nullable().default(null),
  units: z
    .record(
      z.string(),
      z.strictObject({
        needs: z.array(z.string()).default([]),
        paths: z.array(z.string()).default([]),
      }),
    )
    .nullable()
    .default(null),
  scopes: z.record(z.string(), z.array(z.string())).default({}),
  files: z.record(z.string(), z.string()).default({}),
  expect: z.string().nullable().default(null),
  /** Of a serial twin: the scenario, and its pattern, that it is the twin of. */
  twin: z.string().nullable().default(null),
  steps: z.string(),
  label: label.nullable().default(null),
});

const scenarios = z.array(scenarioSchema).default([]);
const document = z.strictObject({ positive: scenarios, near: scenarios, clean: scenarios });

/** One line of a scenario: what an agent does, and when. */
export interface Step {
  /** Whether the label names it as evidence. */
  readonly marked: boolean;
  /** Minutes from the start. */
  readonly at: number;
  readonly until: number | null;
  readonly agent: string;
  readonly verb: string;
  readonly args: string;
  readonly text: string | null;
  readonly result: string | null;
}

/** A made session, with what is to be found in it. */
export interface Scenario extends Omit<z.infer<typeof scenarioSchema>, 'steps' | 'expect'> {
  /** The file that it stands in: the pattern that it shows or nearly shows. */
  readonly code: string;
  readonly kind: 'positive' | 'near' | 'clean';
  /** The pattern that is to be found; null: none. */
  readonly expected: string | null;
  readonly steps: readonly Step[];
}

/** All scenarios, by file and place. */
export const readScenarios = (): readonly Scenario[] => scenariosIn(FOLDER);

/** Scenarios that were written after the detectors. What they showed at first is told in docs/reference/patterns.md. */
export const readHeldOut = (): readonly Scenario[] => scenariosIn(join(FOLDER, 'held-out'));

/** Scenarios of other means to the same harm, written while the detectors were widened. */
export const readMeans = (): readonly Scenario[] => scenariosIn(join(FOLDER, 'means'));
/** Scenarios that others wrote from the definitions alone, who had seen no detector. */
export const readOthers = (): readonly Scenario[] => scenariosIn(join(FOLDER, 'others'));

/** Those of theirs that were held out while detectors were widened by the rest. */
export const readOthersHeldOut = (): readonly Scenario[] =>
  scenariosIn(join(FOLDER, 'others-held-out'));

/** Scenarios of what parallel work is good for; they are named after the benefit that they show or nearly show. */
export const readBenefits = (): readonly Scenario[] => scenariosIn(join(FOLDER, 'benefits'));

/** The same tasks as some scenarios, done by one agent: `positive` did without what is found there, `near` did not. */
export const readTwins = (): readonly Scenario[] => scenariosIn(join(FOLDER, 'twins'));

/** The scenarios of one folder. */
export const scenariosIn = (folder: string): readonly Scenario[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .toSorted()
    .flatMap((name) => {
      const code = name.replace(/\.yaml$/, '');
      const read = document.parse(parse(readFileSync(join(folder, name), 'utf8')));
      return (['positive', 'near', 'clean'] as const).flatMap((kind) =>
        read[kind].map(({ steps, expect, ...rest }) => ({
          ...rest,
          code,
          kind,
          expected: expect ?? (kind === 'positive' ? code : null),
          steps: stepsIn(steps),
        })),
      );
    });

const LINE =
  /^(\*?)([\d.]+)(?:-([\d.]+))? (?:(\w+) )?(\w+)(?: (.*?))??(?: :: (.*?))?(?: -> (.*))?$/;

/** The lines of a scenario. */
export function stepsIn(text: string): readonly Step[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const [, mark, at = '', until, agent = 'root', verb = '', args = '', said, result] =
        LINE.exec(line) ?? unreadable(line);
      const step: Step = {
        marked: mark === '*',
        at: Number(at),
        until: until === undefined ? null : Number(until),
        agent,
        verb,
        args: expanded(args),
        text: said === undefined ? null : expanded(said),
        result: result === undefined ? null : expanded(result),
      };
      return verb === 'finish' ? finished(step) : [step];
    });
}

function unreadable(line: string): never {
  throw new Error(`a scenario has a line that is no step: ${line}`);
}

/** The root tests the whole, and says that it is done. */
const finished = (step: Step): readonly Step[] => [
  { ...step, verb: 'run', args: 'npm test', result: '0 ok' },
  { ...step, at: step.at + 0.5, verb: 'final', text: 'Done; the tests pass.' },
];

/** `\n` is a line's end; `[[n]]` a text of n characters. */
const expanded = (text: string): string =>
  text
    .replaceAll('\\n', '\n')
    .replaceAll(/\[\[(\d+)\]\]/g, (_, length: string) =>
      'What was found is told at length. '.repeat(Math.ceil(Number(length) / 35)),
    );
