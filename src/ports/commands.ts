/** A command before or after a workspace has wrapped it. */
export interface CommandSpec {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A command that fanin itself runs and waits for: set-up, checks. */
export interface TaggedCommand {
  readonly command: CommandSpec;
  /** Carried in the environment, so that everything it starts can be found and ended. */
  readonly tag: string;
  readonly timeoutMs: number;
  /** Both output streams go here, straight to the file. */
  readonly logFile: string;
}

export interface CommandOutcome {
  /** 127 and 126 also when it could not be found or started; the log then says why. */
  readonly exit: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly ms: number;
}

/** Runs set-up and checks; leaves nothing running. */
export interface Commands {
  run(command: TaggedCommand): Promise<CommandOutcome>;
  /** Ends whatever carries the tag (after a crash of the engine); the number of processes ended. */
  sweep(tag: string): Promise<number>;
  /** Ends what this very engine has running, and nothing that another one runs under the same tags. */
  abandon(): Promise<void>;
}
