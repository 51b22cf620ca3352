import { failure, type Failure } from '../../../domain/failure.ts';
import type { AgentSpec } from '../../../domain/plan/plan.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import { run, type RunOutcome } from '../../process/run.ts';
import { MANIFEST } from './manifest.ts';
import { isOlder, parseVersion } from './version.ts';

/** A native binary of 400 MB on a cold disk needs its time. */
const TIMEOUT_MS = 60_000;

/** The program an agent of the config starts: its `run`, or `claude` from PATH. */
export const binaryOf = (spec: AgentSpec): string => spec.run ?? MANIFEST.binary;

/** The installed version. Codes: `agent-not-installed`, `agent-broken`, `agent-too-old`. */
export async function detect(spec: AgentSpec): Promise<Result<string, Failure>> {
  const binary = binaryOf(spec);
  const outcome = await run({
    argv: [binary, '--version'],
    cwd: process.cwd(),
    // It must stay the version that was found.
    env: { ...process.env, ...spec.env, DISABLE_AUTOUPDATER: '1' },
    maxBytes: 64 * 1024,
    timeoutMs: TIMEOUT_MS,
  });
  if (outcome.failure === 'not-found') return err(notInstalled(binary));
  const version = outcome.exit === 0 ? parseVersion(outcome.stdout.toString('utf8')) : null;
  if (version === null) return err(broken(binary, outcome));
  if (isOlder(version, MANIFEST.minimalVersion)) return err(tooOld(version));
  return ok(version);
}

function notInstalled(binary: string): Failure {
  return failure('agent-not-installed', `Claude Code is not installed: there is no ${binary}`, {
    hint: `${MANIFEST.installHint}. ${MANIFEST.loginHint}`,
  });
}

function broken(binary: string, outcome: RunOutcome): Failure {
  const how =
    outcome.failure === 'timed-out'
      ? `did not answer within ${TIMEOUT_MS / 1000} s`
      : outcome.failure === 'not-executable'
        ? 'could not be started'
        : outcome.exit === 0
          ? 'printed no version'
          : `ended with ${outcome.exit ?? outcome.signal ?? 'an unknown status'}`;
  const said = `${outcome.stderr.toString('utf8')}\n${outcome.stdout.toString('utf8')}`
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '');
  const words = said === undefined ? '' : `: ${said.slice(0, 200)}`;
  return failure('agent-broken', `${binary} --version ${how}${words}`, {
    hint: `Install it again: ${MANIFEST.installHint}`,
  });
}

function tooOld(version: string): Failure {
  const { minimalVersion, package: name } = MANIFEST;
  return failure('agent-too-old', `Claude Code ${version} is older than ${minimalVersion}`, {
    // npm picks an older version by itself where the machine's Node is older than 22.
    hint: `npm install -g ${name}@${minimalVersion}`,
  });
}
