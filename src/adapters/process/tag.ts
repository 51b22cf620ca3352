import { createHash } from 'node:crypto';
import type { AttemptId } from '../../domain/ids.ts';
import { TAG_SEPARATOR, TAG_VARIABLE } from './sweep.ts';

/**
 * The tag of an attempt's processes: `<hash of the state folder, 12 hex>/<attempt>`. Two
 * repositories may have attempts of the same name; their tags differ.
 */
export function attemptTag(stateFolder: string, attempt: AttemptId): string {
  return `${createHash('sha256').update(stateFolder).digest('hex').slice(0, 12)}/${attempt}`;
}

/**
 * An environment with the tag in it. Where fanin itself runs inside an attempt, the outer tag is
 * kept in front, so that ending the outer attempt ends the inner one's processes too.
 */
export function taggedEnv(
  env: Readonly<Record<string, string | undefined>>,
  tag: string,
): Record<string, string> {
  const outer = env[TAG_VARIABLE];
  const value = outer === undefined || outer === '' ? tag : `${outer}${TAG_SEPARATOR}${tag}`;
  const tagged: Record<string, string> = { [TAG_VARIABLE]: value };
  for (const [name, each] of Object.entries(env)) {
    if (each !== undefined && name !== TAG_VARIABLE) tagged[name] = each;
  }
  return tagged;
}
