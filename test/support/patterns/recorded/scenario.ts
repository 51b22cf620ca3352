import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { scenarioSchema, stepsIn, type Scenario } from '../scenario.ts';

/** Where the scenarios are, and the sessions in which real programs played them. */
export const RECORDED = join(import.meta.dirname, '..', '..', '..', 'fixtures/patterns/recorded');

/** Programs that play scenarios. */
export type Player = 'claude-code' | 'codex' | 'kimi';

const schema = scenarioSchema.omit({ forms: true }).extend({
  /** The programs that play it. */
  players: z.array(z.enum(['claude-code', 'codex', 'kimi'])),
  /** How many times longer the session is to be than it was. */
  stretch: z.number().min(1).default(1),
});
const scenarios = z.array(schema).default([]);
const document = z.strictObject({ positive: scenarios, near: scenarios, clean: scenarios });

/** A scenario that real programs have played. */
export interface RecordedScenario extends Omit<Scenario, 'forms'> {
  /** The folder that its file is in. */
  readonly home: string;
  readonly players: readonly Player[];
  readonly stretch: number;
}

/** Those that the detectors were mended by, by file and place. */
export const readRecorded = (): readonly RecordedScenario[] => scenariosIn(RECORDED);

/** Those that were written after that. What they showed at first is told in docs/reference/patterns.md. */
export const readRecordedLater = (): readonly RecordedScenario[] =>
  scenariosIn(join(RECORDED, 'held-out'));

const scenariosIn = (home: string): readonly RecordedScenario[] =>
  readdirSync(home)
    .filter((name) => name.endsWith('.yaml'))
    .toSorted()
    .flatMap((name) => {
      const code = name.replace(/\.yaml$/, '');
      const read = document.parse(parse(readFileSync(join(home, name), 'utf8')));
      return (['positive', 'near', 'clean'] as const).flatMap((kind) =>
        read[kind].map(({ steps, expect, ...rest }) => ({
          ...rest,
          home,
          code,
          kind,
          expected: expect ?? (kind === 'positive' ? code : null),
          steps: stepsIn(steps),
        })),
      );
    });

/** The folder of a session: `<pattern>/<scenario>/<program>`. */
export const recordedFolder = ({ home, code, id }: RecordedScenario, player: Player): string =>
  join(home, code, id, player);

/** Seconds that a minute of a scenario takes while it is played. */
export const paceOf = ({ stretch }: RecordedScenario): number =>
  stretch === 1 ? QUICK : 60 / stretch;

const QUICK = 0.25;
