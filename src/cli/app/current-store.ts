import type { Outcome } from './outcome.ts';
import { settled } from './settled.ts';

/**
 * The outcome of a command; where the database is of an earlier fanin, it is brought up to date first.
 * A command that reads meets that before it has done anything, so it can begin again.
 */
export async function withCurrentStore(
  cwd: string,
  body: () => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await settled(body);
  if (outcome.ok || !isOlder(outcome.error)) return outcome;
  const { bringUpToDate } = await import('../app/bring-up-to-date.ts');
  const done = bringUpToDate(cwd);
  return done.ok ? settled(body) : done;
}

const isOlder = (error: (Outcome & { readonly ok: false })['error']): boolean =>
  (Array.isArray(error) ? error : [error]).some(({ code }) => code === 'store-older');
