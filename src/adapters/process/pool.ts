/** Things that are dear to make, and of which each has one user at a time. */
export interface Pool<T> {
  /** Lends one until the work is done. Rejects with what the work or the making of a thing throws. */
  use<R>(work: (thing: T) => Promise<R>): Promise<R>;
}

/** What a pool is made of. */
export interface PoolOptions<T> {
  readonly open: () => T;
  /** Asked before each use; what is no good is closed. */
  readonly isGood: (thing: T) => boolean;
  readonly close: (thing: T) => void;
  /** So many at once; who comes when all are lent waits for his turn. */
  readonly most: number;
}

/** An empty pool. */
export const createPool = <T>({ open, isGood, close, most }: PoolOptions<T>): Pool<T> => {
  const idle: T[] = [];
  const queue: (() => void)[] = [];
  let count = 0;

  const take = (): T | null => {
    for (let thing = idle.pop(); thing !== undefined; thing = idle.pop()) {
      if (isGood(thing)) return thing;
      count -= 1;
      close(thing);
    }
    if (count >= most) return null;
    const made = open();
    count += 1;
    return made;
  };

  return {
    use: async (work) => {
      let thing = take();
      while (thing === null) {
        await new Promise<void>((resolve) => queue.push(resolve));
        thing = take();
      }
      try {
        return await work(thing);
      } finally {
        idle.push(thing);
        queue.shift()?.();
      }
    },
  };
};
