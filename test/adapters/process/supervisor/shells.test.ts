import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readProcess } from '../../../../src/adapters/process/records.ts';
import { attemptTag, taggedEnv } from '../../../../src/adapters/process/tag.ts';
import type { SupervisedLaunch, SupervisionState } from '../../../../src/ports/supervision.ts';
import { supervisionContract } from '../../../contract/supervision.ts';
import { describeWith } from '../../../support/capabilities.ts';
import { eventually } from '../../../support/eventually.ts';
import { supervisedWorld } from '../supervised-world.ts';
import type { SupervisedWorld } from '../supervised-world.ts';

/** Shells besides the system's own, where they are installed. */
const SHELLS: Readonly<Record<string, readonly string[]>> = {
  bash: ['/usr/bin/bash', '--posix'],
  busybox: ['/usr/bin/busybox', 'sh'],
};
/** A process's folder and open files; none of one that has ended. */
const filesOf = (pid: number): readonly string[] => {
  const linked = (name: string): readonly string[] => {
    try {
      return [readlinkSync(`/proc/${pid}/${name}`)];
    } catch {
      return [];
    }
  };
  const folder = `/proc/${pid}/fd`;
  return ['cwd', ...namesIn(folder).map((fd) => `fd/${fd}`)].flatMap(linked);
};

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const sessionOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[5]);
const installed = Object.entries(SHELLS).filter(([, [path = '']]) => existsSync(path));

for (const [name, shell] of installed) {
  supervisionContract(`real processes under ${name}`, () => supervisedWorld('', shell));
}

