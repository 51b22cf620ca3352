import type { LimitView } from '../../domain/run/views.ts';
import type { Look } from '../text/look.ts';
import { cell, figure, table } from '../text/table.ts';
import { wrap } from '../text/wrap.ts';

/** The terms of the limit with their figures, the binding one set off. */
export const termLines = (limit: LimitView, look: Look): readonly string[] =>
  table(
    limit.terms.map((term) => [
      cell(term.name, term.name === limit.binding ? 'bold' : 'plain'),
      figure(term.may === null ? 'no limit' : `${term.may} more`),
      cell(term.text),
    ]),
    look,
  );

/** What would change the term that binds; empty where none does. */
export const changeLines = (limit: LimitView, look: Look): readonly string[] =>
  limit.terms.flatMap((term) =>
    term.name === limit.binding && limit.may !== null
      ? wrap(term.change, look.width, '  to change it: ', '    ')
      : [],
  );
