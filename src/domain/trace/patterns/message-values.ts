import { literalsIn } from '../build/content-names.ts';
import type { FileWrite } from '../event.ts';

/** Values that a text writes out: numbers, and what stands in quotes. A full stop is no part of a number. */
export const valuesIn = (text: string): readonly string[] =>
  literalsIn(text.replaceAll(/[.,;:](?=\s|$)/g, ' '));

/** Values that a write put in. */
export const valuesOf = ({ literals }: FileWrite): ReadonlySet<string> => new Set(literals);
