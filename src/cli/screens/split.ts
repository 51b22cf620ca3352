import type { ReviewItem } from '../review/order.ts';
import { count, shortId } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';
import { labelOf } from './review.ts';

/** What a delivery was taken apart into, and how the parts stand by now. */
export function splitLines(
  whole: ReviewItem,
  parts: readonly (ReviewItem & { readonly files: readonly string[] })[],
  look: Look,
): readonly string[] {
  return [
    `${labelOf(whole)} is taken apart; each part is checked and approved by itself:`,
    ...parts.flatMap((part) => wrap(partLine(part), look.width, '  ', '    ')),
  ];
}

const MOST_FILES = 4;

const partLine = (part: ReviewItem & { readonly files: readonly string[] }): string => {
  const { delivery, files } = part;
  const named = files.length > MOST_FILES ? count(files.length, 'file') : files.join(', ');
  const verdict = delivery.verdict === null ? delivery.phase : delivery.verdict;
  return `${labelOf(part)} · ${named} · tree ${shortId(delivery.tree)} · ${verdict}`;
};
