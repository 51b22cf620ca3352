import { lstatSync, mkdirSync, readlinkSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { Profile } from '../../../ports/boundary.ts';
import { linkedShares } from './runtime-config.ts';

/**
 * Makes the links by which shares are seen where they do not lie. Each leads to what the profile names and to nothing
 * else; what somebody else has put there is left, and is an error.
 */
export function linkShares(profile: Profile): Result<null, string> {
  for (const { from, to } of linkedShares(profile)) {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    if (realpathSync(dirname(to)) !== dirname(to)) {
      return err(`${dirname(to)} has become a link`);
    }
    const there = lstatSync(to, { throwIfNoEntry: false });
    if (there === undefined) symlinkSync(from, to);
    else if (!there.isSymbolicLink() || readlinkSync(to) !== from) {
      return err(`something else lies at ${to}`);
    }
  }
  return ok(null);
}
