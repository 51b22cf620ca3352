import { modelNames } from './model-names.ts';
import type { Price, PriceTable } from './price.ts';

/**
 * The price of a model as an agent names it, or null: a name that is not listed is never taken for
 * a similar one. An override wins when it names the model as given, as a shorter form of that, or
 * as the table calls it.
 */
export function priceOf(
  model: string,
  table: PriceTable,
  overrides: readonly Price[] = [],
): Price | null {
  const names = modelNames(model);
  const listed = first(names, (name) =>
    table.rows.find((row) => row.model === name || row.aliases.includes(name)),
  );
  const own = listed === undefined ? names : [...names, listed.model];
  return first(own, (name) => overrides.find((price) => price.model === name)) ?? listed ?? null;
}

function first<T>(names: readonly string[], find: (name: string) => T | undefined): T | undefined {
  for (const name of names) {
    const found = find(name);
    if (found !== undefined) return found;
  }
  return undefined;
}
