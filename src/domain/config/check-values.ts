import { formatDuration } from './duration.ts';
import { FLAG_OF } from './layers.ts';
import type { LayeredKey, LayerName, LayerValues } from './layers.ts';
import { problem } from './problem.ts';
import type { Problem } from './problem.ts';

/** Values of one layer that are out of their range. Whether names exist is checked by who resolves them. */
export function checkValues(layer: LayerName, values: LayerValues): readonly Problem[] {
  const problems: Problem[] = [];
  const check = (key: LayeredKey, code: string, complaint: string | null): void => {
    if (complaint !== null) problems.push(at(layer, key, code, complaint));
  };
  check('limits.live', 'bad-limit', atLeastOne(values['limits.live']));
  check('limits.wall', 'bad-limit', longerThanZero(values['limits.wall']));
  check('limits.agent', 'bad-limit', longerThanZero(values['limits.agent']));
  check('limits.tokens', 'bad-limit', moreThanZero(values['limits.tokens']));
  check('limits.usd', 'bad-limit', moreThanZero(values['limits.usd']));
  check('limits.reserve', 'bad-limit', reserveRange(values['limits.reserve']));
  check('limits.retries', 'bad-limit', fromZero(values['limits.retries']));
  check('review.limit', 'bad-limit', atLeastOne(values['review.limit']));
  const slots = values['queue.slots'];
  check('queue.slots', 'bad-limit', slots === 'auto' ? null : atLeastOne(slots));
  check('defaults.deadline', 'bad-deadline', longerThanZero(values['defaults.deadline']));
  check('target', 'bad-target', refComplaint(values.target));
  check('base', 'bad-base', refComplaint(values.base));
  return problems;
}

/** A complaint about a deadline or limit in ms, or null when it is fine. */
export const longerThanZero = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined || ms > 0
    ? null
    : `must be longer than 0, not ${formatDuration(ms)}`;

const moreThanZero = (value: number | null | undefined): string | null =>
  value === null || value === undefined || value > 0 ? null : `must be more than 0, not ${value}`;

const fromZero = (count: number | undefined): string | null =>
  count === undefined || (Number.isSafeInteger(count) && count >= 0 && count <= 10)
    ? null
    : `must be a whole number from 0 to 10, not ${count}`;

const atLeastOne = (count: number | undefined): string | null =>
  count === undefined || (Number.isSafeInteger(count) && count >= 1)
    ? null
    : `must be a whole number of at least 1, not ${count}`;

const reserveRange = (share: number | undefined): string | null =>
  share === undefined || (share >= 0 && share <= 0.9)
    ? null
    : `must be from 0% to 90%, not ${Math.round(share * 10_000) / 100}%`;

/** Refs go to git as arguments: what git would take for an option or never accept is refused here. */
const refComplaint = (ref: string | null | undefined): string | null => {
  if (ref === null || ref === undefined) return null;
  const bad = ref === '' || /^-|\.\.|[\s\p{Cc}:?*[\\]/u.test(ref);
  return bad ? `${JSON.stringify(ref)} is no name of a branch or commit` : null;
};

const at = (layer: LayerName, key: LayeredKey, code: string, message: string): Problem =>
  problem(code, key.split('.'), message, layer === 'flag' ? { flag: FLAG_OF[key] ?? key } : {});
