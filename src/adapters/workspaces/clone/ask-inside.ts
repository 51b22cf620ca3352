import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import { run } from '../../process/run.ts';
import { isObject } from '../records.ts';
import { ownEntryFor } from './enclosure.ts';
import type { Doors } from './enclosure.ts';
import type { InsideRequest } from './inside/request.ts';
import { programArgv } from './program.ts';
import type { Room } from '../room.ts';

/** Nobody's configuration has a say inside but what the request carries. */
const PLAIN = {
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  NODE_NO_WARNINGS: '1',
};

const SYSTEM = '/usr/local/bin:/usr/bin:/bin';

/** The environment of everything that fanin itself starts inside. */
export const insideEnvironment = (room: Room): Readonly<Record<string, string>> => ({
  ...PLAIN,
  // Of the host's only the system's folders are there.
  PATH: [process.env['PATH'] ?? '', SYSTEM].filter((part) => part !== '').join(':'),
  HOME: room.out,
});

/** An answer may list the paths of a whole tree. */
const MOST_ANSWER = 128 * 1024 * 1024;

/**
 * Has fanin's program inside carry out a request. What it says is worth no more than what an agent
 * says: the caller looks at it. Codes: those of the boundary, `inside-failed`, `inside-too-slow`.
 */
export const askInside = async (
  doors: Doors,
  room: Room,
  request: InsideRequest,
  timeoutMs: number,
): Promise<Result<unknown, Failure>> => {
  const entry = await ownEntryFor(doors, room);
  if (!entry.ok) return entry;
  const { argv, cwd, env } = entry.value.wrap({
    argv: programArgv(),
    // Not every boundary is its owner yet when it goes there.
    cwd: '/',
    env: insideEnvironment(room),
  });
  const input = JSON.stringify(request);
  const done = await run({ argv, cwd, env, input, timeoutMs, maxBytes: MOST_ANSWER });
  if (done.failure === 'timed-out')
    return err(
      failure('inside-too-slow', `git inside ${room.path} took longer than ${timeoutMs} ms.`),
    );
  const said = done.exit === 0 && !done.truncated ? parse(done.stdout.toString('utf8')) : null;
  if (!isObject(said)) return err(broken(room, done.stderr.toString('utf8')));
  if (said['ok'] === true) return ok(said['value']);
  const error = isObject(said['error']) ? said['error'] : {};
  return err(failure(codeIn(error['code']), textIn(error['message'])));
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const broken = (room: Room, stderr: string): Failure =>
  failure('inside-failed', `fanin's program inside ${room.path} broke off: ${textIn(stderr)}`);

const codeIn = (code: unknown): string =>
  typeof code === 'string' && /^[a-z][a-z-]{1,40}$/.test(code) ? code : 'inside-failed';

const MOST_TEXT = 2_000;

/** A line for people from somebody who is not to be trusted: nothing in it moves a cursor or hides. */
export const textIn = (text: unknown): string =>
  (typeof text === 'string' ? text : 'no reason')
    .slice(0, MOST_TEXT)
    .trim()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
