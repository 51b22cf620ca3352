import { pathToFileURL } from 'node:url';

/** What one command may do, in the words of `@anthropic-ai/sandbox-runtime`. Nothing but plain data. */
export interface RuntimeConfig {
  readonly network: {
    /** `host` or `host:port`; an empty list is no network at all. */
    readonly allowedDomains: readonly string[];
    readonly deniedDomains: readonly string[];
    readonly allowUnixSockets: readonly string[];
    readonly allowLocalBinding: false;
  };
  readonly filesystem: {
    readonly denyRead: readonly RuntimePath[];
    readonly allowRead: readonly RuntimePath[];
    readonly allowWrite: readonly RuntimePath[];
    readonly denyWrite: readonly RuntimePath[];
    readonly allowGitConfig: true;
  };
  readonly allowPty: true;
}

/** A path as it is: no character of it is a pattern's. */
export interface RuntimePath {
  readonly path: string;
  readonly literal: true;
}

/** What is used of the package. It knows one policy a process: see `enter-main`. */
export interface Runtime {
  initialize(
    config: RuntimeConfig,
    ask: (wanted: { readonly host: string; readonly port?: number }) => Promise<boolean>,
  ): Promise<void>;
  /** How `command`, a line for bash, must be started. */
  wrapWithSandboxArgv(command: string): Promise<{ readonly argv: readonly string[] }>;
  reset(): Promise<void>;
}

/** Loads it: `module` is a package's name, or an absolute path. Throws where it is not there, or is something else. */
export async function loadRuntime(module: string): Promise<Runtime> {
  const loaded: unknown = await import(
    module.startsWith('/') ? pathToFileURL(module).href : module
  );
  const manager = isRecord(loaded) ? loaded['SandboxManager'] : undefined;
  if (!isRuntime(manager)) throw new Error(`${module} is no sandbox runtime that fanin knows`);
  return manager;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isRuntime = (value: unknown): value is Runtime =>
  isRecord(value) &&
  ['initialize', 'wrapWithSandboxArgv', 'reset'].every((name) => typeof value[name] === 'function');
