import { LEAST_TOKENS } from '../../domain/duplicates/copies/copied-text.ts';
import type { SharedBlock } from '../../domain/duplicates/copies/copied-text.ts';
import { ok } from '../../domain/result.ts';
import type { CopyDetector } from '../../ports/copy-detector.ts';

/** Compares each text with each, token by token; for texts of a few lines. */
export const memoryCopyDetector = (): CopyDetector => ({
  detect: async (texts) => {
    const all = texts.map(({ style, text }) => ({ style, tokens: tokensOf(text, style) }));
    const blocks: SharedBlock[] = [];
    for (const [b, { tokens, style }] of all.entries())
      for (const [a, one] of all.slice(0, b).entries())
        if (one.style === style) blocks.push(...between(one.tokens, a, tokens, b));
    return ok(blocks);
  },
});

interface Token {
  readonly text: string;
  readonly line: number;
}

const COMMENT = {
  slashes: /\/\/.*|\/\*.*?(?:\*\/|$)/gu,
  hash: /#.*/gu,
  dashes: /--.*/gu,
  semicolon: /;.*/gu,
};

const tokensOf = (text: string, style: keyof typeof COMMENT): readonly Token[] =>
  text
    .split('\n')
    .flatMap((line, at) =>
      [...line.replaceAll(COMMENT[style], '').matchAll(/["'][^"']*["']|\w+|[^\s\w]/gu)].map(
        ([token]) => ({ text: token, line: at + 1 }),
      ),
    );

const between = (
  ones: readonly Token[],
  a: number,
  others: readonly Token[],
  b: number,
): readonly SharedBlock[] => {
  const found: SharedBlock[] = [];
  for (let at = 0; at < others.length; at += 1)
    for (let there = 0; there < ones.length; there += 1) {
      const size = sameFrom(ones, there, others, at);
      if (size < LEAST_TOKENS) continue;
      found.push({
        a: stretchOf(ones, there, size, a),
        b: stretchOf(others, at, size, b),
        tokens: size,
      });
      at += size - 1;
      break;
    }
  return found;
};

const sameFrom = (
  ones: readonly Token[],
  there: number,
  others: readonly Token[],
  at: number,
): number => {
  let size = 0;
  while (ones[there + size] !== undefined && ones[there + size]?.text === others[at + size]?.text)
    size += 1;
  return size;
};

const stretchOf = (tokens: readonly Token[], from: number, size: number, text: number) => ({
  text,
  line: tokens[from]?.line ?? 0,
  endLine: tokens[from + size - 1]?.line ?? 0,
});
