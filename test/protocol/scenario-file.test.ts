import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../src/adapters/config/load-scenario.ts';
import { readScenarioFile, scenarioJsonSchema } from '../../src/protocol/scenario-file.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILES = readdirSync(join(ROOT, 'scenarios')).filter((name) => name.endsWith('.yaml'));

describe('the schema of a scenario', () => {
  it('is the one in schemas/ (else: node scripts/make-schemas.mjs)', () => {
    const file = join(ROOT, 'schemas/scenario.schema.json');
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`);
  });
});

describe('scenarios/', () => {
  it.each(FILES)('%s is one', async (file) => {
    const loaded = await loadScenario(join(ROOT, 'scenarios'), file);
    expect(loaded.ok ? [] : loaded.error).toEqual([]);
  });

  it('has the seqtk case as the study tells it', async () => {
    const loaded = await loadScenario(ROOT, 'scenarios/seqtk.yaml');
    if (!loaded.ok) throw new Error('it is not there');
    const { name, plan, groups, agents } = loaded.value;
    expect(name).toBe('seqtk');
    expect(plan).toMatchObject({ wallMs: 40 * 60_000, live: 20 });
    expect(groups.map(({ count }) => count)).toEqual([22]);
    expect(agents.believesMs).toBe(2 * 3_600_000);
  });
});

describe('readScenarioFile', () => {
  const problems = (value: unknown): readonly string[] =>
    readScenarioFile('x', value).problems.map(({ path }) => path.join('.'));

  it('names what is wrong, and where', () => {
    const tasks = { unit: { work: '10m' } };
    expect(problems({ about: 'x', tasks })).toEqual([]);
    expect(problems({ tasks })).toEqual(['about']);
    expect(problems({ about: 'x', tasks, agents: { obeys: 0.9 } })).toEqual(['agents.obeys']);
    expect(problems({ about: 'x', tasks, agent: {} })).toEqual(['agent']);
    expect(problems({ about: 'x', tasks: { unit: { work: '10m', needs: ['core'] } } })).toEqual([
      'tasks.unit.needs.0',
    ]);
    expect(problems({ about: 'x', tasks: {} })).toEqual(['tasks']);
    expect(problems({ about: 'x', tasks, agents: { red: '60%', hangs: '60%' } })).toEqual([
      'agents',
    ]);
  });

  it('says so where there is no file', async () => {
    const loaded = await loadScenario(ROOT, 'scenarios/none.yaml');
    expect(loaded.ok ? null : loaded.error[0]?.code).toBe('scenario-not-found');
  });
});
