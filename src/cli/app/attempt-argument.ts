import { text } from './common-flags.ts';

/** An attempt, as people name it (`withAttempt` finds it). */
export const ATTEMPT_ARGUMENT = {
  parse: text,
  brief: 'A task (its newest attempt), task#n, run/task#n',
  placeholder: 'attempt',
} as const;
