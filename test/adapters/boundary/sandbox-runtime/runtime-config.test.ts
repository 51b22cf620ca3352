import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runtimeConfig } from '../../../../src/adapters/boundary/sandbox-runtime/runtime-config.ts';
import type { Profile, Share } from '../../../../src/ports/boundary.ts';

const profileOf = (shares: readonly Share[], more: Partial<Profile> = {}): Profile => ({
  home: '/r/home',
  uid: 501,
  network: { mode: 'none' },
  shares,
  ...more,
});
const share = (path: string, write: boolean): Share => ({ from: path, to: path, write });
const wordsOf = (profile: Profile): string => {
  const made = runtimeConfig(profile);
  return made.ok ? '' : made.error;
};
const filesOf = (profile: Profile) => {
  const made = runtimeConfig(profile);
  return made.ok ? made.value.filesystem : null;
};
const within = (outer: string, path: string): boolean =>
  path === outer || path.startsWith(`${outer}/`);

describe('a profile in the runtime’s words', () => {
  it('closes the network, opens listed hosts and ports alone, and never all of it', () => {
    const network = (profile: Profile) => {
      const made = runtimeConfig(profile);
      return made.ok ? made.value.network.allowedDomains : made.error;
    };
    expect(network(profileOf([]))).toEqual([]);
    const endpoints = [
      { host: 'a.example', port: null },
      { host: '*.b.example', port: 22 },
      { host: '127.0.0.1', port: 80 },
    ];
    expect(network(profileOf([], { network: { mode: 'allow', endpoints } }))).toEqual([
      'a.example:443',
      'a.example:80',
      '*.b.example:22',
      '127.0.0.1:80',
      'localhost:80',
    ]);
    expect(network(profileOf([], { network: { mode: 'all' } }))).toContain('sandbox.network');
  });

  it('says what cannot be had', () => {
    const far = { from: '/h/x', to: '/elsewhere/x', write: false };
    expect(wordsOf(profileOf([far]))).toBe('/h/x cannot be shown as /elsewhere/x here');
    const three = [share('/w', true), share('/w/a', false), share('/w/a/b', true)];
    expect(wordsOf(profileOf(three))).toContain('/w/a/b');
    expect(wordsOf(profileOf([{ ...far, to: '/r/home/x' }]))).toBe('');
  });

  it('opens nothing for writing that the last share over it closes', () => {
    const path = fc
      .array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 3 })
      .map((parts) => `/w/${parts.join('/')}`);
    const shares = fc.array(fc.record({ path, write: fc.boolean() }), { maxLength: 6 });
    fc.assert(
      fc.property(shares, path, (written, asked) => {
        const files = filesOf(profileOf(written.map((each) => share(each.path, each.write))));
        if (files === null) return;
        const covers = (list: readonly { readonly path: string }[]) =>
          list.some((each) => within(each.path, asked));
        const open = covers(files.allowWrite) && !covers(files.denyWrite);
        const last = written.findLast((each) => within(each.path, asked));
        if (open) expect(last?.write).toBe(true);
        // What is seen at all can be read, and nothing else below there can.
        expect(covers(files.allowRead)).toBe(last !== undefined);
      }),
    );
  });
});
