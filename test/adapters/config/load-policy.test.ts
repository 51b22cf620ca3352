import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPolicy } from '../../../src/adapters/config/load-policy.ts';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import { NO_POLICY } from '../../../src/domain/policy/policy.ts';
import { makeRepo, writeFiles } from '../../support/git-repo.ts';
import type { TempRepo } from '../../support/git-repo.ts';

const KNOWN = [{ name: 'unit', run: 'npm test', timeoutMs: 1000 }];

let repo: TempRepo;
beforeEach(async () => {
  repo = await makeRepo({ files: { a: '1\n' } });
});
afterEach(() => repo.remove());

const load = async (text: string | null) => {
  if (text !== null) await repo.commit({ 'fanin.policy.yaml': text });
  const place = discoverRepository(repo.path);
  if (!place.ok) throw new Error(place.error.message);
  return loadPolicy(place.value, await repo.git('rev-parse', 'HEAD'), KNOWN);
};

describe('the policy of a tree', () => {
  it('asks for nothing where there is none', async () => {
    expect(await load(null)).toMatchObject({
      ok: true,
      value: { policy: NO_POLICY, there: false },
    });
    expect(await load('')).toMatchObject({ ok: true, value: { policy: NO_POLICY, there: true } });
  });

  it('is read as git holds it, with its lines', async () => {
    const loaded = await load(
      'checks: [unit]\npark: [db/**]\nlimits: { live: 2, wall: 30m }\nreview: { by: human }\nisolation: sandbox\n',
    );
    await writeFiles(repo.path, { 'fanin.policy.yaml': '{}' });
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
    const { policy, placeOf } = loaded.value;
    expect(policy).toMatchObject({
      requires: ['unit'],
      limits: { live: 2, wallMs: 30 * 60_000 },
      review: { byHuman: true, limit: null },
      isolation: 'sandbox',
    });
    expect(policy.park.globs.map(({ source }) => source)).toEqual(['db/**']);
    expect(placeOf(['park'])).toMatch(/^[0-9a-f]{7}:fanin\.policy\.yaml:2$/u);
  });

  it('can have checks of its own', async () => {
    const loaded = await load('checks: { audit: { run: npm audit, timeout: 1m } }\n');
    expect(loaded).toMatchObject({
      ok: true,
      value: { policy: { checks: [{ name: 'audit', run: 'npm audit', timeoutMs: 60_000 }] } },
    });
  });

  it.each([
    ['checks: [unti]', 'unknown-check', 1],
    ['park:\n  - /etc/**', 'bad-scope', 2],
    ['limits: { live: 0 }', 'bad-limit', 1],
    ['review: { by: checks }', 'bad-value', 1],
    ['agents: {}', 'unknown-key', 1],
    ['checks: { unit: "" }', 'empty-command', 1],
    ['park: [', 'yaml-syntax', 1],
  ])('says what is wrong with %j and where', async (text, code, line) => {
    const loaded = await load(text);
    if (loaded.ok) throw new Error('it was taken');
    expect(loaded.error[0]).toMatchObject({ code, where: { line } });
    expect(loaded.error[0]?.where?.file).toMatch(/^[0-9a-f]{7}:fanin\.policy\.yaml$/u);
  });
});
