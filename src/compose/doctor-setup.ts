import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { fine, note } from './doctor-finding.ts';
import type { DoctorFinding } from './doctor-finding.ts';
import { setupNotes, surveyTrust } from './trust.ts';

/** Scripts of other tools' set-up files, and whether they run; nothing where there are no such files. */
export async function setupFindings(place: RepositoryPlace): Promise<readonly DoctorFinding[]> {
  const survey = await surveyTrust(place, 'HEAD');
  if (!survey.ok) return [];
  const { commit, scripts } = survey.value;
  const notes = await setupNotes(place, commit);
  if (notes.length > 0) return notes.map((text) => note('set-up', text));
  const names = scripts.map(({ script }) => script.key).join(', ');
  return scripts.length === 0 ? [] : [fine('set-up', `trusted: ${names}`)];
}
