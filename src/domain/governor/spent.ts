/** What an attempt has used, sub-agents included. `usd` null: nobody knows what it cost. */
export interface Spent {
  readonly tokens: number;
  readonly usd: number | null;
}
