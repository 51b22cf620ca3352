import type { Failure } from '../../../domain/failure.ts';
import { ok, type Result } from '../../../domain/result.ts';
import type { Launch, LaunchRequest } from '../../../ports/agent.ts';
import { commonEnv } from '../common-env.ts';
import { guardModule } from '../guard-module.ts';
import { programBeside } from '../../process/program-beside.ts';
import { commandLine } from './command-line.ts';
import { DRIVER_CONFIG, type DriverConfig } from './driver-config.ts';

/** Some agents look for updates and models, or start their tools' servers, before they answer. */
const ANSWER_MS = 120_000;

/** A cancellation that comes while a turn begins may be missed. */
const AGAIN_MS = 3_000;

/**
 * What to start for an attempt: the driver, which starts the agent and is its client. Whether the
 * agent knows the model and the effort is seen in its session only. Code: `agent-command-missing`.
 */
export function launch(
  request: LaunchRequest,
  node: string,
  judge: string | null = null,
): Result<Launch, Failure> {
  const { spec, brief, folder } = request;
  const argv = commandLine(spec);
  if (!argv.ok) return argv;
  const config: DriverConfig = {
    argv: argv.value,
    brief,
    workspace: request.workspace,
    handoffFile: request.handoffFile,
    boundary: request.boundary,
    mayDelegate: request.delegation.mode !== 'off',
    model: spec.model ?? null,
    effort: spec.effort ?? null,
    checks: request.checks ?? [],
    questionMs: request.questionMs,
    answerMs: ANSWER_MS,
    againMs: AGAIN_MS,
    guard: guardModule(request, judge),
  };
  return ok({
    argv: [node, programBeside(import.meta.url, 'driver-main'), `${folder}/${DRIVER_CONFIG}`],
    env: commonEnv(request),
    files: [{ name: DRIVER_CONFIG, content: `${JSON.stringify(config, null, 2)}\n` }],
    stdin: '',
    keepOpen: true,
    fixed: {
      prompt: brief,
      model: spec.model ?? '',
      effort: spec.effort ?? '',
      binary: spec.run ?? '',
      arguments: JSON.stringify(spec.args),
    },
  });
}
