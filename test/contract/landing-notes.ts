import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LandingNotes } from '../../src/ports/landing-notes.ts';

/** What notes are to the contract. */
export interface NotesHarness {
  readonly landingNotes: LandingNotes;
  /** Two commits that are there. */
  readonly commits: readonly [string, string];
  read(commit: string): Promise<string | null>;
  remove(): Promise<void>;
}

/** Every implementation of the port holds to this. */
export const landingNotesContract = (name: string, make: () => Promise<NotesHarness>): void => {
  describe(`landing notes contract: ${name}`, () => {
    let at: NotesHarness;
    beforeEach(async () => {
      at = await make();
    });
    afterEach(() => at.remove());

    it('leaves a text at a commit, and at no other', async () => {
      const [one, two] = at.commits;
      expect(await at.landingNotes.write(one, 'first\n')).toEqual({ ok: true, value: null });
      expect(await at.read(one)).toBe('first\n');
      expect(await at.read(two)).toBeNull();
    });

    it('writes over what it left before, as often as it is asked', async () => {
      const [one] = at.commits;
      for (const text of ['first\n', 'second\n', 'second\n'])
        expect((await at.landingNotes.write(one, text)).ok).toBe(true);
      expect(await at.read(one)).toBe('second\n');
    });

    it('loses none of several that are left at once', async () => {
      const [one, two] = at.commits;
      const both = await Promise.all([
        at.landingNotes.write(one, 'one\n'),
        at.landingNotes.write(two, 'two\n'),
      ]);
      expect(both.map(({ ok }) => ok)).toEqual([true, true]);
      expect([await at.read(one), await at.read(two)]).toEqual(['one\n', 'two\n']);
    });
  });
};
