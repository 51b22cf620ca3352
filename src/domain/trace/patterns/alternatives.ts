import { once } from './once.ts';
import { likeness } from './session-index.ts';
import type { RanAgent, SessionView } from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';

const VARIANT =
  /\b(?:variants?|alternatives?|another way|one way|different ways?|approach|prototype|competing)\b/i;

/** Sub-agents that were asked for one way of several. */
const asked = once(
  ({ subs }) =>
    new Set(
      subs.flatMap(({ id, brief }) => (brief !== null && VARIANT.test(brief.text) ? [id] : [])),
    ),
);

/** Whether two were asked for the same thing in different ways. */
export const areVariants = (view: SessionView, a: RanAgent, b: RanAgent): boolean =>
  asked(view).has(a.id) &&
  asked(view).has(b.id) &&
  likeness(view, a, b) >= THRESHOLDS.likeBrief.value;
