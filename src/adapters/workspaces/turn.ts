/** Lets one through at a time, in the order they came. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes a queue. Git's own bookkeeping of worktrees is not safe against two at once. */
export const createTurn = (): Turn => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
};
