import { valuesIn } from './message-values.ts';

/**
 * Values and names that a text lays down: numbers, what stands in quotes or alone in brackets, headers, constants, routes, and
 * names as programs have them.
 */
export function statedIn(text: string): readonly string[] {
  const named = PATTERNS.flatMap((pattern) =>
    [...text.slice(0, MOST_TEXT).matchAll(pattern)].map(([, name = '']) => name),
  );
  return [...new Set([...valuesIn(text), ...named.slice(0, MOST_NAMES)])].filter(
    (each) => !FILE.test(each),
  );
}

const MOST_TEXT = 16_000;
const MOST_NAMES = 200;

const PATTERNS: readonly RegExp[] = [
  /\(([^()\s]{1,40})\)/g,
  /\b([A-Z][a-z]+(?:-[A-Z][A-Za-z]*)+)\b/g,
  /\b([A-Z][A-Z\d]*_[A-Z\d_]+|[A-Z]{4,})\b/g,
  /\b([a-z][a-z\d]*(?:_[a-z\d]+)+|[a-z][a-z\d]*[A-Z]\w*)\b/g,
  // Hashes and versions: letters and digits.
  /\b((?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{3,40})\b/gi,
  /(?<![\w.~])(\/[\w{}:-]+(?:\/[\w{}:-]+)*)(?![\w./])/g,
];

/** A file is where something is, and no value. */
const FILE = /\.[a-z]\w{0,4}$/i;
