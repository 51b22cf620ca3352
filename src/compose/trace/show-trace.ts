import type { Failure } from '../../domain/failure.ts';
import { failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { err, ok } from '../../domain/result.ts';
import type { Trace } from '../../domain/trace/trace.ts';
import { sha256 } from '../../adapters/traces/reading.ts';
import type { FoundSession } from '../../ports/traces.ts';
import { findTraces, type TraceWish } from './find-traces.ts';
import { readTrace } from './measure-traces.ts';

/** Reads the session that an id names: the beginning of its short id, or of its own. Codes: `no-trace`, `ambiguous-id`. */
export async function findTrace(wish: TraceWish, id: string): Promise<Result<Trace, Failure>> {
  const found = await findTraces(wish);
  if (!found.ok) return found;
  const { sessions, close } = found.value;
  try {
    const only = onlyNamed(sessions, id);
    return only.ok ? ok(await readTrace(only.value)) : only;
  } finally {
    close();
  }
}

/** The session that an id names. Codes: `no-trace`, `ambiguous-id`. */
export function onlyNamed<T extends Pick<FoundSession, 'source' | 'id'>>(
  sessions: readonly T[],
  id: string,
): Result<T, Failure> {
  const named = sessions.filter(
    (session) => shortId(session).startsWith(id) || session.id.startsWith(id),
  );
  const [only, other] = named;
  if (only === undefined)
    return err(
      failure('no-trace', `there is no session ${id}`, { hint: 'fanin trace --all lists them' }),
    );
  if (other !== undefined)
    return err(failure('ambiguous-id', `${named.length} sessions begin with ${id}`));
  return ok(only);
}

const shortId = ({ source, id }: Pick<FoundSession, 'source' | 'id'>): string =>
  sha256(`${source}\0${id}`);
