import type { Failure } from '../../domain/failure.ts';
import type { ReplayFile } from '../../domain/replay/replay-file.ts';
import type { Result } from '../../domain/result.ts';
import { readReplayFile } from '../../protocol/replay-file.ts';
import { loadModel } from './load-model.ts';

/** Reads a replay file. Errors: everything that is wrong with it; `replay-not-found`. */
export const loadReplay = (
  cwd: string,
  file: string,
): Promise<Result<ReplayFile, readonly Failure[]>> =>
  loadModel(cwd, file, {
    read: readReplayFile,
    missing: { code: 'replay-not-found', what: 'replay file', page: 'docs/replay.md' },
  });
