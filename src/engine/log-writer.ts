import type { Failure } from '../domain/failure.ts';
import type { RunId } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { ok } from '../domain/result.ts';
import type { RunEvent } from '../domain/run/events.ts';
import { project } from '../domain/run/project.ts';
import type { RunState } from '../domain/run/state.ts';
import type { Surroundings } from '../domain/run/surroundings.ts';
import type { View } from '../domain/run/views.ts';
import type { InboxAnswer } from '../ports/store.ts';
import type { EngineDeps } from './deps.ts';

/** What one step writes. `run` null: there is no such run, and only whoever asked is answered. */
export interface Entry {
  readonly run: RunState | null;
  readonly events: readonly RunEvent[];
  readonly around: Surroundings;
  readonly answers: readonly InboxAnswer[];
}

/** Appends steps to a run's log; each is one transaction. */
export interface LogWriter {
  /** Err: nothing of the entry was written. */
  append(entry: Entry): Promise<Result<null, Failure>>;
}

/** A writer for `run`, whose log ends at `last` now. */
export const createLogWriter = (deps: EngineDeps, run: RunId, last: number): LogWriter => {
  const written = new Map<string, string>();
  let after = last;
  return {
    append: async ({ run: next, events, around, answers }) => {
      const views =
        next === null ? [] : changed(written, project(next, around.now, around.elsewhere));
      if (events.length === 0 && views.length === 0 && answers.length === 0) return ok(null);
      const appended = await deps.store.append({
        run,
        at: around.now,
        after,
        events,
        views: views.map(({ view }) => view),
        answers,
      });
      if (!appended.ok) return appended;
      for (const { key, text } of views) written.set(key, text);
      after = appended.value;
      if (next !== null) for (const event of events) reportSafely(deps, event, next);
      return ok(null);
    },
  };
};

const changed = (written: ReadonlyMap<string, string>, views: readonly View[]) =>
  views
    .map((view) => ({ view, key: `${view.kind} ${view.id}`, text: JSON.stringify(view.body) }))
    .filter(({ key, text }) => written.get(key) !== text);

/** A reporter that throws must not hurt the run. */
const reportSafely = (deps: EngineDeps, event: RunEvent, run: RunState): void => {
  try {
    deps.report(event, run);
  } catch {
    // The log has the event; only its picture on a screen is missing.
  }
};
