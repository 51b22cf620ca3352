import type { CheckSetup, SetupScript } from '../../ports/setups.ts';
import type { CheckCopy } from '../../ports/workspaces.ts';
import { runCommand } from './context.ts';
import type { EffectContext } from './context.ts';
import { enterPlace } from './enter.ts';

/** Where and for whom scripts run. */
export interface ScriptRun {
  readonly copy: CheckCopy;
  readonly own: CheckSetup;
  /** The task's variables, which win. */
  readonly env: Readonly<Record<string, string>>;
  /** Folder for the logs; absolute, it exists. */
  readonly logs: string;
  readonly tag: string;
}

const TIMEOUT_MS = { setup: 10 * 60_000, cleanup: 2 * 60_000 } as const;

/**
 * Runs the trusted scripts in a check copy, one after the other; the value is what failed, a line each. The tree in it
 * is nobody's that a person has looked at: behind a boundary scripts see no more than checks do, so not the main
 * checkout, and one that wants it fails. Whether that matters, the checks say.
 */
export const runScripts = async (
  context: EffectContext,
  kind: 'setup' | 'cleanup',
  of: ScriptRun,
): Promise<readonly string[]> => {
  const scripts = kind === 'setup' ? of.own.scripts : of.own.cleanup;
  const failed: string[] = [];
  for (const [k, script] of scripts.entries()) {
    if (kind === 'setup' && context.abandoned()) return failed;
    const how = await runScript(context, script, { ...of, kind, name: `${kind}-script-${k + 1}` });
    if (how === null) continue;
    const what = kind === 'setup' ? 'set-up' : 'clean-up';
    failed.push(`the ${what} script ${script.name} failed in the check copy (${how})`);
  }
  return failed;
};

/** How it failed; null: it did not. */
const runScript = async (
  context: EffectContext,
  { argv }: SetupScript,
  run: ScriptRun & { readonly kind: keyof typeof TIMEOUT_MS; readonly name: string },
): Promise<string | null> => {
  const { deps } = context;
  const { copy, own, env, logs, tag, kind, name } = run;
  const command = { argv, cwd: copy.path, env: { ...own.env(copy.path), ...env } };
  const provide = () => deps.provisions.forCommands(context.run().plan.grants);
  const entered = await enterPlace(deps, copy, command, { provide });
  if (!entered.ok) return entered.error.message;
  const logFile = `${logs}/${name}.log`;
  const timeoutMs = TIMEOUT_MS[kind];
  const outcome = await runCommand(context, { command: entered.value, tag, timeoutMs, logFile });
  if (outcome.exit === 0) return null;
  return `${outcome.timedOut ? 'too slow' : `exit code ${outcome.exit}`}, ${logFile}`;
};
