import type { Finding } from '../attempt/attempt.ts';
import type { Measured } from './receipt.ts';

/** As many are named; all of them stand in the receipt. */
const NAMED = 2;
const TEXT_LENGTH = 120;

/**
 * What an attempt's agent tried and was refused, as one finding; none where nothing was. It blocks
 * nothing: it did not happen, and the agent went on. Paths are shown from the workspace's root.
 */
export function refusedFinding(
  refused: Measured<readonly string[]>,
  workspace: string | null,
): readonly Finding[] {
  const all = refused.measured ? refused.value : [];
  const [first] = all;
  if (first === undefined) return [];
  const named = all.slice(0, NAMED).map((text) => shown(text, workspace));
  const more = all.length - named.length;
  const text =
    all.length === 1
      ? `tried ${named[0] ?? ''}; refused, the agent went on`
      : `tried ${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}; refused, the agent went on`;
  return [{ kind: 'refused-command', text, blocks: false }];
}

function shown(text: string, workspace: string | null): string {
  const near = workspace === null ? text : text.replaceAll(`${workspace}/`, '');
  const said = near.replace(/ \(guard: out-of-scope\)$/, ', outside its scope');
  return said.length > TEXT_LENGTH ? `${said.slice(0, TEXT_LENGTH - 1)}…` : said;
}