for (const [name, shell] of [['sh', ['/bin/sh']] as const, ...installed]) {
  describeWith(['proc'], `an agent under ${name}`, () => {
    let world: SupervisedWorld;
    beforeEach(() => {
      world = supervisedWorld('', shell);
    });
    afterEach(() => world.close());

    const begin = async (launch: SupervisedLaunch) => {
      const state = await world.supervision.start(launch);
      if (!state.ok) throw new Error(state.error.message);
      const exit = new Promise<SupervisionState & { kind: 'exited' }>((resolve) => {
        world.supervision.watch(launch.attempt, launch.folder, resolve);
      });
      return { exit };
    };
    const ended = async (launch: SupervisedLaunch) => (await begin(launch)).exit;

    it('gets the environment that was meant for it, and none of its supervisor', async () => {
      const awkward = {
        IFS: 'a_0x1',
        ENV: '/no/such/file',
        BASH_ENV: '/no/such/file',
        CDPATH: '/tmp',
        POSIXLY_CORRECT: '1',
        SHELLOPTS: 'noexec',
        PATH: '/no/such/folder',
        LC_ALL: 'xx_XX',
        GREP_OPTIONS: '--colour',
        OPTIND: 'word',
        PWD: '/elsewhere',
        now: '1',
        agent: '2',
        code: '3',
        _fanin_0: 'mine',
        _fanin_i: '7',
        'with-a.dash': 'a = b',
        'BASH_FUNC_kill%%': '() { :; }',
        LINES: 'two\nlines \'and\' "quotes" $HOME `id` \\',
        EMPTY: '',
      };
      const launch = world.script('r1-a-1', '');
      const argv = [process.execPath, '-e', 'process.stdout.write(JSON.stringify(process.env))'];
      await ended({ ...launch, command: { ...launch.command, argv, env: awkward } });
      const seen = JSON.parse(world.text(launch, 'output.log')) as Record<string, string>;
      const tag = attemptTag(world.stateFolder, 'r1-a-1');
      const meant: Record<string, string | undefined> = taggedEnv(
        { ...process.env, ...awkward },
        tag,
      );
      // A shell's word of its own, and without meaning to anybody else.
      delete seen['_'];
      delete meant['_'];
      expect(seen).toEqual(meant);
    });

    it('gets its arguments as they are, and an umask, signals and files as if fanin started it', async () => {
      const launch = world.script('r1-a-1', '');
      const text = `umask; grep -E 'Sig(Ign|Blk)' /proc/self/status; ls /proc/$$/fd; printf '<%s>\\n' "$@"`;
      const argv = ['sh', '-c', text, 'sh', '', ' a  b ', '*', '-n', '$HOME', "it's", 'x=y', '\\n'];
      await ended({ ...launch, command: { ...launch.command, argv } });
      expect(world.text(launch, 'errors.log')).toBe('');
      // What this very process hands down to everybody is not the supervisor's.
      const options = { encoding: 'utf8' } as const;
      const plain = spawnSync('sh', ['-c', 'ls /proc/$$/fd; :'], options).stdout.trim().split('\n');
      const mask = process.umask().toString(8).padStart(4, '0');
      expect(world.text(launch, 'output.log').split('\n')).toEqual([
        mask,
        'SigBlk:\t0000000000000000',
        'SigIgn:\t0000000000000000',
        ...plain,
        '<>',
        '< a  b >',
        '<*>',
        '<-n>',
        '<$HOME>',
        "<it's>",
        '<x=y>',
        '<\\n>',
        '',
      ]);
    });

    it('can be interrupted by itself', async () => {
      const launch = world.script('r1-a-1', 'kill -INT $$; sleep 600');
      expect((await ended(launch)).exit).toMatchObject({ code: null, signal: 'SIGINT' });
    });

    it('is stopped even when it has hardly started', async () => {
      const launch = world.launch('r1-a-1');
      const starting = world.supervision.start(launch);
      await eventually('the claim', () => world.text(launch, 'claim.json') !== '');
      await world.other.stop('r1-a-1', launch.folder, 'run-stopped');
      await starting;
      const state = await eventually('its end', async () => {
        const seen = await world.supervision.probe('r1-a-1', launch.folder);
        return seen.kind === 'exited' && seen;
      });
      expect(state.exit).toMatchObject({ lost: false, stopped: 'run-stopped' });
    });

    it('reads a long text before a message that comes early', async () => {
      const text = 'x'.repeat(300_000);
      const launch = world.script(
        'r1-a-1',
        `until [ -e go ]; do sleep 0.05; done; IFS= read -r a; IFS= read -r b; echo "\${#a} $b"`,
        { stdin: `${text}\n` },
      );
      const { exit } = await begin(launch);
      const sent = world.supervision.send('r1-a-1', launch.folder, 'early\n');
      writeFileSync(join(launch.folder, 'go'), '');
      expect(await sent).toBe(true);
      await exit;
      expect(world.text(launch, 'output.log')).toBe('300000 early\n');
    });

    it('takes no message once it has closed its input', async () => {
      const launch = world.script('r1-a-1', 'exec <&-; echo > closed; exec sleep 600');
      await begin(launch);
      await eventually('the input to be closed', () => existsSync(join(launch.folder, 'closed')));
      expect(await world.supervision.send('r1-a-1', launch.folder, 'late\n')).toBe(false);
    });

    it('reads to the end of an input that is not kept open', async () => {
      const launch = world.script('r1-a-1', 'cat', { stdin: 'a\nb', keepOpen: false });
      expect((await ended(launch)).exit.code).toBe(0);
      expect(world.text(launch, 'output.log')).toBe('a\nb');
      const silent = world.script('r1-b-1', 'cat', { keepOpen: false });
      expect((await ended(silent)).exit.code).toBe(0);
    });

    it('leaves nobody with an open file of its workspace', async () => {
      const launch = world.launch('r1-a-1');
      const workspace = join(world.stateFolder, 'workspace');
      mkdirSync(workspace);
      await begin({ ...launch, command: { ...launch.command, cwd: workspace } });
      const { pid } = readProcess(launch.folder) ?? expect.fail();
      await eventually(
        'the agent to be there',
        () => readlinkSync(`/proc/${pid}/cwd`) === workspace,
      );
      await eventually('its session', () => sessionOf(pid) === pid);
      const held = world.supervising('r1-a-1').map(filesOf);
      // Those that stay: who puts the agent into its cgroup is soon gone.
      expect(held.filter((names) => names.length > 0).length).toBeGreaterThanOrEqual(2);
      expect(held.flat().filter((name) => name.startsWith(workspace))).toEqual([]);
    });
  });
}
