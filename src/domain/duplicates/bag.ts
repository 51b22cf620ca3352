/** Words, and how often each is said. */
export type Bag = ReadonlyMap<string, number>;
