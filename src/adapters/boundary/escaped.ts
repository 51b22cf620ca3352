import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';

/** One way out that was tried. `got`: what came of it, in a word or two; null: nothing. */
export interface Tried {
  readonly name: string;
  readonly got: string | null;
}

/** Code `boundary-fails`, with what got out; null: nothing did. */
export function escapedBy(tried: readonly Tried[]): Failure | null {
  const out = tried.filter(({ got }) => got !== null);
  if (out.length === 0) return null;
  const ways = out.map(({ name, got }) => `${name} (${shortly(got ?? '')})`).join('; ');
  return failure('boundary-fails', `from behind the boundary one gets out: ${ways}`, {
    hint: 'run agents at another level, or in a container or on another host',
  });
}

const MOST = 80;

const shortly = (got: string): string => (got.length > MOST ? `${got.slice(0, MOST)}…` : got);
