import { ok } from '../../domain/result.ts';
import type { LandingNotes } from '../../ports/landing-notes.ts';

/** Notes in memory, open to tests: by commit. */
export interface MemoryNotes {
  readonly notes: Map<string, string>;
  readonly landingNotes: LandingNotes;
}

/** None yet. */
export const memoryNotes = (): MemoryNotes => {
  const notes = new Map<string, string>();
  return {
    notes,
    landingNotes: {
      write: async (commit, text) => {
        notes.set(commit, text);
        return ok(null);
      },
    },
  };
};
