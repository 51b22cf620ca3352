import { claudeSession } from './claude-transcripts.mjs';
import { codexThread } from './codex-transcripts.mjs';

/** Writes as many transcripts of both agents below a home as come to some megabytes, half of each; how many bytes they are. */
export const makeTranscripts = (home, megabytes) => {
  const half = (megabytes * 1_000_000) / 2;
  let bytes = 0;
  for (let index = 0; bytes < half; index += 1) bytes += claudeSession(home, index);
  for (let index = 0; bytes < 2 * half; index += 1) bytes += codexThread(home, index);
  return bytes;
};
