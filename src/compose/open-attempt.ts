import { openPort } from '../adapters/boundary/open-port.ts';
import type { OpenPort } from '../adapters/boundary/open-port.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { processAlive } from '../adapters/process/proc.ts';
import { readExit, readProcess } from '../adapters/process/records.ts';
import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import type { AttemptId } from '../domain/ids.ts';
import { err } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import { attemptFolder } from './attempt-reader.ts';
import { gatewayProgram } from './boundary.ts';

export type { OpenPort } from '../adapters/boundary/open-port.ts';

/** Opens a port that something in the attempt listens on. Codes: `attempt-not-running`, `boundary-unusable`. */
export async function openAttempt(
  place: RepositoryPlace,
  attempt: AttemptId,
  port: number,
): Promise<Result<OpenPort, Failure>> {
  const folder = attemptFolder(place, attempt);
  const agent = readProcess(folder);
  if (agent === null || readExit(folder) !== null || !processAlive(agent.pid, agent.startTime)) {
    return err(failure('attempt-not-running', `no agent of ${attempt} is running`));
  }
  return openPort(agent.pid, port, gatewayProgram());
}
