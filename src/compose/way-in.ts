import { openReader } from '../adapters/store/reader.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import type { RunId, TaskId } from '../domain/ids.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import { decodeEvent } from '../protocol/events.ts';
import { agentByName } from './agents.ts';

/**
 * How a message reaches the agent of a task while it works. Codes: `agent-takes-no-messages`, and those of
 * the store.
 */
export const wayIn = (
  place: RepositoryPlace,
  run: RunId,
  task: TaskId,
): Result<'mid-turn' | 'resume', Failure> => {
  const reader = openReader(place.stateDir);
  if (!reader.ok) return reader;
  const [first] = reader.value?.events(run, 0, 1) ?? [];
  reader.value?.close();
  const event = first === undefined ? null : decodeEvent(first);
  if (event !== null && !event.ok) return event;
  const plan = event?.value.type === 'run.started' ? event.value.plan : null;
  const spec = plan?.tasks.find(({ id }) => id === task)?.agent;
  const agent = spec === undefined ? null : agentByName(spec.use);
  const way = agent?.capabilities.message ?? 'none';
  if (way !== 'none') return ok(way);
  return err(
    failure(
      'agent-takes-no-messages',
      `the agent of ${task} (${spec?.use ?? 'unknown'}) takes no messages while it works`,
      {
        hint: `fanin stop ${task} ends it; fanin retry ${task} "…" starts a new attempt with your words`,
      },
    ),
  );
};
