import type { ReviewState } from '../review/keys.ts';
import type { ReviewItem } from '../review/order.ts';
import { fit } from '../text/columns.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';
import { attemptLabel } from '../../domain/ids.ts';
import type { OpenQuestion } from './questions.ts';
import { labelOf, reviewListLines } from './review.ts';

/** What waits: deliveries, and the question that waits longest. */
export interface ReviewDesk {
  readonly items: readonly ReviewItem[];
  readonly asked: OpenQuestion | null;
}

/** The review in a terminal: the list, what came of the last key, and the keys. At most `rows` lines. */
export function reviewScreenLines(
  { items, asked }: ReviewDesk,
  state: ReviewState,
  look: Look & { readonly rows: number },
): readonly string[] {
  const item = items[state.selected];
  const asks =
    state.asking === null || item === undefined
      ? []
      : wrap(
          `${labelOf(item)} has doubts against it. Approve it all the same? y / any other key`,
          look.width,
        );
  const question =
    asked === null
      ? []
      : wrap(
          `${attemptLabel(asked.attempt.task, asked.attempt.n)} asks: ${asked.question.text}`,
          look.width,
        ).map((line) => look.paint('yellow', line));
  const message = state.message === '' ? [] : wrap(state.message, look.width);
  const foot = [
    '',
    ...question,
    ...message,
    ...asks,
    look.paint('dim', fit(keysText(items, asked), look.width)),
  ];
  return [
    ...windowed(
      reviewListLines(items, look, state.selected),
      state.selected,
      look.rows - foot.length,
    ),
    ...foot,
  ];
}

const KEYS = 'j/k move · enter show · d diff · a approve · r return · x reject · p park · q quit';
const keysText = (items: readonly ReviewItem[], asked: OpenQuestion | null): string =>
  [asked === null ? '' : '? answer', items.length === 0 ? 'q quit' : KEYS]
    .filter((part) => part !== '')
    .join(' · ');

/** The title and the empty line below it. */
const HEAD = 2;

/** The part of a long list that has the cursor in it. */
function windowed(lines: readonly string[], selected: number, rows: number): readonly string[] {
  const room = Math.max(1, rows - HEAD);
  const list = lines.slice(HEAD);
  if (list.length <= room) return lines;
  const from = Math.max(0, Math.min(selected - Math.floor(room / 2), list.length - room));
  return [...lines.slice(0, HEAD), ...list.slice(from, from + room)];
}
