import { afterEach, describe, expect, it } from 'vitest';
import { makeRepo } from '../support/git-repo.ts';
import type { TempRepo } from '../support/git-repo.ts';
import { fanin, faninJson } from './fanin.ts';

let repo: TempRepo | null = null;
afterEach(async () => {
  await repo?.remove();
  repo = null;
});

async function repoWith(config: string | null): Promise<string> {
  repo = await makeRepo({ files: config === null ? { a: '' } : { 'fanin.config.yaml': config } });
  return repo.path;
}

const LONG = `npm run test:unit -- --reporter dot --no-color --passWithNoTests ${'--x '.repeat(20)}--end`;

describe('fanin config', () => {
  it('shows every value, long ones whole', async () => {
    const path = await repoWith(`checks: { unit: "${LONG}" }\nlimits: { live: 7 }\n`);
    const { code, out } = await fanin(path, 'config');
    expect(code).toBe(0);
    expect(out).toMatch(/limits\.live +7/u);
    expect(out.replaceAll(/\s+/gu, ' ')).toContain(LONG);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(out).not.toContain('fanin.config.yaml:');
  });

  it('says where each comes from', async () => {
    const path = await repoWith('checks:\n  unit: npm test\nlimits: { live: 7 }\n');
    const { out } = await fanin(path, 'config', '--origin');
    expect(out).toMatch(/limits\.live +fanin\.config\.yaml:3 +7/u);
    expect(out).toMatch(/review\.limit +default +3/u);
  });

  it('says that there is none', async () => {
    const { code, out } = await fanin(await repoWith(null), 'config');
    expect(code).toBe(0);
    expect(out).toContain('fanin init writes one');
  });

  it('says all that is wrong, with its places', async () => {
    const path = await repoWith('limits: { live: 0 }\nreview: { limit: -1 }\ncheks: {}\n');
    const { code, out, err } = await fanin(path, 'config');
    expect([code, out]).toEqual([2, '']);
    for (const place of [
      'fanin.config.yaml:1:17',
      'fanin.config.yaml:2:18',
      'fanin.config.yaml:3:1',
    ]) {
      expect(err).toContain(place);
    }
  });

  it('gives scripts values and origins', async () => {
    const path = await repoWith('limits: { live: 7 }\n');
    const said = await faninJson<{
      values: Record<string, unknown>;
      origins: Record<string, string>;
    }>(path, 'config');
    expect(said.values['limits.live']).toBe(7);
    expect(said.values['grace']).toBe(60_000);
    expect(said.origins['limits.live']).toBe('fanin.config.yaml:1');
  });
});
