import { join } from 'node:path';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { namesIn, readSmall } from '../adapters/git/small-file.ts';
import { CLEANED_UP } from '../engine/effects/clean-up.ts';
import { note } from './doctor-finding.ts';
import type { DoctorFinding } from './doctor-finding.ts';
import { findRepairs } from './repair.ts';

/** What looks wrong with what all work copies share, and what would put it right. */
export async function repairFindings(place: RepositoryPlace): Promise<readonly DoctorFinding[]> {
  const found = await findRepairs(place);
  const wrong = found.map(({ text, command, apply }) =>
    note('shared state', text, apply === null ? command : `fanin doctor --repair, or ${command}`),
  );
  return [...wrong, ...failedCleanUps(place)];
}

/** What a set-up has started may still run: its workspace is gone, and nobody else would say so. */
const failedCleanUps = ({ stateDir }: RepositoryPlace): readonly DoctorFinding[] =>
  namesIn(join(stateDir, 'attempts')).flatMap((attempt) => {
    const text = readSmall(join(stateDir, 'attempts', attempt, CLEANED_UP));
    const failed = /"failed":\["(.*)"\]/u.exec(text ?? '')?.[1];
    if (failed === undefined) return [];
    return [note('clean-up', `${attempt}: ${failed.split('","').join(', ')}`)];
  });
