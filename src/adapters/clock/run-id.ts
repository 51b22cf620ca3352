import type { RunId } from '../../domain/ids.ts';

/** 2026-01-01T00:00:00Z: run ids count seconds from here. */
const EPOCH_MS = 1_767_225_600_000;
/** Crockford's base 32: no letter that is mistaken for a digit; sorts as numbers do. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 6;

/** A new run id: `r` and six digits that sort by time; the next free second when that one is taken. */
export const newRunId = (taken: readonly RunId[], now: number = Date.now()): RunId => {
  let seconds = Math.max(0, Math.floor((now - EPOCH_MS) / 1000));
  while (taken.includes(encode(seconds))) seconds += 1;
  return encode(seconds);
};

const encode = (seconds: number): RunId => {
  let rest = seconds;
  let text = '';
  for (let index = 0; index < LENGTH; index += 1) {
    text = `${DIGITS.charAt(rest % 32)}${text}`;
    rest = Math.floor(rest / 32);
  }
  return `r${text}`;
};
