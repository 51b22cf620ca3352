import type { Finding } from '../../../domain/attempt/attempt.ts';
import type { RepositoryPlace } from '../../git/discover.ts';
import { operationUnderWay } from '../../git/operation.ts';
import { changedBroughtIn, keepBroughtIn } from '../brought-in.ts';
import { compareFingerprints, readFingerprint, takeFingerprint } from './fingerprint.ts';
import { broughtInFindings, historyFindings, nestedFindings, stateFindings } from '../findings.ts';
import { ignoredFindings } from '../ignored.ts';
import { readRecord } from '../records.ts';
import type { Scene } from '../scene.ts';

/** What somebody should know about a workspace that was just harvested. */
export const harvestFindings = async (
  place: RepositoryPlace,
  scene: Scene & { readonly dropped: number },
): Promise<readonly Finding[]> => {
  const { state, spec, record } = scene;
  // Asked for together: see docs/adr/0007.
  const [history, shared, ignored] = await Promise.all([
    historyFindings(place, scene),
    sharedFindings(place, scene),
    ignoredFindings(place, scene),
  ]);
  const operation = state.gitDir === null ? null : operationUnderWay(state.gitDir);
  const changed = await changedBroughtIn(state.path, record.files);
  return [
    ...history,
    ...stateFindings(scene, operation),
    ...nestedFindings(scene),
    ...(await broughtInFindings(place, scene, changed, (path) =>
      keepBroughtIn(state.path, spec.folder, path),
    )),
    ...ignored,
    ...shared,
  ];
};

const sharedFindings = async (
  place: RepositoryPlace,
  scene: Scene,
): Promise<readonly Finding[]> => {
  const before = readRecord(scene.spec.folder, 'prepared.json', readFingerprint);
  if (before === null) return [];
  return compareFingerprints(before, await takeFingerprint(place));
};
