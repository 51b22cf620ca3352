import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { BoundaryProof } from '../../ports/boundary.ts';
import { run } from '../process/run.ts';
import { escapedBy } from './escaped.ts';
import { INSTALL_HINT, explainFailedStart } from './missing.ts';
import { tryToEscape } from './try-to-escape.ts';
import type { ProveDeps } from './try-to-escape.ts';
import { callTable } from './seccomp-calls.ts';
import { findTools } from './tools.ts';

/** Sizes of private folders came with this version. */
const OLDEST = [0, 7] as const;

/** Looks for the programs, then really tries to get out. Codes: `boundary-missing`, `boundary-fails`. */
export async function prove(deps: ProveDeps): Promise<Result<BoundaryProof, Failure>> {
  const tools = findTools();
  if (!('bwrap' in tools)) {
    return err(missing(`${tools.join(', ')} cannot be found`));
  }
  if (callTable(process.arch) === null) {
    return err(missing(`there is no seccomp filter for this processor (${process.arch})`));
  }
  const { stdout } = await run({ argv: [tools.bwrap, '--version'], cwd: '/', timeoutMs: 5000 });
  const version = /\d+(?:\.\d+)+/u.exec(stdout.toString('utf8'))?.[0] ?? '0';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major === 0 && minor < OLDEST[1]) {
    return err(missing(`bubblewrap ${version} is too old: ${OLDEST.join('.')} is needed`));
  }
  const tried = await tryToEscape(deps);
  if (!tried.ok) return err(await explainFailedStart(tried.error, deps.uid));
  const { allowlists } = tried.value;
  const out = escapedBy(tried.value.tried);
  if (out !== null) return err(out);
  const names = tried.value.tried.map(({ name }) => name);
  const networks = ['none', 'all', ...(allowlists ? (['allow'] as const) : [])] as const;
  return ok({ version, tried: names, networks });
}

const missing = (message: string): Failure =>
  failure('boundary-missing', message, { hint: INSTALL_HINT });
