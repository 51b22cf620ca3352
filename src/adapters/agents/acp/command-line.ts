import { failure, type Failure } from '../../../domain/failure.ts';
import type { AgentSpec } from '../../../domain/plan/plan.ts';
import { err, ok, type Result } from '../../../domain/result.ts';

/**
 * The agent's command line (`kimi acp`) as a shell takes it; arguments of the config reach it as
 * `"$@"`. Code: `agent-command-missing`.
 */
export function commandLine(spec: AgentSpec): Result<readonly string[], Failure> {
  const run = spec.run?.trim() ?? '';
  if (run !== '') return ok(['sh', '-c', run, 'sh', ...spec.args]);
  return err(
    failure('agent-command-missing', `agent "${spec.name}" has no command line`, {
      hint: 'Give it `run`, the command that starts it as an ACP agent: `kimi acp`, `opencode acp`.',
    }),
  );
}
