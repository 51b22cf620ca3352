/** How often a condition is looked at for which the system gives no event. */
const POLL_MS = 10;
/** Not an expectation but a fuse: long enough for a loaded machine. */
const FUSE_MS = 8_000;

/** Waits until `look` gives something other than null, undefined or false, and returns that; `fuseMs`: at the most. */
export async function eventually<T>(
  what: string,
  look: () => T | null | undefined | false | Promise<T | null | undefined | false>,
  fuseMs = FUSE_MS,
): Promise<T> {
  const until = Date.now() + fuseMs;
  for (;;) {
    const seen = await look();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    if (Date.now() > until) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
}
