import { readReceipt } from '../../compose/attempt-reader.ts';
import { openReadModel } from '../../compose/read-model.ts';
import type { ReadModel, Reader } from '../../compose/read-model.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import type { RunId } from '../../domain/ids.ts';
import { err } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Known } from '../ids/known.ts';
import { readRun } from './run-model.ts';
import type { RunModel } from './run-model.ts';

/** The runs of a repository that has had at least one. */
export interface OpenRuns {
  readonly model: ReadModel & { readonly reader: Reader };
  readonly known: Known;
  /** The run as it is now; asking for one that is not known is a bug. */
  read(run: RunId): RunModel;
}

/** Does something with the runs of the repository at `cwd` and closes them. Code: `nothing-ran`. */
export async function withRuns<T>(
  cwd: string,
  use: (
    runs: OpenRuns,
  ) => Promise<Result<T, Failure | readonly Failure[]>> | Result<T, Failure | readonly Failure[]>,
): Promise<Result<T, Failure | readonly Failure[]>> {
  const opened = openReadModel(cwd);
  if (!opened.ok) return opened;
  const model = opened.value;
  const { reader } = model;
  if (reader === null) {
    return err(
      failure('nothing-ran', 'nothing has run in this repository yet', {
        hint: 'start with: fanin run -p "…"',
      }),
    );
  }
  try {
    return await use(openRuns({ ...model, reader }));
  } finally {
    model.close();
  }
}

function openRuns(model: ReadModel & { readonly reader: Reader }): OpenRuns {
  const { reader, place } = model;
  return {
    model,
    known: {
      runs: reader.runs().map(({ id }) => id),
      tasks: (run) => reader.view(run, 'run', run)?.body.tasks ?? [],
      attempts: (run) =>
        reader
          .views(run, 'attempt')
          .map(({ id, body }) => ({ run, id, task: body.task, n: body.n })),
    },
    read: (run) => {
      const found = readRun(model, run, (attempt) => readReceipt(place, attempt));
      if (found === null) throw new Error(`Internal error: run ${run} has no view`);
      return found;
    },
  };
}
