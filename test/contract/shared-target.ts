import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SharedTarget } from '../../src/ports/shared-target.ts';

/** A branch that others push to, and how a test plays those others. */
export interface SharedTargetHarness {
  readonly sharedTarget: SharedTarget;
  /** Where it is at the start. */
  readonly base: string;
  /** Writes a commit on top of another one here, without moving anything. */
  commitOn(parent: string): Promise<string>;
  /** Others move it to a commit of theirs on top of `parent`. */
  othersPush(parent: string): Promise<string>;
  /** Others delete it. */
  othersDelete(): Promise<void>;
  remove(): Promise<void>;
}

/** What every shared target keeps. */
export const sharedTargetContract = (
  name: string,
  make: () => Promise<SharedTargetHarness>,
): void => {
  describe(`shared target contract: ${name}`, () => {
    let at: SharedTargetHarness;
    beforeEach(async () => {
      at = await make();
    });
    afterEach(() => at.remove());

    it('is where the last push has put it, and remembers what was offered', async () => {
      const { sharedTarget, base } = at;
      expect(await sharedTarget.look()).toEqual({ ok: true, value: base });
      expect(await sharedTarget.offered()).toBeNull();
      const ours = await at.commitOn(base);
      expect(await sharedTarget.push(base, ours)).toEqual({ ok: true, value: null });
      expect(await sharedTarget.look()).toEqual({ ok: true, value: ours });
      expect(await sharedTarget.offered()).toBe(ours);
    });

    it('does not move when others were faster, and says what they have', async () => {
      const { sharedTarget, base } = at;
      const ours = await at.commitOn(base);
      const theirs = await at.othersPush(base);
      expect(await sharedTarget.push(base, ours)).toMatchObject({
        ok: false,
        error: { code: 'remote-moved' },
      });
      expect(await sharedTarget.look()).toEqual({ ok: true, value: theirs });
      expect(await sharedTarget.offered()).toBe(ours);
      expect(await sharedTarget.holds(theirs, ours)).toBe(false);
      expect(await sharedTarget.holds(theirs, base)).toBe(true);
      expect(await sharedTarget.holds(base, base)).toBe(true);
    });

    it('knows what was pushed below what others put on top', async () => {
      const { sharedTarget, base } = at;
      const ours = await at.commitOn(base);
      await sharedTarget.push(base, ours);
      const theirs = await at.othersPush(ours);
      expect(await sharedTarget.look()).toEqual({ ok: true, value: theirs });
      expect(await sharedTarget.holds(theirs, ours)).toBe(true);
      expect(await sharedTarget.holds(ours, theirs)).toBe(false);
    });

    it('can be gone', async () => {
      await at.othersDelete();
      expect(await at.sharedTarget.look()).toEqual({ ok: true, value: null });
      const ours = await at.commitOn(at.base);
      expect((await at.sharedTarget.push(at.base, ours)).ok).toBe(false);
    });
  });
};
