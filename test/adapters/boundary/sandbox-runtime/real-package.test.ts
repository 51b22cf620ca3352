import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadRuntime } from '../../../../src/adapters/boundary/sandbox-runtime/runtime.ts';
import { runtimeConfig } from '../../../../src/adapters/boundary/sandbox-runtime/runtime-config.ts';
import type { RuntimeConfig } from '../../../../src/adapters/boundary/sandbox-runtime/runtime.ts';
import type { Profile } from '../../../../src/ports/boundary.ts';
import { describeWith } from '../../../support/capabilities.ts';
import { policyOf } from './policy-language.ts';

const PACKAGE = '@anthropic-ai/sandbox-runtime';
const ROOM = '/Users/ada/work.fanin/.rooms/1';

const profile: Profile = {
  home: `${ROOM}/home`,
  uid: 501,
  network: {
    mode: 'allow',
    endpoints: [
      { host: 'api.example.com', port: null },
      { host: '*.example.org', port: 8443 },
      { host: '127.0.0.1', port: 8080 },
    ],
  },
  shares: [
    { from: '/Users/ada/work/.git/objects', to: '/Users/ada/work/.git/objects', write: false },
    { from: '/Users/ada/work.fanin/1', to: '/Users/ada/work.fanin/1', write: true },
    { from: '/Users/ada/work.fanin/1/.git/x', to: '/Users/ada/work.fanin/1/.git/x', write: false },
    {
      from: '/Users/ada/.claude/.credentials.json',
      to: `${ROOM}/home/.claude/.credentials.json`,
      write: true,
    },
    { from: '/Users/ada/a [b*]', to: '/Users/ada/a [b*]', write: false },
  ],
};

const configOf = (of: Profile): RuntimeConfig => {
  const made = runtimeConfig(of);
  if (!made.ok) throw new Error(made.error);
  return made.value;
};

describeWith(['sandbox-runtime'], 'the sandbox runtime itself', () => {
  let policy: ReturnType<typeof policyOf>;
  let command: string;

  beforeEach(async () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
    const runtime = await loadRuntime(PACKAGE);
    await runtime.initialize(configOf(profile), async () => false);
    const wrapped = await runtime.wrapWithSandboxArgv("exec 'true'");
    await runtime.reset();
    command = wrapped.argv.at(-1) ?? '';
    policy = policyOf(policyText(command));
  });
  afterEach(() => vi.restoreAllMocks());

  it('takes what is made of a profile', async () => {
    const { SandboxRuntimeConfigSchema: schema } = (await import(PACKAGE)) as Schemas;
    expect(schema.safeParse(configOf(profile))).toMatchObject({ success: true });
    expect(schema.safeParse({ ...configOf(profile), filesystem: {} })).toMatchObject({
      success: false,
    });
  });

  it('starts the command by sandbox-exec', () => {
    expect(command).toContain('/usr/bin/sandbox-exec');
    expect(command).toMatch(/exec .*true/u);
  });

  it.each([
    ['/Users/ada/.ssh/id_ed25519', 'file-read-data', false],
    ['/Users/ada/work/README.md', 'file-read-data', false],
    ['/System/Volumes/Data/Users/ada/.ssh/id_ed25519', 'file-read-data', false],
    ['/Library/Keychains/System.keychain', 'file-read-data', false],
    ['/private/tmp/another', 'file-read-data', false],
    ['/private/var/folders/ab/T/another', 'file-read-data', false],
    ['/Volumes/Backup/x', 'file-read-data', false],
    ['/Users/ada/a b', 'file-read-data', false],
    ['/Users/ada/a [b*]/x', 'file-read-data', true],
    ['/usr/bin/git', 'file-read-data', true],
    ['/private/etc/ssl/cert.pem', 'file-read-data', true],
    ['/private/etc/ssh/ssh_host_rsa_key', 'file-read-data', false],
    ['/Users/ada/work/.git/objects/ab/cd', 'file-read-data', true],
    ['/Users/ada/work/.git/objects/ab/cd', 'file-write-data', false],
    ['/Users/ada/work/.git/objects/ab/cd', 'file-write-unlink', false],
    ['/Users/ada/work/README.md', 'file-write-data', false],
    ['/Users/ada/work.fanin/1/src/a.ts', 'file-write-data', true],
    ['/Users/ada/work.fanin/1/src/a.ts', 'file-write-unlink', true],
    ['/Users/ada/work.fanin/1/.git/config', 'file-write-data', true],
    ['/Users/ada/work.fanin/1/.git/x/y', 'file-write-data', false],
    ['/Users/ada/work.fanin/1/.git/x', 'file-write-unlink', false],
    ['/Users/ada/work.fanin/2/src/a.ts', 'file-read-data', false],
    ['/Users/ada/work.fanin/2/src/a.ts', 'file-write-data', false],
    ['/Users/ada/.claude/.credentials.json', 'file-write-data', true],
    ['/Users/ada/.claude/settings.json', 'file-read-data', false],
    [`${ROOM}/home/.claude/.credentials.json`, 'file-write-unlink', false],
    [`${ROOM}/home/.tmp/x`, 'file-write-create', true],
    [`${ROOM}/entry/boundary/settings.json`, 'file-read-data', false],
    ['/private/tmp/claude/x', 'file-write-create', false],
    ['/private/tmp/x', 'file-write-create', false],
    ['/usr/local/bin/x', 'file-write-create', false],
  ])('%s: %s is %s', (path, operation, allowed) => {
    expect(policy(operation, path)).toBe(allowed);
  });
});

interface Schemas {
  readonly SandboxRuntimeConfigSchema: {
    safeParse(value: unknown): { readonly success: boolean };
  };
}

/** The policy in a line for a shell that is quoted throughout. */
function policyText(line: string): string {
  const start = line.indexOf('(version 1)');
  const end = line.lastIndexOf(')');
  return line.slice(start, end + 1).replaceAll(`'"'"'`, "'");
}
