import { loadReplay } from '../adapters/config/load-replay.ts';
import type { Failure } from '../domain/failure.ts';
import { replayPoint } from '../domain/replay/compare.ts';
import type { ReplayedPoint, Seeds } from '../domain/replay/compare.ts';
import type { ReplayPolicy } from '../domain/replay/policies.ts';
import { pointsOf } from '../domain/replay/replay-file.ts';
import type { ReplayFile } from '../domain/replay/replay-file.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';

/** What to replay. */
export interface ReplayWish {
  readonly cwd: string;
  /** Replay files, absolute or seen from `cwd`. */
  readonly files: readonly string[];
  readonly policies: readonly ReplayPolicy[];
  readonly seeds: Seeds;
}

/** Replays each file in turn; `done` is told of each of its points. Errors: what is wrong with the files. */
export async function replayFiles(
  { cwd, files, policies, seeds }: ReplayWish,
  done: (file: ReplayFile, point: ReplayedPoint) => void,
): Promise<Result<null, readonly Failure[]>> {
  const all: ReplayFile[] = [];
  for (const file of files) {
    const loaded = await loadReplay(cwd, file);
    if (!loaded.ok) return err(loaded.error);
    all.push(loaded.value);
  }
  for (const file of all)
    for (const point of pointsOf(file)) done(file, replayPoint(point, policies, seeds));
  return ok(null);
}
