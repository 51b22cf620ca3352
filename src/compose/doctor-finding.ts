import type { Failure } from '../domain/failure.ts';

/** One thing that was looked at. */
export interface DoctorFinding {
  /** What was looked at, in a word or two. */
  readonly name: string;
  /** `note`: it works, and a person should know. `problem`: fanin cannot work like this. */
  readonly state: 'ok' | 'note' | 'problem';
  readonly text: string;
  /** What to do about it. */
  readonly hint: string | null;
  /** The failure's code, where it is one. */
  readonly code: string | null;
}

/** Nothing is to be done about it. */
export const fine = (name: string, text: string): DoctorFinding => ({
  name,
  state: 'ok',
  text,
  hint: null,
  code: null,
});

/** Something a person should know. */
export const note = (name: string, text: string, hint: string | null = null): DoctorFinding => ({
  name,
  state: 'note',
  text,
  hint,
  code: null,
});

/** A failure that keeps fanin from working. */
export const problem = (name: string, { code, message, hint }: Failure): DoctorFinding => ({
  name,
  state: 'problem',
  text: message,
  hint: hint ?? null,
  code,
});
