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
  readonly players: readonly Player[];
  readonly stretch: number;
}

/** All of them, by file and place. */
export const readRecorded = (): readonly RecordedScenario[] =>
  readdirSync(RECORDED)
    .filter((name) => name.endsWith('.yaml'))
    .toSorted()
    .flatMap((name) => {
      const code = name.replace(/\.yaml$/, '');
      const read = document.parse(parse(readFileSync(join(RECORDED, name), 'utf8')));
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

/** The folder of a session: `<pattern>/<scenario>/<program>`. */
export const recordedFolder = ({ code, id }: RecordedScenario, player: Player): string =>
  join(RECORDED, code, id, player);

/** Seconds that a minute of a scenario takes while it is played. */
export const paceOf = ({ stretch }: RecordedScenario): number =>
  stretch === 1 ? QUICK : 60 / stretch;

const QUICK = 0.25;
