import { readFileSync, readdirSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { Enclosure } from '../../ports/boundary.ts';
import { run } from '../process/run.ts';

const LOOK_MS = 5;
/** The kernel ends them at once; a loaded machine needs longer. */
const FUSE_MS = 3_000;

/** Starts a command whose starter is killed; null: it died too. Else the words say what went wrong. */
export async function diesWithParent(way: Enclosure, marker: string): Promise<string | null> {
  // In a session of its own, so that no signal to a group reaches it. It says that it is there, and by an argument of its own it can be found from outside.
  const inside = way.wrap({
    argv: ['setsid', '-w', '/bin/sh', '-c', 'echo up; exec 1>&- 2>&-; sleep 30', marker],
    cwd: '/tmp',
    env: {},
  });
  const outcome = await run({
    argv: [
      '/bin/sh',
      '-c',
      '{ "$@"; } | { read -r up; echo "$up"; kill -KILL "-$$"; }',
      'sh',
      ...inside.argv,
    ],
    cwd: inside.cwd,
    env: inside.env,
    timeoutMs: 1e4,
  });
  if (!outcome.stdout.toString('utf8').includes('up')) return 'it did not start';
  for (const until = performance.now() + FUSE_MS; performance.now() < until;) {
    if (!isThere(marker)) return null;
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_MS);
    });
  }
  return 'it lives on';
}

const isThere = (marker: string): boolean =>
  readdirSync('/proc').some((name) => {
    if (!/^\d+$/u.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`sleep 30\0${marker}`);
    } catch {
      return false;
    }
  });
