import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { layGuardedHome as layGemini } from '../../../src/adapters/agents/gemini/own-home.ts';
import { layGuardedHome as layKimi } from '../../../src/adapters/agents/kimi/own-home.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fanin-homes-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (path: string): string => join(folder, path);
const write = (path: string, text: string): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};
const read = (path: string): string => readFileSync(at(path), 'utf8');
const json = (path: string): unknown => JSON.parse(read(path));
const isLink = (path: string): boolean =>
  lstatSync(at(path), { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

describe('the home of a Gemini CLI that asks the guard', () => {
  const lay = (env: Record<string, string> = {}) =>
    layGemini(
      { command: 'ask', home: at('own') },
      {
        GEMINI_CLI_HOME: at('mine'),
        GEMINI_CLI_SYSTEM_SETTINGS_PATH: at('system.json'),
        ...env,
      },
      at('work'),
    );

  it("holds a person's log-in as a link, settings of its own, and no old session", () => {
    write('mine/.gemini/oauth_creds.json', 'secret');
    write('mine/.gemini/settings.json', '{"a":1}');
    write('mine/.gemini/tmp/old/chats/x.jsonl', '');
    write('mine/.env', 'A=1');
    write('mine/.ssh/id', 'no');
    expect(lay()?.refusal()).toBeNull();
    writeFileSync(at('own/.gemini/oauth_creds.json'), 'refreshed');
    expect(read('mine/.gemini/oauth_creds.json')).toBe('refreshed');
    expect(isLink('own/.env')).toBe(true);
    expect(json('own/.gemini/settings.json')).toMatchObject({
      a: 1,
      hooks: { BeforeTool: [{ hooks: [{ command: 'ask' }] }] },
    });
    expect(read('mine/.gemini/settings.json')).toBe('{"a":1}');
    expect(existsSync(at('own/.gemini/tmp'))).toBe(false);
    expect(existsSync(at('own/.ssh'))).toBe(false);
  });

  it('is made where a person has none, and a second time', () => {
    expect(lay()).not.toBeNull();
    expect(lay()).not.toBeNull();
    expect(existsSync(at('own/.gemini/settings.json'))).toBe(true);
  });

  it('is none where their settings cannot be read', () => {
    write('mine/.gemini/settings.json', '{');
    expect(lay()).toBeNull();
  });

  it.each(['work/.gemini/settings.json', 'system.json'])('is of no use with %s', (file) => {
    const home = lay();
    expect(home?.refusal()).toBeNull();
    // An agent may write there between two legs.
    write(file, '{"hooksConfig":{"enabled":false}}');
    expect(home?.refusal()).toContain(at(file));
  });

  it('knows whether hooks are run, of each leg anew', () => {
    const home = lay();
    expect(home?.runsHooks).toBe(false);
    write('own/hooks-run', '');
    expect(home?.runsHooks).toBe(true);
    home?.refusal();
    expect(home?.runsHooks).toBe(false);
  });
});

describe('the home of a Kimi Code that asks the guard', () => {
  const lay = () => layKimi({ command: 'ask', home: at('own') }, at('mine'));
  const plugins = (): unknown => json('own/plugins/installed.json');
  const own = { id: 'fanin-guard', root: expect.stringContaining('own/fanin-guard') as unknown };

  it("holds a person's log-in and config as links, and one plugin more", () => {
    write('mine/credentials/kimi.json', 'secret');
    write('mine/config.toml', 'a = 1');
    write('mine/plugins/installed.json', '{"version":1,"plugins":[{"id":"x","root":"/x"}]}');
    write('mine/plugins/managed/x/kimi.plugin.json', '{}');
    write('mine/session_index.jsonl', 'old');
    write('mine/sessions/old/x', '');
    lay();
    expect(readlinkSync(at('own/config.toml'))).toBe(at('mine/config.toml'));
    writeFileSync(at('own/credentials/kimi.json'), 'refreshed');
    expect(read('mine/credentials/kimi.json')).toBe('refreshed');
    expect(isLink('own/plugins/managed')).toBe(true);
    expect(plugins()).toMatchObject({ plugins: [{ id: 'x' }, { ...own, enabled: true }] });
    expect(json('mine/plugins/installed.json')).toMatchObject({ plugins: [{ id: 'x' }] });
    expect(existsSync(at('own/sessions'))).toBe(false);
    expect(existsSync(at('own/session_index.jsonl'))).toBe(false);
    const { hooks } = json('own/fanin-guard/kimi.plugin.json') as { hooks: readonly object[] };
    expect(hooks).toContainEqual({ event: 'PreToolUse', command: 'ask', timeout: 60 });
  });

  it('has its plugin whatever the list of plugins is', () => {
    lay();
    expect(plugins()).toMatchObject({ plugins: [own] });
    write('mine/plugins/installed.json', 'no JSON');
    lay();
    lay();
    expect(plugins()).toMatchObject({ plugins: [own] });
  });

  it('knows whether hooks are run, of each leg anew', () => {
    const home = lay();
    write('own/hooks-run', '');
    expect(home.runsHooks).toBe(true);
    home.begin();
    expect(home.runsHooks).toBe(false);
  });
});
