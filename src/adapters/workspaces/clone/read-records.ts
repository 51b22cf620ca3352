import { isObject } from '../records.ts';
import { textIn } from './ask-inside.ts';
import type { RecordPath, RecordsTaken } from './inside/session-records.ts';

/** Reads what came from inside, where an agent may have had a hand in it: of a wrong word nothing is taken. */
export const readRecords = (value: unknown): RecordsTaken => {
  const taken = isObject(value) ? value : {};
  return {
    kept: listIn(taken['kept']).flatMap((each) => {
      const path = pathIn(each);
      return path === null ? [] : [path];
    }),
    left: listIn(taken['left']).flatMap((each) =>
      isObject(each) && typeof each['path'] === 'string'
        ? [{ under: underIn(each['under']), path: textIn(each['path']), why: textIn(each['why']) }]
        : [],
    ),
  };
};

const MOST = 5_000;

const listIn = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, MOST) : [];

const underIn = (value: unknown): RecordPath['under'] => (value === 'scratch' ? 'scratch' : 'home');

/** A path that leads below where it starts. */
const pathIn = (value: unknown): RecordPath | null => {
  if (!isObject(value) || typeof value['path'] !== 'string') return null;
  const { path } = value as { path: string };
  const isSafe =
    path.length < 4_096 &&
    !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(path) &&
    path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
  return isSafe ? { under: underIn(value['under']), path } : null;
};
