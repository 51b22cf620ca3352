/** Points at which scripted requests wait until a test lets them go on. */
export interface Holds {
  /** Waits at `name`; true once released, false when the server closes first. */
  wait(name: string): Promise<boolean>;
  /** Resolves as soon as a request waits, or has waited, at `name`. */
  reached(name: string): Promise<void>;
  /** Lets everything at `name` go on, now and later. */
  release(name: string): void;
  /** Sends away whatever still waits. */
  close(): void;
}

interface Hold {
  readonly reached: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<boolean>;
}

/** An empty set of holds. */
export function makeHolds(): Holds {
  const holds = new Map<string, Hold>();
  const at = (name: string): Hold => {
    const known = holds.get(name);
    if (known !== undefined) return known;
    const made = {
      reached: Promise.withResolvers<void>(),
      released: Promise.withResolvers<boolean>(),
    };
    holds.set(name, made);
    return made;
  };
  return {
    wait(name) {
      at(name).reached.resolve();
      return at(name).released.promise;
    },
    reached: (name) => at(name).reached.promise,
    release: (name) => at(name).released.resolve(true),
    close() {
      for (const hold of holds.values()) hold.released.resolve(false);
    },
  };
}
