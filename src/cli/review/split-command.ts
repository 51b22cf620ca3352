import { err, ok } from '../../domain/result.ts';
import { attemptId } from '../../domain/ids.ts';
import type { Cli } from '../app/cli.ts';
import type { Outcome } from '../app/command.ts';
import { EXIT } from '../exit-codes.ts';
import { withRuns } from '../model/open-runs.ts';
import { splitLines } from '../screens/split.ts';
import { nextLines } from '../screens/status.ts';
import { allDeliveries } from './order.ts';
import { findDelivery, wantedTree } from './review-command.ts';

/** What a person wants taken out of a delivery. */
export interface SplitAsked {
  readonly typed: string;
  readonly paths: readonly string[];
  /** What was looked at, from its start; null: what is there now. */
  readonly tree: string | null;
  readonly after: boolean;
  readonly name: string | null;
}

/** `fanin review split <delivery> <path>…` */
export function splitCommand(cli: Cli, asked: SplitAsked): Promise<Outcome> {
  return withRuns(cli.cwd, async (runs) => {
    const found = findDelivery(cli, runs, asked.typed);
    if (!found.ok) return found;
    const { attempt, delivery, run } = found.value;
    const { splitDelivery } = await import('../../compose/split.ts');
    const done = await splitDelivery(runs.model.place, {
      run,
      delivery: attempt.id,
      task: attempt.task,
      n: attempt.n,
      commit: delivery.commit,
      base: delivery.base,
      tree: wantedTree(delivery, asked.tree),
      paths: asked.paths,
      after: asked.after,
      name: asked.name,
      tasks: runs.read(run).tasks.map(({ id }) => id),
      by: cli.user,
    });
    if (!done.ok) return err(done.error);
    const model = runs.read(run);
    const { name, rest, taken } = done.value;
    const parts = [
      { id: attemptId(run, attempt.task, attempt.n + 1), files: rest },
      { id: attemptId(run, name, 1), files: taken },
    ].flatMap(({ id, files }) =>
      allDeliveries(model).flatMap((item) => (item.attempt.id === id ? [{ ...item, files }] : [])),
    );
    if (cli.json)
      cli.out.lines([
        JSON.stringify({
          schema: 1,
          id: attempt.id,
          parts: parts.map((part) => ({
            id: part.attempt.id,
            files: part.files,
            ...part.delivery,
          })),
        }),
      ]);
    else
      cli.err.lines([
        ...splitLines(found.value, parts, cli.errLook()),
        ...nextLines(model, cli.errLook()),
      ]);
    return ok(parts.some((part) => part.delivery.phase === 'returned') ? EXIT.failed : EXIT.ok);
  });
}
