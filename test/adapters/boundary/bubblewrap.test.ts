import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../../src/adapters/process/run.ts';
import { describeWith } from '../../support/capabilities.ts';
import { eventually } from '../../support/eventually.ts';
import { WHO, become, makeRig } from './boundary-rig.ts';
import type { Rig, Who } from './boundary-rig.ts';
import { programsFor } from './programs.ts';

/** Listens where only those inside are. */
const SERVER =
  'require("http").createServer((q, r) => r.end("from inside")).listen(3456, "127.0.0.1", () => console.log("up"))';

/** Opens the port as that user would, in a process of its own, and asks once. */
async function openFrom(who: Who, pid: number) {
  const { node, gateway, opener } = programsFor(who.uid);
  const argv = [...become(who.uid), node, opener, String(pid), '3456', node, gateway];
  const ran = await run({ argv, cwd: '/', env: { PATH: process.env['PATH'] }, timeoutMs: 9000 });
  return { code: ran.exit, said: ran.stdout.toString('utf8') };
}

/** Processes of the host whose command line holds `marker`. */
const withMarker = (marker: string): readonly string[] =>
  readdirSync('/proc').filter((name) => {
    if (!/^\d+$/u.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(marker);
    } catch {
      return false;
    }
  });

describeWith(['bubblewrap', 'iproute2'], 'bubblewrap', () => {
  describe.each(WHO)('fanin $name', (who) => {
    let rig: Rig;
    beforeEach(() => {
      rig = makeRig(who);
    });
    afterEach(() => rig.remove());

    it('runs a command like any other: streams, exit code, working folder', async () => {
      const ran = await rig.sh('cat; pwd; echo said >&2; exit 7', { input: 'given\n' });
      expect(ran).toMatchObject({ exit: 7, out: `given\n${rig.work}\n` });
      expect(ran.stderr.toString('utf8')).toBe('said\n');
    });

    it('gives the environment that was named, the private HOME, and nothing of its own start', async () => {
      const around = ['/usr/bin/env', 'SECRET_OUTSIDE=zzz'];
      const env = { NAMED: "it's 1\n2", HOME: '/root' };
      const { out } = await rig.sh(
        'env -0 | sort -z | tr "\\0" "|"; cat /proc/*/environ | tr "\\0" "|"',
        {
          around,
          env,
        },
      );
      expect(out).toContain(`|HOME=${rig.home}|`);
      expect(out).toContain("|NAMED=it's 1\n2|");
      expect(out).not.toMatch(/SECRET_OUTSIDE|FANIN_/u);
    });

    it('shows no argument of its own inside, and hands no descriptor on', async () => {
      const around = [
        '/bin/bash',
        '-c',
        `exec 4>${rig.folder}/kept 44>${rig.folder}/kept 255>${rig.folder}/kept; exec "$@"`,
        'sh',
      ];
      chmodSync(rig.folder, 0o777);
      const { out } = await rig.sh('tr "\\0" " " </proc/1/cmdline; echo; ls /proc/self/fd', {
        around,
      });
      expect(out).not.toContain('--bind');
      expect(out.trim().split('\n').slice(1)).toEqual(['0', '1', '2', '3']);
    });

    it('lays later shares on top of earlier ones, and writes as nobody who is root', async () => {
      const inner = join(rig.work, 'inner');
      mkdirSync(inner);
      writeFileSync(join(inner, 'kept'), 'as it was');
      const shares = [{ from: inner, to: inner, write: false }];
      const { out } = await rig.sh(
        'echo 1 >made; echo 2 >inner/kept || echo no; mv inner elsewhere || echo no; id -u',
        { shares },
      );
      expect(out.split('\n').slice(0, 2)).toEqual(['no', 'no']);
      expect(statSync(join(rig.work, 'made')).uid).not.toBe(0);
      expect(readFileSync(join(inner, 'kept'), 'utf8')).toBe('as it was');
    });

    it('refuses to start when a shared path has become a link', async () => {
      const inner = join(rig.work, 'inner');
      mkdirSync(inner);
      const command = await rig.wrap(['ls', inner], {
        shares: [{ from: inner, to: inner, write: false }],
      });
      await rig.sh(`mv inner was; ln -s /etc/ssh inner`);
      const ran = await run(command);
      expect(ran.exit).toBe(126);
      expect(ran.stderr.toString('utf8')).toContain('has become a link');
    });

    it('refuses to start when the place of a share has become a link', async () => {
      mkdirSync(join(rig.work, 'place'));
      const shares = [{ from: '/usr/share', to: join(rig.work, 'place'), write: false }];
      const command = await rig.wrap(['true'], { shares });
      expect(await run(command)).toMatchObject({ exit: 0 });
      await rig.sh('rmdir place; ln -s /oldroot/etc place');
      expect(await run(command)).toMatchObject({ exit: 126 });
    });

    it('passes a polite signal on, and lets the command answer it', async () => {
      const child = await rig.start([
        'sh',
        '-c',
        'trap "echo asked; exit 5" TERM; echo up; while :; do sleep 0.1; done',
      ]);
      let said = '';
      child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
      await eventually('it is up', () => said.includes('up'));
      process.kill(-(child.pid ?? 0), 'SIGTERM');
      await once(child, 'exit');
      expect({ code: child.exitCode, said }).toEqual({ code: 5, said: 'up\nasked\n' });
    });

    it.each(['none', 'allow'] as const)(
      'leaves nobody behind when it is killed (network %s)',
      async (mode) => {
        const marker = `600.${process.pid}${mode.length}`;
        const network = mode === 'none' ? { mode } : { mode, endpoints: [] };
        const child = await rig.start(
          [
            'sh',
            '-c',
            `setsid nohup sleep ${marker} & (sleep ${marker} &) ; echo up; sleep ${marker}`,
          ],
          { network },
        );
        await once(child.stdout ?? child, 'data');
        expect(withMarker(marker).length).toBeGreaterThan(2);
        process.kill(child.pid ?? 0, 'SIGKILL');
        await eventually('they are gone', () => withMarker(marker).length === 0);
      },
    );

    it('holds the number of processes down', async () => {
      const { out } = await rig.sh('ulimit -p 2>/dev/null || ulimit -u');
      expect(Number(out)).toBeLessThanOrEqual(4096);
    });

    describe('network', () => {
      let server: Server;
      let port: number;
      beforeEach(async () => {
        server = createServer((_request, response) => response.end('from outside'));
        server.listen(0, '127.0.0.1');
        await once(server, 'listening');
        const address = server.address();
        port = typeof address === 'object' ? (address?.port ?? 0) : 0;
      });
      afterEach(() => server.close());
      const ask = (url: string) =>
        `node -e 'fetch(process.argv[1]).then(r => r.text()).then(console.log, () => console.log("refused"))' ${url};`;

      it('is not there without one', async () => {
        const { out } = await rig.sh(ask(`http://127.0.0.1:${port}/`));
        expect(out).toBe('refused\n');
      });

      it('has what is listed and nothing else, and says what was refused', async () => {
        const endpoints = [{ host: '127.0.0.1', port }];
        const { out } = await rig.sh(
          `${ask(`http://127.0.0.1:${port}/`)} ${ask('http://not-listed.test/')} ${ask('http://192.0.2.7/')}`,
          { network: { mode: 'allow', endpoints } },
        );
        expect(out).toBe('from outside\nrefused\nrefused\n');
        const refused = await rig.refusals();
        expect(refused.map(({ host, port: at }) => `${host} ${at}`).toSorted()).toEqual([
          '192.0.2.7 80',
          'not-listed.test null',
        ]);
      });
    });

    it.each(['none', 'allow'] as const)(
      'opens a port inside to the host, and to nobody else (network %s)',
      async (mode) => {
        const child = await rig.start(['node', '-e', SERVER], {
          network: mode === 'none' ? { mode } : { mode, endpoints: [] },
        });
        try {
          await once(child.stdout ?? child, 'data');
          await expect(fetch('http://127.0.0.1:3456/')).rejects.toThrow('fetch failed');
          const { code, said } = await openFrom(who, child.pid ?? 0);
          expect({ code, said }).toEqual({ code: 0, said: 'from inside' });
        } finally {
          process.kill(-(child.pid ?? 0), 'SIGKILL');
        }
      },
    );

    it('says why a profile cannot be used', async () => {
      const profile = {
        home: rig.home,
        shares: [],
        network: { mode: 'none' },
        uid: 65_534,
      } as const;
      const wrong = async (more: object, folder = rig.state): Promise<string> => {
        const made = await rig.boundary.enclose(folder, { ...profile, ...more });
        return made.ok ? 'ok' : `${made.error.code}: ${made.error.message}`;
      };
      const share = (from: string, to: string, write = false) => ({
        shares: [{ from, to, write }],
      });
      expect(await wrong({})).toBe('ok');
      expect(await wrong(share('/no/such', '/x'))).toMatch(/^boundary-unusable: .*not there/u);
      expect(await wrong(share('/usr', '/proc/x'))).toMatch(/boundary's own/u);
      expect(await wrong(share('/usr', '/a/../etc'))).toMatch(/detours/u);
      expect(await wrong(share(rig.folder, '/x', true))).toMatch(/own files lie in it/u);
      symlinkSync(rig.folder, join(rig.folder, 'link'));
      expect(await wrong(share(join(rig.folder, 'link'), '/x', true))).toMatch(
        /own files lie in it/u,
      );
      const six = { mode: 'allow', endpoints: [{ host: '2001:db8::1', port: 443 }] };
      expect(await wrong({ network: six })).toMatch(/IPv4 alone/u);
      if (who.uid === 0) expect(await wrong({ uid: 0 })).toMatch(/ordinary user/u);
      expect(existsSync(join(rig.state, 'boundary'))).toBe(true);
    });
  });
});
