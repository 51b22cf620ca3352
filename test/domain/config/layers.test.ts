import { describe, expect, it } from 'vitest';
import { defaultLayer, LAYERED_KEYS, overlay } from '../../../src/domain/config/layers.ts';
import { originRows } from '../../../src/domain/config/origin-rows.ts';

describe('layers', () => {
  const config = overlay(defaultLayer(), 'config', {
    'limits.live': 2,
    grace: 5,
    target: undefined,
  });
  const plan = overlay(config, 'plan', { 'limits.live': 3, 'limits.wall': 60_000 });
  const flags = overlay(plan, 'flag', { 'limits.live': 4 });

  it('lets the stronger win and remembers it', () => {
    expect(flags.values).toMatchObject({
      'limits.live': 4,
      'limits.wall': 60_000,
      grace: 5,
      target: null,
    });
    expect(flags.origins).toEqual({
      'limits.live': 'flag',
      'limits.wall': 'plan',
      grace: 'config',
    });
    expect(plan.values['limits.live']).toBe(3);
  });

  it('shows every value once with where it comes from', () => {
    const rows = originRows(flags, (layer, path) =>
      layer === 'plan' ? `p:${path.join('/')}` : null,
    );
    expect(rows.map(({ key }) => key)).toEqual(LAYERED_KEYS);
    const origins = new Map(rows.map(({ key, value, origin }) => [key, `${value} ${origin}`]));
    expect(origins.get('limits.live')).toBe('4 flag --live');
    expect(origins.get('limits.wall')).toBe('1m p:limits/wall');
    expect(origins.get('grace')).toBe('5ms config');
    expect(origins.get('review.by')).toBe('human default');
  });

  it('has a row for every default', () => {
    expect(LAYERED_KEYS.toSorted()).toEqual(Object.keys(defaultLayer().values).toSorted());
  });
});
