/** What an attempt of an earlier run took, of those whose agent was started and that ended by no fault around it. */
export interface PastAttempt {
  /** The agent's name in the config then. */
  readonly agent: string;
  readonly model: string | null;
  /** The size that the plan gave its task, in ms; null: none. */
  readonly sizeMs: number | null;
  /** From the agent's start to the end of the attempt, in ms. */
  readonly tookMs: number;
  /** All kinds of token, sub-agents included; null: its agent does not tell. */
  readonly tokens: number | null;
  /** What they cost; null: nobody knows. */
  readonly usd: number | null;
  /** Whether it handed in a delivery. */
  readonly delivered: boolean;
}
