import { discoverRepository } from '../adapters/git/discover.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { agentFindings } from './doctor-agents.ts';
import { boundaryFinding } from './doctor-boundary.ts';
import type { Failure } from '../domain/failure.ts';
import { ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import { problem } from './doctor-finding.ts';
import type { DoctorFinding } from './doctor-finding.ts';
import { diskFinding, nodeFinding, platformFinding } from './doctor-machine.ts';
import { configFinding, gitFinding, pathFinding, repositoryFindings } from './doctor-repository.ts';
import { repairFindings } from './doctor-repairs.ts';
import { repair } from './repair.ts';
import type { Repaired } from './repair-finding.ts';
import { setupFindings } from './doctor-setup.ts';
import { engineFinding, leftoverFindings, storeFinding } from './doctor-state.ts';

export type { DoctorFinding } from './doctor-finding.ts';
export type { Repaired } from './repair-finding.ts';

/** Looks at everything that a run needs, and at what earlier ones have left; starts and removes nothing. */
export async function examine(cwd: string): Promise<readonly DoctorFinding[]> {
  const git = await gitFinding(cwd);
  const machine = [platformFinding(), nodeFinding(), git, await boundaryFinding()];
  const place = discoverRepository(cwd);
  if (!place.ok) return [...machine, problem('repository', place.error)];
  return [...machine, ...(await examinePlace(place.value, git.state !== 'problem'))];
}

async function examinePlace(
  place: RepositoryPlace,
  gitWorks: boolean,
): Promise<readonly DoctorFinding[]> {
  return [
    ...(gitWorks ? await repositoryFindings(place) : []),
    ...(gitWorks ? await repairFindings(place) : []),
    ...(await configFinding(place)),
    ...(gitWorks ? await setupFindings(place) : []),
    ...(await agentFindings(place)),
    storeFinding(place),
    engineFinding(place),
    ...(gitWorks ? await leftoverFindings(place) : []),
    await diskFinding(place),
    ...(gitWorks ? [await pathFinding(place)] : []),
  ];
}

/** Puts right what can be proven wrong with what all work copies share, and says what was done. */
export async function repairAt(cwd: string): Promise<Result<readonly Repaired[], Failure>> {
  const place = discoverRepository(cwd);
  return place.ok ? ok(await repair(place.value)) : place;
}
