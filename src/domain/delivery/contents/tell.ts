import type { Finding } from '../../attempt/attempt.ts';

/** A finding that needs somebody's decision. */
export const blocking = (kind: string, path: string | null, text: string): Finding =>
  path === null ? { kind, text, blocks: true } : { kind, text, path, blocks: true };

const MOST = 200;

/** A path as a terminal may show it. */
export const shown = (path: string): string => {
  const plain = path.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => {
    const code = char.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
  return plain.length > MOST ? `${plain.slice(0, MOST)}…` : plain;
};

/** The first three, and how many there are besides. */
export const some = (names: readonly string[]): string =>
  names.length <= 3
    ? names.map(shown).join(', ')
    : `${names.slice(0, 3).map(shown).join(', ')} and ${names.length - 3} more`;
