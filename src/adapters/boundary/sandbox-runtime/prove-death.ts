import { closeSync, constants, openSync, readSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { Enclosure } from '../../../ports/boundary.ts';
import { quoted } from '../quoted.ts';
import { run } from '../../process/run.ts';

const LOOK_MS = 20;
/** The program in front looks for its parent several times a second. */
const FUSE_MS = 5_000;

/** Starts a command whose starter is killed; null: it died too. `pipe`: a path inside and out that is not there yet. */
export async function diesWithStarter(way: Enclosure, pipe: string): Promise<string | null> {
  const made = await run({ argv: ['mkfifo', '-m', '666', pipe], cwd: '/' });
  if (made.exit !== 0) return `no pipe can be made: ${made.stderr.toString('utf8').trim()}`;
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    // It holds the pipe open for as long as it lives; what the shell itself holds is closed at once.
    const line = `exec >${quoted(pipe)}; echo up; exec sleep 30`;
    const inside = way.wrap({ argv: ['/bin/sh', '-c', line], cwd: '/', env: {} });
    const kill = `"$@" & while ! [ -e ${quoted(`${pipe}-up`)} ]; do sleep 0.05; done; kill -KILL "$$"`;
    const started = run({
      argv: ['/bin/sh', '-c', kill, 'sh', ...inside.argv],
      cwd: inside.cwd,
      env: inside.env,
      timeoutMs: FUSE_MS * 2,
    });
    if (!(await until(() => readOf(reader) === 'said'))) return 'it did not start';
    closeSync(openSync(`${pipe}-up`, 'w'));
    const died = await until(() => readOf(reader) === 'nobody');
    await started;
    return died ? null : 'it lives on';
  } finally {
    closeSync(reader);
  }
}

/** `nobody` has it open, `silent`, or something was `said`. */
function readOf(pipe: number): 'nobody' | 'silent' | 'said' {
  try {
    return readSync(pipe, Buffer.alloc(16)) === 0 ? 'nobody' : 'said';
  } catch {
    return 'silent';
  }
}

async function until(holds: () => boolean): Promise<boolean> {
  for (const end = performance.now() + FUSE_MS; performance.now() < end;) {
    if (holds()) return true;
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_MS);
    });
  }
  return false;
}
