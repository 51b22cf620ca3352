import type { Brief } from './agent.ts';
import { cut, LIMITS } from './limits.ts';

/** Makes a text's SHA-256 in hex. */
export type Hash = (text: string) => string;

/** A brief as a trace keeps it. */
export const briefOf = (text: string, hash: Hash): Brief => ({
  text: cut(text, LIMITS.brief),
  hash: hash(text),
  length: text.length,
});
