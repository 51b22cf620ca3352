import type { SharedBlock, Stretch } from '../../domain/duplicates/copies/copied-text.ts';

/** What jscpd says of one pair, as far as it is used. */
interface ReportedClone {
  readonly firstFile: ReportedPlace;
  readonly secondFile: ReportedPlace;
  readonly tokens: number;
}

interface ReportedPlace {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Reads a report in JSON; null: it is none. Files are known by their numbers. */
export const readReport = (json: string): readonly SharedBlock[] | null => {
  let report: unknown;
  try {
    report = JSON.parse(json);
  } catch {
    return null;
  }
  if (!isObject(report) || !Array.isArray(report['duplicates'])) return null;
  return report['duplicates'].flatMap((each): readonly SharedBlock[] => {
    if (!isClone(each)) return [];
    const [a, b] = [stretchOf(each.firstFile), stretchOf(each.secondFile)];
    return a === null || b === null ? [] : [{ a, b, tokens: each.tokens }];
  });
};

const stretchOf = ({ name, start, end }: ReportedPlace): Stretch | null => {
  const number = /(?:^|[\\/])(\d+)\.\w+$/u.exec(name)?.[1];
  return number === undefined ? null : { text: Number(number), line: start, endLine: end };
};

const isClone = (value: unknown): value is ReportedClone =>
  isObject(value) &&
  isPlace(value['firstFile']) &&
  isPlace(value['secondFile']) &&
  typeof value['tokens'] === 'number';

const isPlace = (value: unknown): value is ReportedPlace =>
  isObject(value) &&
  typeof value['name'] === 'string' &&
  typeof value['start'] === 'number' &&
  typeof value['end'] === 'number';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
