import { failure, type Failure } from '../../domain/failure.ts';
import type { AgentSpec } from '../../domain/plan/plan.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { AgentManifest, Detection, LoginState } from '../../ports/agent.ts';
import { run, type RunOutcome } from '../process/run.ts';
import { isOlder, parseVersion } from './version.ts';

/** A native binary of 400 MB on a cold disk needs its time. */
const TIMEOUT_MS = 60_000;

/** The program an agent of the config starts: its `run`, or the manifest's binary from PATH. */
export const programOf = (spec: AgentSpec, manifest: AgentManifest): string =>
  spec.run ?? manifest.binary;

/** What is installed, by `--version`. Codes: `agent-not-installed`, `agent-broken`, `agent-too-old`. */
export async function detectProgram(
  spec: AgentSpec,
  manifest: AgentManifest,
  env: Readonly<Record<string, string>> = {},
): Promise<Result<Detection, Failure>> {
  const program = programOf(spec, manifest);
  const outcome = await ask(spec, [program, '--version'], env);
  if (outcome.failure === 'not-found') return err(notInstalled(program, manifest));
  const version = outcome.exit === 0 ? parseVersion(outcome.stdout.toString('utf8')) : null;
  if (version === null) return err(broken(program, outcome, manifest));
  if (isOlder(version, manifest.minimalVersion)) return err(tooOld(version, manifest));
  const limits = isOlder(version, manifest.testedVersion)
    ? [`fanin was tested with ${manifest.testedVersion}; this one is older`]
    : [];
  return ok({ version, limits });
}

/**
 * Asks the agent's own status command; `judge` reads its exit code and words. A command that cannot
 * be run or takes too long leaves it unknown.
 */
export async function askLogin(
  spec: AgentSpec,
  argv: readonly string[],
  judge: (exit: number | null, said: string) => LoginState['state'],
): Promise<LoginState> {
  const outcome = await ask(spec, argv, {});
  const said = wordsOf(outcome);
  if (outcome.failure !== null) return { state: 'unknown', text: said };
  return { state: judge(outcome.exit, said), text: said };
}

const ask = (
  spec: AgentSpec,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<RunOutcome> =>
  run({
    argv,
    cwd: process.cwd(),
    env: { ...process.env, ...spec.env, ...env },
    maxBytes: 64 * 1024,
    timeoutMs: TIMEOUT_MS,
  });

function notInstalled(program: string, manifest: AgentManifest): Failure {
  return failure(
    'agent-not-installed',
    `${manifest.title} is not installed: there is no ${program}`,
    { hint: `${manifest.installHint}. ${manifest.loginHint}` },
  );
}

function broken(program: string, outcome: RunOutcome, manifest: AgentManifest): Failure {
  const how =
    outcome.failure === 'timed-out'
      ? `did not answer within ${TIMEOUT_MS / 1000} s`
      : outcome.failure === 'not-executable'
        ? 'could not be started'
        : outcome.exit === 0
          ? 'printed no version'
          : `ended with ${outcome.exit ?? outcome.signal ?? 'an unknown status'}`;
  const said = wordsOf(outcome);
  return failure('agent-broken', `${program} --version ${how}${said === '' ? '' : `: ${said}`}`, {
    hint: `Install it again: ${manifest.installHint}`,
  });
}

/** The first thing that it said. */
function wordsOf(outcome: RunOutcome): string {
  const lines = `${outcome.stderr.toString('utf8')}\n${outcome.stdout.toString('utf8')}`
    .split('\n')
    .map((line) => line.trim());
  return (lines.find((line) => line !== '') ?? '').slice(0, 200);
}

function tooOld(version: string, manifest: AgentManifest): Failure {
  const { minimalVersion, package: name, title } = manifest;
  return failure('agent-too-old', `${title} ${version} is older than ${minimalVersion}`, {
    // npm picks an older version by itself where the machine's Node is too old for the newest.
    hint: `npm install -g ${name}@${minimalVersion}`,
  });
}
