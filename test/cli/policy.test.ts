import { afterEach, describe, expect, it } from 'vitest';
import type { TempRepo } from '../support/git-repo.ts';
import { fanin, faninJson } from './fanin.ts';
import { planOf, robotRepo, writes } from './robot-repo.ts';

let repo: TempRepo | null = null;
afterEach(async () => {
  await repo?.remove();
  repo = null;
});

const POLICY = 'checks: { extra: test ! -e bad }\npark: [src/core.txt]\nlimits: { live: 1 }\n';

const make = async (policy: string): Promise<TempRepo> => {
  repo = await robotRepo({
    plan: planOf('core', 'docs'),
    steps: { core: writes('core'), docs: writes('docs') },
    files: { 'fanin.policy.yaml': policy },
  });
  return repo;
};

interface Receipt {
  readonly checks: readonly { readonly name: string; readonly status: string }[];
  readonly findings: readonly { readonly kind: string; readonly text: string }[];
}

describe('fanin.policy.yaml', () => {
  it('holds for what lands, whatever the config says', { timeout: 60_000 }, async () => {
    const { path } = await make(POLICY);
    const run = await fanin(path, 'run');
    expect(run.code).toBe(3);
    expect(run.err.replaceAll(/\s+/gu, ' ')).toContain(
      'fanin.policy.yaml of main: extra required · live 4 → 1 · src/core.txt wait for a person',
    );
    const core = await faninJson<Receipt>(path, 'receipt', 'core');
    expect(core.checks.map(({ name }) => name)).toEqual(['there', 'extra']);
    expect(core.findings).toMatchObject([
      { kind: 'parked-path', text: 'src/core.txt is parked by policy' },
    ]);
    const status = await faninJson<{
      readonly tasks: readonly { readonly id: string; readonly phase: string }[];
    }>(path, 'status');
    expect(status.tasks.map(({ id, phase }) => [id, phase])).toEqual([
      ['core', 'delivered'],
      ['docs', 'landed'],
    ]);
  });

  it('is read from the commit, not from the checkout', async () => {
    const { path } = await make('limits: { live: 0 }\n');
    const refused = await fanin(path, 'plan');
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/^[0-9a-f]{7}:fanin\.policy\.yaml:1:\d+ +limits\.live: must be/mu);
  });

  it('is shown with its origin', async () => {
    const { path } = await make(POLICY);
    const { out } = await fanin(path, 'config', '--origin');
    expect(out).toMatch(/policy\.checks +HEAD:fanin\.policy\.yaml:1 +extra/u);
    expect(out).toMatch(/policy\.limits\.live +HEAD:fanin\.policy\.yaml:3 +1/u);
  });
});
