import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CandidateHistory, OwnCommit } from '../../../src/domain/lost-updates/candidate.ts';
import type { LandedChange } from '../../../src/domain/lost-updates/file-delta.ts';
import { judgeCandidate } from '../../../src/domain/lost-updates/judge.ts';
import { ledgerOf } from '../../../src/domain/lost-updates/ledger.ts';
import { slotDelta } from '../../support/lost-updates/slots.ts';
import type { Slots } from '../../support/lost-updates/slots.ts';

const PATH = 'src/shared.ts';
/** Places of the first version, with room for three more between each two. */
const FIRST: Slots = new Map(
  Array.from({ length: 20 }, (_, at) => [at * 4, `line ${at} of the first version`]),
);

/** What each task does: it puts lines at places of its own, and takes out or changes lines of the first version that are its own. */
const tasks = fc
  .uniqueArray(fc.nat({ max: 79 }), { minLength: 4, maxLength: 40 })
  .chain((places) =>
    fc.record({
      places: fc.constant(places),
      owners: fc.array(fc.nat({ max: 4 }), { minLength: places.length, maxLength: places.length }),
      removes: fc.array(fc.boolean(), { minLength: places.length, maxLength: places.length }),
    }),
  )
  .map(({ places, owners, removes }) => {
    const of = (task: number): Slots =>
      new Map(
        places.flatMap((place, at) =>
          owners[at] === task
            ? [[place, FIRST.has(place) && removes[at] === true ? '' : `task ${task} at ${place}`]]
            : [],
        ),
      );
    return [0, 1, 2, 3, 4].map(of).filter((edits) => edits.size > 0);
  });

/** Nothing is written as an empty line. */
const apply = (slots: Slots, edits: Slots): Slots =>
  new Map([...slots, ...edits].filter(([place, line]) => (edits.get(place) ?? line) !== ''));

/** Tasks that landed one after the other, and what came of it. */
const landed = (edits: readonly Slots[]) => {
  let slots = FIRST;
  const landings = edits.map((each, at): LandedChange => {
    const before = slots;
    slots = apply(before, each);
    const files = [slotDelta(PATH, before, slots)];
    return { commit: `c${at}`, task: `t${at}`, title: `Land t${at}`, files };
  });
  return { landings, target: slots };
};

const own = (more: Partial<OwnCommit>): OwnCommit => ({
  commit: 'd'.repeat(40),
  title: 'own work',
  startLacks: null,
  files: [],
  merge: null,
  ...more,
});

const judge = (
  landings: readonly LandedChange[],
  after: Slots,
  target: Slots,
  history: CandidateHistory,
) =>
  judgeCandidate(ledgerOf(landings, 50), {
    files: [slotDelta(PATH, target, after)],
    history,
    words: '',
    baseKnown: true,
  });

describe('lost updates, whatever tasks do', () => {
  it('are never found in a clean merge of edits that are independent', () => {
    fc.assert(
      fc.property(tasks, fc.nat(), (edits, pick) => {
        const mine = edits[pick % edits.length] ?? new Map<number, string>();
        const { landings, target } = landed(edits.filter((each) => each !== mine));
        const all = new Set(landings.map(({ commit }) => commit));
        const merged = apply(target, mine);
        const history = {
          baseLacks: all,
          tipLacks: all,
          own: [own({ startLacks: all, files: [slotDelta(PATH, FIRST, apply(FIRST, mine))] })],
        };
        expect(judge(landings, merged, target, history)).toEqual([]);
        // The same where the author has merged the target before that.
        const synced = {
          baseLacks: all,
          tipLacks: new Set<string>(),
          own: [...history.own, own({ merge: { files: [], conflicts: [], oneSided: [] } })],
        };
        expect(judge(landings, merged, target, synced)).toEqual([]);
      }),
    );
  });

  it('always block a tree that was put on top of what its author did not have', () => {
    fc.assert(
      fc.property(tasks, fc.nat(), fc.nat(), (edits, pick, from) => {
        fc.pre(edits.length > 1);
        const mine = edits[pick % edits.length] ?? new Map<number, string>();
        const others = edits.filter((each) => each !== mine);
        const { landings, target } = landed(others);
        const begun = from % others.length;
        const stale = apply(landed(others.slice(0, begun)).target, mine);
        const missed = landings.slice(begun).map(({ commit }) => commit);
        const files = [slotDelta(PATH, target, stale)];
        const found = judge(landings, stale, target, {
          baseLacks: new Set(missed),
          tipLacks: new Set(),
          own: [own({ startLacks: new Set(), files })],
        });
        const blamed = found.filter(({ blocks }) => blocks).map(({ victim }) => victim?.commit);
        expect(new Set(blamed)).toEqual(new Set(missed));
      }),
    );
  });
});
