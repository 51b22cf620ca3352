import { expect, it } from 'vitest';
import { lockToolContract } from '../contract/lock-tool.ts';
import { describeWith } from '../support/capabilities.ts';
import { lockScene } from '../support/lock-scene.ts';

describeWith(['git-2.38', 'cargo'], 'locks of Rust', () => {
  lockToolContract('cargo');
});

describeWith(['git-2.38', 'go'], 'locks of Go', () => {
  lockToolContract('go');
});

describeWith(['git-2.38', 'poetry'], 'locks of Python', () => {
  // It never merges cleanly where both have changed the manifest, whose hash is in it. And each start takes a second.
  lockToolContract('poetry', { parts: ['pins'] });

  it(
    'a lock of the right manifest that lacks a package is caught',
    { timeout: 120_000 },
    async () => {
      const at = await lockScene('poetry', { ash: '1.0.0', hen: '1.0.0' }, { ranges: true });
      try {
        const lock = await at.show(at.base, at.lock);
        const [start, end] = [
          lock.indexOf('[[package]]\nname = "oak"'),
          lock.indexOf('[metadata]'),
        ];
        const lacking = `${lock.slice(0, start)}${lock.slice(end)}\n`;
        expect(lacking.length).toBeLessThan(lock.length);
        const { commit } = await at.deliver('a', { [at.lock]: lacking });
        expect(await at.tried(commit, at.tool.gate)).toMatch(/oak[^]*version solving failed/u);
      } finally {
        await at.remove();
      }
    },
  );
});
