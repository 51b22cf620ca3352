import type { Match } from './rank.ts';

/** Why two are held to be the same, and what differs, in one sentence. */
export const whyAlike = ({ query, other, score, scores }: Match): string => {
  const [one, two] = [query.of, other.of];
  const differs = [
    one.name === two.name ? '' : 'name',
    one.params.length === two.params.length ? '' : 'number of parameters',
    one.params.length > 1 && isOtherOrder(one.params, two.params) ? 'order of parameters' : '',
    scores.shape < SAME_SHAPE && one.kind === 'function' ? 'the way it is written' : '',
  ].filter((word) => word !== '');
  const what = reasonOf(one.kind, scores, score);
  const sure = `${String(Math.round(score * 100))} %`;
  return differs.length === 0
    ? `${what} (${sure})`
    : `${what} (${sure}); differs: ${differs.join(', ')}`;
};

const SAME_SHAPE = 0.9;

const reasonOf = (kind: string, { shape, words }: Match['scores'], score: number): string => {
  if (kind === 'type') return 'they have the same members';
  if (kind === 'constant') return 'they hold the same values';
  if (shape === score) return 'under other names it is the same text';
  return words === score ? 'names, documentation and text say the same' : 'they call the same';
};

const isOtherOrder = (ones: readonly string[], twos: readonly string[]): boolean =>
  ones.length === twos.length &&
  ones.some((name, at) => twos[at] !== name) &&
  ones.every((name) => twos.includes(name));
