import { createLogUpdate } from 'log-update';
import { page } from '../../compose/pager.ts';
import type { RunId } from '../../domain/ids.ts';
import { ok } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import type { Outcome } from '../app/command.ts';
import { EXIT } from '../exit-codes.ts';
import type { OpenRuns } from '../model/open-runs.ts';
import { openQuestions, promptText } from '../screens/questions.ts';
import type { OpenQuestion } from '../screens/questions.ts';
import { reviewScreenLines } from '../screens/review-interactive.ts';
import { nextLines } from '../screens/status.ts';
import { labelOf, reviewShowLines } from '../screens/review.ts';
import { plainPaint } from '../text/style.ts';
import { act, DONE } from './act.ts';
import type { Verb } from './act.ts';
import { keepSelected, pressKey } from './keys.ts';
import type { ReviewAction, ReviewState } from './keys.ts';
import { reviewItems } from './order.ts';
import type { ReviewItem } from './order.ts';
import { outcomeText } from './outcome-text.ts';
import { openKeyboard } from './terminal.ts';
import type { Keyboard } from './terminal.ts';

/** How often the list is looked at anew while no key comes, in ms. */
const REFRESH_MS = 1000;
const ROWS = 24;

/** Goes through what waits in a run, by single keys, until the person leaves. */
export async function interactiveReview(cli: Cli, runs: OpenRuns, run: RunId): Promise<Outcome> {
  const keyboard = openKeyboard();
  const draw = createLogUpdate(process.stdout);
  const desk: Desk = { cli, runs, run, keyboard };
  // Ages are those of the start: nothing changes places under the cursor only because time passes.
  const since = cli.now();
  let state: ReviewState = { selected: 0, asking: null, message: '' };
  try {
    for (;;) {
      const model = runs.read(run);
      const items = reviewItems(model, since);
      const [asked = null] = openQuestions(model);
      state = keepSelected(state, items.length);
      draw(
        reviewScreenLines({ items, asked }, state, {
          ...cli.look(),
          rows: (cli.out.rows() ?? ROWS) - 1,
        }).join('\n'),
      );
      const key = await keyboard.next(REFRESH_MS);
      if (key === null) continue;
      const pressed = pressKey(state, key, items);
      state = pressed.state;
      if (pressed.action.kind === 'quit') return ok(EXIT.ok);
      if (pressed.action.kind === 'none') continue;
      draw.clear();
      state = { ...state, message: await carryOut(desk, pressed.action, asked) };
    }
  } finally {
    draw.clear();
    keyboard.close();
    cli.err.lines(nextLines(runs.read(run), cli.errLook()));
  }
}

interface Desk {
  readonly cli: Cli;
  readonly runs: OpenRuns;
  readonly run: RunId;
  readonly keyboard: Keyboard;
}

/** The value is what to tell. */
async function carryOut(
  desk: Desk,
  action: Exclude<ReviewAction, { kind: 'none' | 'quit' }>,
  asked: OpenQuestion | null,
): Promise<string> {
  const { cli, keyboard } = desk;
  if (action.kind === 'answer') return asked === null ? '' : answerQuestion(desk, asked);
  const { kind, item } = action;
  switch (kind) {
    case 'show':
      await keyboard.aside(() => page(`${reviewShowLines(item, cli.look()).join('\n')}\n`));
      return '';
    case 'diff':
      return keyboard.aside(() => pageDiff(desk, item));
    case 'approve':
    case 'park':
      return decide(desk, item, { verb: kind, comment: '' });
    case 'return':
    case 'reject': {
      const comment = (await keyboard.ask(`${kind} ${labelOf(item)}, because: `)).trim();
      return comment === ''
        ? `not ${DONE[kind]}: no comment was given`
        : decide(desk, item, { verb: kind, comment });
    }
  }
}

async function answerQuestion(
  { cli, runs, run, keyboard }: Desk,
  { attempt, question }: OpenQuestion,
): Promise<string> {
  const choice = (await keyboard.ask(promptText(question))).trim();
  if (choice === '') return 'not answered';
  const { submit } = await import('../../compose/submit.ts');
  const command = { type: 'answer', attempt: attempt.id, question: question.id, choice } as const;
  const done = await submit(runs.model.place, run, { ...command, by: cli.user });
  if (done.ok) return `told: ${choice}`;
  return [done.error.message, done.error.hint ?? ''].filter((part) => part !== '').join('; ');
}

async function decide(
  { cli, runs, run }: Desk,
  item: ReviewItem,
  { verb, comment }: { readonly verb: Verb; readonly comment: string },
): Promise<string> {
  const label = labelOf(item);
  const { id } = item.attempt;
  // The tree that was on the screen, whatever may have come since.
  const done = await act(
    runs.model.place,
    { run, delivery: id, label },
    { verb, comment, tree: item.delivery.tree, by: cli.user },
  );
  if (!done.ok)
    return [done.error.message, done.error.hint ?? ''].filter((part) => part !== '').join('; ');
  const after = runs.model.reader.view(run, 'delivery', id)?.body ?? item.delivery;
  return outcomeText(label, verb, after).join(' ');
}

async function pageDiff({ cli, runs, run }: Desk, { attempt }: ReviewItem): Promise<string> {
  const { attemptDiff } = await import('../../compose/diff.ts');
  const colour = cli.look().paint !== plainPaint;
  const diff = await attemptDiff(
    runs.model.place,
    { ...attempt, run, id: attempt.id },
    { colour, stat: null },
  );
  if (!diff.ok) return diff.error.message;
  await page(diff.value);
  return '';
}
