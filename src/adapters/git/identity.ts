import type { RepositoryPlace } from './discover.ts';
import { readSettings } from './settings.ts';

/** Who fanin's commits are by where the user's git names nobody. */
const NOBODY = { name: 'fanin', email: 'fanin@localhost' };

/**
 * What has to be added to the environment so that a commit has an author and a committer.
 * Git's own guess from the host name is not used: it differs from machine to machine.
 */
export const identityFallback = async (
  place: RepositoryPlace,
): Promise<Readonly<Record<string, string>>> => {
  const settings = await readSettings(place.commonDir);
  const set = new Set(settings.ok ? settings.value.map(({ key }) => key) : []);
  const missing: Record<string, string> = {};
  for (const role of ['author', 'committer'] as const) {
    for (const part of ['name', 'email'] as const) {
      const variable = `GIT_${role}_${part}`.toUpperCase();
      const known =
        set.has(`user.${part}`) ||
        set.has(`${role}.${part}`) ||
        (process.env[variable] ?? '') !== '' ||
        (part === 'email' && (process.env['EMAIL'] ?? '') !== '');
      if (!known) missing[variable] = NOBODY[part];
    }
  }
  return missing;
};
