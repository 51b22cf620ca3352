import type { ReviewItem } from './order.ts';

/** What a person is doing in the review. `confirm`: asked whether to approve what has doubts. */
export interface ReviewState {
  readonly selected: number;
  readonly asking: 'approve' | null;
  /** What came of the last action. */
  readonly message: string;
}

/** What a key leads to beyond the state. */
export type ReviewAction =
  | { readonly kind: 'none' }
  | { readonly kind: 'quit' }
  /** Answer the question that waits longest; what is typed is asked for first. */
  | { readonly kind: 'answer' }
  | { readonly kind: 'show'; readonly item: ReviewItem }
  | { readonly kind: 'diff'; readonly item: ReviewItem }
  | { readonly kind: 'approve'; readonly item: ReviewItem }
  /** The comment is asked for first. */
  | { readonly kind: 'return' | 'reject'; readonly item: ReviewItem }
  | { readonly kind: 'park'; readonly item: ReviewItem };

/** What a key press comes to. `key` is what the terminal sends, or a name for keys that are no character. */
export function pressKey(
  state: ReviewState,
  key: string,
  items: readonly ReviewItem[],
): { readonly state: ReviewState; readonly action: ReviewAction } {
  const item = items[state.selected];
  const stay = { ...state, asking: null, message: '' };
  if (state.asking !== null) {
    const approve = key === 'y' && item !== undefined;
    return {
      state: { ...stay, message: approve ? '' : 'not approved' },
      action: approve ? { kind: 'approve', item } : NONE,
    };
  }
  if (QUIT.has(key)) return { state: stay, action: { kind: 'quit' } };
  if (key === '?') return { state: stay, action: { kind: 'answer' } };
  const step = STEPS[key];
  if (step !== undefined)
    return {
      state: { ...stay, selected: clamp(state.selected + step, items.length) },
      action: NONE,
    };
  if (item === undefined) return { state: stay, action: NONE };
  if (key === 'a' && hasDoubts(item))
    return { state: { ...stay, asking: 'approve' }, action: NONE };
  const kind = ACTIONS[key];
  return { state: stay, action: kind === undefined ? NONE : { kind, item } };
}

/** The cursor stays on an item when the list has changed. */
export const keepSelected = (state: ReviewState, length: number): ReviewState => ({
  ...state,
  selected: clamp(state.selected, length),
});

/** Whether approving it takes a second key. */
export const hasDoubts = ({ delivery }: ReviewItem): boolean =>
  delivery.verdict !== 'green' || delivery.blocking.length > 0;

const NONE: ReviewAction = { kind: 'none' };
const QUIT: ReadonlySet<string> = new Set(['q', 'escape', 'ctrl-c', 'ctrl-d']);
const STEPS: Readonly<Record<string, number>> = { j: 1, n: 1, down: 1, k: -1, up: -1 };
const ACTIONS: Readonly<
  Record<string, 'show' | 'diff' | 'approve' | 'return' | 'reject' | 'park'>
> = {
  enter: 'show',
  d: 'diff',
  a: 'approve',
  r: 'return',
  x: 'reject',
  p: 'park',
};

const clamp = (index: number, length: number): number => Math.max(0, Math.min(index, length - 1));
