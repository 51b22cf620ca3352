/** Ports that a workspace has for itself, from its first one. */
export const PORTS_PER_BLOCK = 10;

/** Below them are those that people's own servers like, above them those that the system gives out by itself. */
const FIRST_PORT = 20_000;
const BLOCKS = 1_200;

/**
 * The first port of the block that is nobody's, beginning with the one that `seed` stands for, so that a workspace of
 * the same name gets the same one where it can. Null: all are taken.
 */
export function freeBlock(seed: number, taken: Pick<ReadonlySet<number>, 'has'>): number | null {
  for (let k = 0; k < BLOCKS; k += 1) {
    const port = FIRST_PORT + ((Math.abs(Math.trunc(seed)) + k) % BLOCKS) * PORTS_PER_BLOCK;
    if (!taken.has(port)) return port;
  }
  return null;
}

/** A whole number from 0 that is the same for the same text (FNV-1a, 32 bits). */
export function seedOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const char of text) {
    hash ^= char.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01_00_01_93) >>> 0;
  }
  return hash;
}
