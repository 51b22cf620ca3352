import { describe, expect, it } from 'vitest';
import type { CopyText, SharedBlock } from '../../src/domain/duplicates/copies/copied-text.ts';
import type { CopyDetector } from '../../src/ports/copy-detector.ts';

const ROWS = [
  'first(alpha, beta, gamma) + 1;',
  'second(delta, epsilon, "a text") + 22;',
  'third(zeta, eta, theta, iota) - 333;',
  'fourth(kappa, lambda, mu) * 4;',
  'fifth(nu, xi, omicron, pi, rho) / 5;',
  'sixth(sigma, tau, upsilon) % 6;',
];
const BLOCK = ROWS.map((row) => `${row}\n`).join('');
const slashes = (text: string): CopyText => ({ style: 'slashes', text });
const lines = ({ a, b }: SharedBlock) =>
  [a, b].map(({ text, line, endLine }) => `${String(text)}:${String(line)}-${String(endLine)}`);

/** Every implementation of the port holds to this. */
export const copyDetectorContract = (name: string, make: () => CopyDetector): void => {
  const detect = async (...texts: readonly CopyText[]) => {
    const found = await make().detect(texts, 30_000);
    if (!found.ok) throw new Error(found.error.message);
    return found.value;
  };
  describe(`copy detector contract: ${name}`, () => {
    it('tells which lines stand in two texts, the earlier text first', async () => {
      const found = await detect(
        slashes(`one 1\n${BLOCK}end one\n`),
        slashes(`two\nmore of 2\n${BLOCK}so much\n`),
      );
      expect(found.map(lines)).toEqual([['0:2-7', '1:3-8']]);
      expect(found[0]?.tokens).toBeGreaterThanOrEqual(50);
    });

    it('goes by words: neither indent nor comments count', async () => {
      const other = ROWS.map((row, at) => `      ${row} // note ${String(at)}\n`).join('\n');
      expect(await detect(slashes(BLOCK), slashes(other))).toHaveLength(1);
    });

    it('tells nothing that is shorter than fifty tokens, or differs by a word each few lines', async () => {
      expect(await detect(slashes(ROWS[0] ?? ''), slashes(ROWS[0] ?? ''))).toEqual([]);
      const other = ROWS.map((row, at) => row.replace(/\w+/u, `other${String(at)}`)).join('\n');
      expect(await detect(slashes(BLOCK), slashes(other))).toEqual([]);
      expect(await detect(slashes(''), slashes('\n\n'))).toEqual([]);
      expect(await detect()).toEqual([]);
    });

    it('holds a block against the first text that has it, wherever else it stands', async () => {
      const found = await detect(
        slashes(`x;\n${BLOCK}`),
        slashes(`y y;\n${BLOCK}`),
        slashes(`z(z);\n${BLOCK}`),
      );
      const pairs = found.map(({ a, b }) => `${String(a.text)} ${String(b.text)}`);
      expect(pairs).toContain('0 1');
      expect(pairs).toContain('0 2');
    });

    it.each([
      ['hash', '# '],
      ['dashes', '-- '],
      ['semicolon', '; '],
    ] as const)('knows comments of the style %s, and keeps styles apart', async (style, mark) => {
      const text = ROWS.map((row) => row.replace(';', ''));
      const one: CopyText = { style, text: text.join('\n') };
      const other: CopyText = {
        style,
        text: text.map((row) => `${row} ${mark}n ${row}`).join('\n'),
      };
      expect((await detect(one, other)).map(({ b }) => b.text)).toEqual([1]);
      expect(await detect(one, slashes(one.text))).toEqual([]);
    });

    it('takes a text for what it is, whatever it says to whoever reads it', async () => {
      const marked = `// jscpd:ignore-start\n${BLOCK}// jscpd:ignore-end\n`;
      expect(await detect(slashes(marked), slashes(BLOCK))).toHaveLength(1);
      const odd = `${'({['.repeat(400)}\n\u{0}\u{feff}🙂 \`\${\n`;
      expect(await detect(slashes(odd + BLOCK), slashes(BLOCK))).not.toEqual([]);
    });
  });
};
