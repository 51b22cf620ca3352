import type { FileDelta } from './file-delta.ts';
import { pathBefore } from './file-delta.ts';
import type { Entry } from './ledger.ts';
import { returnsIn } from './returns.ts';

/** Somebody who takes something back on purpose says so. */
const SAYS_SO =
  /\b(revert|undo|undone|roll(s|ed)? ?back|back(s|ed)? out|restore|reinstate|put .* back|take .* back|downgrade)/iu;

/**
 * Landings that a change undoes wholly, to the byte, without a word of it, while it does something else as well:
 * it looks as if its tree had been made before them, whatever its history says.
 */
export const looksStale = (
  entries: readonly Entry[],
  files: readonly FileDelta[],
  words: string,
): ReadonlySet<Entry> => {
  if (SAYS_SO.test(words)) return new Set();
  const returns = returnsIn({ entries }, files).filter(({ exact }) => exact);
  return new Set(
    entries.filter((entry) => {
      const back = new Set(returns.filter((each) => each.entry === entry).map(({ path }) => path));
      const wholly = back.size > 0 && [...entry.steps.keys()].every((path) => back.has(path));
      const wasThere = [...entry.steps.values()].some(({ before }) => before !== null);
      const more = files.some((file) => !back.has(file.path) && !back.has(pathBefore(file)));
      return wholly && wasThere && more;
    }),
  );
};
