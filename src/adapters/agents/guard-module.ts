import type { LaunchRequest } from '../../ports/agent.ts';

/** The guard as a module that is loaded into another program, and its config for an attempt. */
export interface GuardModule {
  /** A path. */
  readonly judge: string;
  readonly config: string;
}

/** Says why a call that is about to be made is refused; null: as far as the guard goes it may. */
export type Judge = (input: object) => string | null;

/** What the module exports. */
interface Loaded {
  readonly guardAnswer: (
    agent: string,
    config: string,
    input: string,
  ) => { readonly refusal: string | null };
}

/** The guard of an attempt; null where it has none. */
export const guardModule = (
  { guard }: Pick<LaunchRequest, 'guard'>,
  judge: string | null,
): GuardModule | null =>
  guard === undefined || guard === null || judge === null ? null : { judge, config: guard };

/** Loads it for one kind of agent. A guard that cannot be loaded, or fails, refuses every call. */
export async function loadJudge(agent: string, { judge, config }: GuardModule): Promise<Judge> {
  try {
    const { guardAnswer } = (await import(judge)) as Loaded;
    return (input) => answered(() => guardAnswer(agent, config, JSON.stringify(input)).refusal);
  } catch (error) {
    return () => unanswered(error);
  }
}

function answered(ask: () => string | null): string | null {
  try {
    return ask();
  } catch (error) {
    return unanswered(error);
  }
}

const unanswered = (error: unknown): string =>
  `fanin's guard gave no answer, so the call is refused: ${error instanceof Error ? error.message : String(error)}`;
