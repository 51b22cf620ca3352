import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { DeliveryView } from '../../domain/run/views.ts';
import type { Cli } from '../app/cli.ts';
import type { Outcome } from '../app/command.ts';
import { printLong } from '../app/page.ts';
import { EXIT } from '../exit-codes.ts';
import { resolveAttempt, resolveRun } from '../ids/resolve.ts';
import { withRuns } from '../model/open-runs.ts';
import type { OpenRuns } from '../model/open-runs.ts';
import { labelOf, reviewListLines, reviewShowLines } from '../screens/review.ts';
import { openQuestions, questionLines } from '../screens/questions.ts';
import { backlogOf } from '../screens/headline.ts';
import { nextLines } from '../screens/status.ts';
import { act } from './act.ts';
import type { Verb } from './act.ts';
import { allDeliveries, reviewItems } from './order.ts';
import type { ReviewItem } from './order.ts';
import { outcomeText } from './outcome-text.ts';

/** `fanin review`: by single keys in a terminal, a list elsewhere. */
export function openReview(cli: Cli): Promise<Outcome> {
  const terminal = cli.out.isTty && process.stdin.isTTY && !cli.json;
  if (!terminal) return listDeliveries(cli);
  return withRuns(cli.cwd, async (runs) => {
    const run = resolveRun(runs.known, cli.run);
    if (!run.ok) return run;
    const { interactiveReview } = await import('./interactive.ts');
    return interactiveReview(cli, runs, run.value);
  });
}

/** `fanin review list`: what waits. */
export function listDeliveries(cli: Cli): Promise<Outcome> {
  return withRuns(cli.cwd, (runs) => {
    const run = resolveRun(runs.known, cli.run);
    if (!run.ok) return run;
    const model = runs.read(run.value);
    const items = reviewItems(model, cli.now());
    const asked = openQuestions(model);
    if (cli.json)
      cli.out.lines([
        JSON.stringify({
          schema: 1,
          run: run.value,
          deliveries: items.map(itemJson),
          questions: asked.map(({ attempt, question }) => ({ attempt: attempt.id, ...question })),
        }),
      ]);
    else
      cli.out.lines([
        ...questionLines(asked, cli.look()),
        ...reviewListLines(items, cli.look()),
        ...elsewhereLines(runs, run.value),
      ]);
    return ok(EXIT.ok);
  });
}

/** `fanin review show <delivery>` */
export function showDelivery(cli: Cli, typed: string): Promise<Outcome> {
  return withRuns(cli.cwd, async (runs) => {
    const item = findDelivery(cli, runs, typed);
    if (!item.ok) return item;
    if (cli.json)
      cli.out.lines([
        JSON.stringify({ schema: 1, ...itemJson(item.value), receipt: item.value.attempt.receipt }),
      ]);
    else await printLong(cli, reviewShowLines(item.value, cli.look()));
    return ok(EXIT.ok);
  });
}

/** `fanin review approve|return|reject|park <delivery>`. `tree`: what was looked at, from its start; null: what is there now. */
export function decideOn(
  cli: Cli,
  typed: string,
  {
    verb,
    comment,
    tree,
  }: { readonly verb: Verb; readonly comment: string; readonly tree: string | null },
): Promise<Outcome> {
  return withRuns(cli.cwd, async (runs) => {
    const found = findDelivery(cli, runs, typed);
    if (!found.ok) return found;
    const { attempt, delivery, run } = found.value;
    const label = labelOf(found.value);
    const shown = wantedTree(delivery, tree);
    const done = await act(
      runs.model.place,
      { run, delivery: attempt.id, label },
      { verb, comment, tree: shown, by: cli.user },
    );
    if (!done.ok) return done;
    const after = runs.model.reader.view(run, 'delivery', attempt.id)?.body ?? delivery;
    if (cli.json) cli.out.lines([JSON.stringify({ schema: 1, id: attempt.id, ...after })]);
    else
      cli.err.lines([
        ...outcomeText(label, verb, after),
        ...nextLines(runs.read(run), cli.errLook()),
      ]);
    return ok(verb === 'approve' && NOT_LANDED.has(after.phase) ? EXIT.failed : EXIT.ok);
  });
}

/** What was approved and came back, or waits for a person again. */
const NOT_LANDED: ReadonlySet<string> = new Set(['returned', 'parked']);

/** Fewer characters of a tree name nothing. */
const SHORTEST_TREE = 4;

/** The tree that is meant by its start; null: the one that is there now. */
export const wantedTree = (delivery: DeliveryView, typed: string | null): string =>
  typed === null || (typed.length >= SHORTEST_TREE && delivery.tree.startsWith(typed))
    ? delivery.tree
    : typed;

/** The delivery that is meant. Codes: those of `resolveAttempt`, `no-delivery`. */
export function findDelivery(
  cli: Cli,
  runs: OpenRuns,
  typed: string,
): Result<ReviewItem & { readonly run: string }, Failure> {
  const known = resolveAttempt(runs.known, typed, cli.run);
  if (!known.ok) return known;
  const { run, id, task, n } = known.value;
  const item = allDeliveries(runs.read(run)).find(({ attempt }) => attempt.id === id);
  if (item !== undefined) return ok({ ...item, run });
  return err(
    failure('no-delivery', `${task}#${n} has delivered nothing`, {
      hint: 'fanin status shows how it stands',
    }),
  );
}

/** Deliveries of older runs would wait unseen. */
function elsewhereLines(runs: OpenRuns, run: string): readonly string[] {
  const others = runs.known.runs
    .filter((each) => each !== run)
    .map((each) => runs.read(each))
    .filter((model) => backlogOf(model) > 0);
  return others.map(
    (model) => `${backlogOf(model)} more in run ${model.id}: fanin review --run ${model.id}`,
  );
}

const itemJson = ({ attempt, delivery, blocks, blockedMs, risk, landedSince }: ReviewItem) => ({
  id: attempt.id,
  n: attempt.n,
  ...delivery,
  blocks,
  blockedMs,
  risk,
  landedSince: landedSince.map((other) => ({ attempt: other.attempt.id, shared: other.shared })),
});
