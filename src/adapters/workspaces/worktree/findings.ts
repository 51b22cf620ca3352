import { join } from 'node:path';
import type { Finding } from '../../../domain/attempt/attempt.ts';
import type { RepositoryPlace } from '../../git/discover.ts';
import { operationUnderWay } from '../../git/operation.ts';
import { changedBroughtIn, keepBroughtIn } from '../brought-in.ts';
import { compareFingerprints, readFingerprint, takeFingerprint } from './fingerprint.ts';
import { isCheckName } from '../check-names.ts';
import { broughtInFindings, historyFindings, nestedFindings, stateFindings } from '../findings.ts';
import { ignoredFindings } from '../ignored.ts';
import { hasRecord, readRecord } from '../records.ts';
import type { Scene } from '../scene.ts';
import type { OwnDoing } from '../shared-state.ts';
import { withSuspects } from '../suspects.ts';

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

/**
 * fanin writes down what it makes and removes before it does. Of this very workspace its state tells, and what its own
 * config says counts nowhere else: a narrowed tree is written there after the fingerprint was taken.
 */
const isOwnDoing =
  ({ stateDir }: RepositoryPlace, own: string): OwnDoing =>
  (name, what) => {
    if (isCheckName(name) || (name === own && what !== 'came')) return true;
    const record = what === 'came' ? 'preparing.json' : 'removing.json';
    return hasRecord(join(stateDir, 'attempts', name), record);
  };

const sharedFindings = async (
  place: RepositoryPlace,
  scene: Scene,
): Promise<readonly Finding[]> => {
  const before = readRecord(scene.spec.folder, 'prepared.json', readFingerprint);
  if (before === null) return [];
  const after = await takeFingerprint(place);
  const found = compareFingerprints(before, after, isOwnDoing(place, scene.spec.attempt));
  return withSuspects(place, scene.spec, found);
};
