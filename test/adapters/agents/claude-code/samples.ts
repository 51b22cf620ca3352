import { readFileSync } from 'node:fs';

/** Recorded sessions, by the name of their file. */
export const SAMPLES = [
  'work',
  'refused',
  'background',
  'sub-agents',
  'api-error',
  'terminated',
  'interrupted',
  'capped',
  'workflow',
  'rate-limited',
  'asked',
] as const;

export type Sample = (typeof SAMPLES)[number];

/** What a recorded session printed. */
export function lines(sample: Sample): readonly string[] {
  const file = new URL(`../../../fixtures/claude-code/${sample}.jsonl`, import.meta.url);
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}
