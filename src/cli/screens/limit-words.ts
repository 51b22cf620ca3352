import type { LimitView } from '../../domain/run/views.ts';

/** The limit in one sentence: how many more may start, and which term says so. */
export function didBind(limit: LimitView): string {
  const term = limit.terms.find(({ name }) => name === limit.binding);
  if (limit.may === null || term === undefined) return 'Nothing limits how many agents run.';
  if (limit.may > 0)
    return `${limit.may} more may start; the least comes from ${term.name}: ${term.text}.`;
  return `Nothing is starting, because of ${term.name}: ${term.text}.`;
}
