/** Items in the order they came; `take` waits for the next one. One taker at a time. */
export interface Mailbox<T> {
  put(item: T): void;
  take(): Promise<T>;
  readonly size: number;
}

/** An empty mailbox. */
export const mailbox = <T>(): Mailbox<T> => {
  const items: T[] = [];
  let waiting: ((item: T) => void) | null = null;
  return {
    put: (item) => {
      if (waiting === null) {
        items.push(item);
        return;
      }
      const give = waiting;
      waiting = null;
      give(item);
    },
    take: () => {
      const item = items.shift();
      return item === undefined
        ? new Promise<T>((resolve) => {
            waiting = resolve;
          })
        : Promise.resolve(item);
    },
    get size() {
      return items.length;
    },
  };
};
