/** Ways to set text off. Colour only adds: every word is there without it. */
export type Ink = 'plain' | 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Paints text, or leaves it as it is where there is no colour. */
export type Paint = (ink: Ink, text: string) => string;

/** No colour. */
export const plainPaint: Paint = (_ink, text) => text;

/** Colour by the codes that every terminal knows. */
export const colourPaint: Paint = (ink, text) => {
  if (ink === 'plain' || text === '') return text;
  const [on, off] = CODES[ink];
  return `\u{1b}[${on}m${text}\u{1b}[${off}m`;
};

/** What decides about colour. `flag`: `--color` or `--no-color`, when one was given. */
export interface ColourSigns {
  readonly flag: boolean | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTty: boolean;
}

/** The flag decides over NO_COLOR, that over FORCE_COLOR, that over the terminal. */
export function wantsColour({ flag, env, isTty }: ColourSigns): boolean {
  if (flag !== undefined) return flag;
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  const force = env['FORCE_COLOR'];
  if (force !== undefined) return force !== '0' && force !== 'false';
  return isTty && env['TERM'] !== 'dumb';
}

const CODES: Readonly<Record<Exclude<Ink, 'plain'>, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};
