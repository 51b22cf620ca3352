import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { BoundaryProof } from '../../../ports/boundary.ts';
import { escapedBy } from '../escaped.ts';
import { tryToEscape } from './try-to-escape.ts';
import type { TryDeps } from './try-to-escape.ts';

/** What the self-test of this boundary needs. */
export interface ProveDeps extends TryDeps {
  readonly platform: string;
  readonly module: string;
  readonly version: string | null;
}

/** Looks for the package, then really tries to get out. Codes: `boundary-missing`, `boundary-fails`. */
export async function prove(deps: ProveDeps): Promise<Result<BoundaryProof, Failure>> {
  const { platform, module, version } = deps;
  if (platform !== 'darwin') {
    return err(failure('boundary-missing', `Seatbelt is macOS's own, and this is ${platform}`));
  }
  if (version === null) {
    return err(
      failure('boundary-missing', `the package ${module} is not installed`, {
        hint: 'it is an optional dependency of fanin: install fanin without --omit=optional',
      }),
    );
  }
  const tried = await tryToEscape(deps);
  if (!tried.ok) {
    const message = `nothing can be started behind the boundary: ${tried.error}`;
    return err(failure('boundary-missing', message));
  }
  const out = escapedBy(tried.value);
  if (out !== null) return err(out);
  return ok({ version, tried: tried.value.map(({ name }) => name), networks: ['none', 'allow'] });
}
