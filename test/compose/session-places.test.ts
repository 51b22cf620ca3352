import { describe, expect, it } from 'vitest';
import { AGENTS } from '../../src/compose/agents.ts';
import { sessionPlaces } from '../../src/compose/session-places.ts';

describe('where agents keep their records of their sessions', () => {
  const { places, logIns } = sessionPlaces();

  it('is known of every agent that has a program of its own', () => {
    const without = AGENTS.filter(({ manifest }) => manifest?.inside.sessions.length === 0);
    expect(without.map(({ name }) => name)).toEqual([]);
    expect(places.length).toBeGreaterThan(5);
  });

  it('is below a folder of the agent’s own, never all of HOME', () => {
    for (const { under, path } of places) {
      const names = path.split('/');
      expect(names.every((name) => !['', '.', '..'].includes(name))).toBe(true);
      if (under === 'home') expect(names[0]).toMatch(/^\.[a-z-]+$/);
      expect(names.length).toBeGreaterThan(under === 'home' ? 1 : 0);
    }
  });

  it('is nowhere that a log-in or settings lie', () => {
    const given = AGENTS.flatMap(({ manifest }) => manifest?.inside.files ?? []);
    for (const { path } of given)
      expect(places.filter((place) => `${path}/`.startsWith(`${place.path}/`))).toEqual([]);
    expect(logIns).toEqual(expect.arrayContaining(['.credentials.json', 'auth.json']));
  });
});
