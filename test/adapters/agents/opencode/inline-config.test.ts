import { describe, expect, it } from 'vitest';
import { layOver, ownConfig } from '../../../../src/adapters/agents/opencode/inline-config.ts';

const OWN = ownConfig({ task: 'deny' }, 'file:///w.js');
const over = (given: string | undefined): unknown => {
  const text = layOver(given, OWN);
  return text === null ? null : (JSON.parse(text) as unknown);
};

describe('inline config', () => {
  it.each([undefined, '', ' '])('is fanin’s alone over %j', (given) =>
    expect(over(given)).toEqual(OWN),
  );

  it('keeps providers, plugins and permissions of what was set, under its own', () => {
    const theirs = {
      provider: { p: { options: {} } },
      plugin: ['mine'],
      share: 'auto',
      permission: { task: 'allow', edit: 'ask', '*': 'allow' },
    };
    const text = layOver(JSON.stringify(theirs), OWN) ?? '';
    expect(JSON.parse(text)).toMatchObject({
      provider: { p: { options: {} } },
      plugin: ['mine', 'file:///w.js'],
      share: 'disabled',
      permission: { task: 'deny', edit: 'ask', '*': 'allow' },
    });
    // The last rule that matches counts.
    expect(text.indexOf('"task":"deny"')).toBeGreaterThan(text.indexOf('"*":"allow"'));
  });

  it('goes on from one word for all permissions', () => {
    expect(over('{"permission":"allow"}')).toMatchObject({
      permission: { '*': 'allow', task: 'deny' },
    });
  });

  it.each(['[]', '{"a":1,}', 'no'])('says where there is no JSON object: %s', (given) =>
    expect(over(given)).toBeNull(),
  );
});
