import type { Spread } from './spread.ts';

/** A piece of work and the world it is done in, as a model. Times in ms, shares from 0 to 1. */
export interface Scenario {
  /** Short name: the file's, without its ending. */
  readonly name: string;
  readonly about: string;
  readonly plan: ModelPlan;
  /** In the order of the plan; a group may need earlier ones. */
  readonly groups: readonly TaskGroup[];
  readonly agents: ModelAgents;
  readonly checks: ModelChecks;
  /** Null: nobody is there, and nothing that waits for a person goes on. */
  readonly reviewer: ModelReviewer | null;
  readonly faults: ModelFaults;
  /** Nothing is looked at after this time from the start. */
  readonly untilMs: number;
}

/** The limits of the plan, as a person would have written them. */
export interface ModelPlan {
  readonly wallMs: number | null;
  readonly live: number;
  readonly reserve: number;
  readonly concurrency: 'auto' | 'on' | 'off';
  readonly serialBelowMs: number;
  readonly review: { readonly by: 'human' | 'checks'; readonly limit: number };
  readonly graceMs: number;
  readonly deadlineMs: number;
  /** Of all attempts together; null: no limit. */
  readonly tokens: number | null;
  readonly usd: number | null;
}

/** Tasks that are alike. */
export interface TaskGroup {
  readonly name: string;
  readonly count: number;
  /** What an agent needs for one, alone on the machine and without polishing. */
  readonly work: Spread;
  /** What the plan says of it: the drawn work itself, the median of all, or nothing. */
  readonly told: 'exact' | 'median' | 'unknown';
  /** Groups that must have landed before. */
  readonly needs: readonly string[];
  /** Each needs the one before it in the group. */
  readonly chain: boolean;
  /** Share of them that also write the central file, and say so. */
  readonly central: number;
  /** Tests that each brings; they pass when it has landed. */
  readonly tests: number;
}

/** How agents behave. Shares are of attempts. */
export interface ModelAgents {
  /** How much time an agent takes itself to have when it was told nothing, or does not listen. */
  readonly believesMs: number;
  /** It goes on polishing finished work until it has used this share of the time it takes itself to have. */
  readonly fills: number;
  /** Listen to the deadline that they are told, and to being asked to wrap up. */
  readonly obeys: number;
  /** Tokens in a minute of work, of the agent itself. */
  readonly tokensPerMinute: number;
  /** What a million of them costs; null: nobody knows. */
  readonly usdPerMillion: number | null;
  /** Sub-agents that each has at work all the time; each costs as much again. */
  readonly subAgents: number;
  /** Each further agent at work on the same machine makes the others this much slower. */
  readonly slowdown: number;
  /** End with an error half-way. */
  readonly crashes: number;
  /** Never end. */
  readonly hangs: number;
  /** End normally and leave nothing. */
  readonly silent: number;
  /** Leave work that fails its checks. */
  readonly red: number;
  /** Of those that leave unfinished or red work: say that all is done. */
  readonly lies: number;
  /** Also write a file outside of their scope. */
  readonly strays: number;
}

/** What fanin runs on a tree. */
export interface ModelChecks {
  readonly time: Spread;
  /** Of runs on a sound tree: red all the same. */
  readonly flaky: number;
}

/** A person who looks at deliveries and retries what failed, one thing at a time. */
export interface ModelReviewer {
  /** From the first thing that waits until the person sees it. */
  readonly notices: Spread;
  /** For one delivery, or one decision about a task. */
  readonly takes: Spread;
  /** Gone from `from` to `to`, counted from the start. */
  readonly away: readonly { readonly fromMs: number; readonly toMs: number }[];
  /** Of sound deliveries: sent back with a comment. */
  readonly returns: number;
  /** How often a failed task is tried again before it is given up. */
  readonly retries: number;
}

/** What goes wrong around the agents. */
export interface ModelFaults {
  /** Mean time between deaths of the engine; null: it lives. It is started again at once. */
  readonly engineDiesEveryMs: number | null;
  /** Of the calls that may fail: fail this once (a held git lock, a full disk, a busy store). */
  readonly calls: number;
  /** The host sleeps: nothing runs, and the clock goes on. */
  readonly sleeps: readonly { readonly fromMs: number; readonly toMs: number }[];
}
