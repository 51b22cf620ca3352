import { afterEach, expect, it } from 'vitest';
import { prove } from '../../../src/adapters/boundary/prove.ts';
import { ok } from '../../../src/domain/result.ts';
import type { Enclosure } from '../../../src/ports/boundary.ts';
import { pidsWith } from '../../escape/judge.ts';
import { describeWith } from '../../support/capabilities.ts';

/** Wraps nothing: everything that the self-test tries works. */
const open: Enclosure = {
  wrap: (command) => ({ ...command, env: { ...process.env, ...command.env } }),
};

describeWith(['bubblewrap'], 'the self-test', () => {
  afterEach(() => {
    for (const pid of pidsWith('fanin-proof-')) process.kill(pid, 'SIGKILL');
  });

  it('finds that nothing is kept in where nothing is', { timeout: 30_000 }, async () => {
    const proven = await prove({
      enclose: async () => ok(open),
      node: process.execPath,
      uid: process.getuid?.() ?? 0,
    });
    expect(proven).toMatchObject({ ok: false, error: { code: 'boundary-fails' } });
    const said = proven.ok ? '' : proven.error.message;
    for (const way of [
      'read a file of the host',
      'write into what is shared for reading',
      'see processes of the host',
      'signal processes of the host',
      'read the environment outside',
      'use a descriptor from outside',
      'connect to a port of the host',
      'connect to an abstract socket',
      'connect to a socket file of the host',
      'outlive the one who started it',
    ]) {
      expect(said).toContain(way);
    }
  });

  it('says why nothing can be started', async () => {
    const broken: Enclosure = {
      wrap: (command) => ({ ...command, argv: ['sh', '-c', 'echo no such luck >&2; exit 1'] }),
    };
    const proven = await prove({
      enclose: async () => ok(broken),
      node: process.execPath,
      uid: 1000,
    });
    expect(proven).toMatchObject({ ok: false, error: { code: 'boundary-missing' } });
    expect(proven.ok ? '' : proven.error.message).toContain('no such luck');
  });
});
