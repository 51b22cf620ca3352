import { describe, expect, it } from 'vitest';
import { turnsHooksOff, withHooks } from '../../../../src/adapters/agents/gemini/own-settings.ts';

const OWN = { command: 'ask-the-guard', mark: "/s/it's/mark" };
const parsed = (text: string | null): unknown => JSON.parse(withHooks(text, OWN) ?? 'null');
const hook = (command: string) => ({ hooks: [{ type: 'command', command, timeout: 60_000 }] });
const BEGIN = hook(String.raw`: > '/s/it'\''s/mark'`);
const ASK = { matcher: '*', ...hook('ask-the-guard') };

describe('settings with the hooks of an attempt', () => {
  it('are those hooks where a person has none', () => {
    expect(parsed(null)).toEqual({
      hooksConfig: { enabled: true },
      hooks: { SessionStart: [BEGIN], BeforeTool: [ASK] },
    });
  });

  it("hold what a person's hold, and their hooks before ours", () => {
    const theirs = `{
      // Mine.
      "security": { "auth": { "selectedType": "x" } }, /* "a": 1, */
      "ui": { "url": "http://x//y", "quoted": "\\"/* no */" },
      "hooksConfig": { "enabled": false, "disabled": ["y"] },
      "hooks": { "BeforeTool": [{ "matcher": "z" }], "AfterTool": [1] }
    }`;
    expect(parsed(theirs)).toEqual({
      security: { auth: { selectedType: 'x' } },
      ui: { url: 'http://x//y', quoted: '"/* no */' },
      hooksConfig: { enabled: true, disabled: ['y'] },
      hooks: { SessionStart: [BEGIN], BeforeTool: [{ matcher: 'z' }, ASK], AfterTool: [1] },
    });
  });

  it('are none where what a person has cannot be read', () => {
    expect(withHooks('{"a": ', OWN)).toBeNull();
    expect(withHooks('[]', OWN)).toBeNull();
  });
});

describe('settings that go over them', () => {
  it.each([
    '{"hooksConfig":{"enabled":false}}',
    '{"hooksConfig":{"enabled":"${NO}"}}',
    '{"hooksConfig":{"enabled":null}}',
    '{"hooksConfig":{"disabled":["ask-the-guard"]}}',
    '{"hooksConfig":{"disabled":"all"}}',
    '{"hooksConfig":[]}',
    '{"hooks":null}',
    '{"hooks":"none" /* no */}',
  ])('keep hooks from being run: %s', (text) => {
    expect(turnsHooksOff(text, OWN)).toBe(true);
  });

  it.each([
    '',
    'no JSON',
    '{}',
    '{"hooksConfig":{"enabled":true,"disabled":["x"]}}',
    '{"hooks":{"BeforeTool":[],"AfterTool":{}}}',
  ])('do not: %s', (text) => {
    expect(turnsHooksOff(text, OWN)).toBe(false);
  });
});
