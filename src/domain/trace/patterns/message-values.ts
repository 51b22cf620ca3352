import { literalsIn } from '../build/content-names.ts';
import type { FileWrite } from '../event.ts';

/** Values that a text writes out: numbers, and what stands in quotes. A full stop is no part of a number. */
export const valuesIn = (text: string): readonly string[] =>
  literalsIn(text.replaceAll(/[.,;:](?=\s|$)/g, ' '));

/** Whether a write put a value in. */
export const hasValue = ({ literals }: FileWrite, value: string): boolean =>
  literals.includes(value);
