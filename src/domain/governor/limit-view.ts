import type { LimitView } from '../run/views.ts';
import type { Limit } from './limit.ts';

/** The limit as people and scripts see it. A term that does not bind is written as null: JSON has no infinity. */
export const limitView = ({ live, may, binding, terms }: Limit): LimitView => {
  const finite = (value: number): number | null =>
    Number.isFinite(value) ? Math.max(0, value) : null;
  return {
    live,
    may: finite(may),
    binding: binding.name,
    terms: terms.map((term) => ({
      name: term.name,
      may: finite(term.may),
      text: term.text,
      change: term.change,
    })),
  };
};
