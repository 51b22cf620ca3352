import { HEAD, lines, NEW_OWN, OLD, OLD_OWN, OWN, stage, TAIL, text, VICTIMS } from './case.ts';
import type { LostCase } from './case.ts';

const OWN_FILE = { 'src/own.ts': text(lines('own', 7)) };

/** What the queue itself got wrong: the tree that landed is no merge of the two. */
const WRONG_BASE: readonly LostCase[] = [
  {
    kind: 'wrong base',
    name: 'a squash whose tree is that of the branch alone',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at);
      const tip = await at.commit({ parents: [start], files: { 'src/shared.ts': OLD_OWN } });
      return {
        target,
        base: start,
        tip,
        landed: await at.commit({ parents: [target], from: tip }),
      };
    },
  },
  {
    kind: 'wrong base',
    name: 'a merge commit with a tree that was merged onto an older target',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at);
      const tip = await at.commit({ parents: [start], files: OWN_FILE });
      const landed = await at.commit({ parents: [target, tip], from: tip, message: 'Land own' });
      return { target, base: start, tip, landed };
    },
  },
  {
    kind: 'wrong base',
    name: 'a tree that was made of the changed files alone',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at);
      const tip = await at.commit({ parents: [start], files: OWN_FILE });
      const alone = await at.commit({ files: OWN_FILE });
      const landed = await at.commit({ parents: [target, tip], from: alone, message: 'Land own' });
      return { target, base: start, tip, landed };
    },
  },
  {
    kind: 'wrong base',
    name: 'near miss: merged as git merges',
    expected: 'clear',
    make: async (at) => {
      const { start, target } = await stage(at);
      const tip = await at.commit({ parents: [start], files: { 'src/shared.ts': OLD_OWN } });
      return { target, base: start, tip, landed: await at.land(target, tip, 'own') };
    },
  },
  {
    kind: 'wrong base',
    name: 'near miss: two merge bases, merged as git merges',
    expected: 'clear',
    make: async (at) => {
      const { start, target } = await stage(at);
      const work = await at.commit({ parents: [start], files: OWN_FILE });
      const landed = await at.land(target, work, 'own');
      const crossed = await at.merge(work, target);
      const tip = await at.commit({ parents: [crossed], files: { 'src/shared.ts': NEW_OWN } });
      return { target: landed, base: start, tip, landed: await at.land(landed, tip, 'own2') };
    },
  },
];

const REVERT: readonly LostCase[] = [
  {
    kind: 'revert of a neighbour',
    name: 'by an author who had it, with work of its own',
    expected: 'told',
    make: async (at) => {
      const { target } = await stage(at);
      const reverted = await at.commit({
        parents: [target],
        files: { 'src/shared.ts': OLD },
        message: 'Revert "what the victim made"',
      });
      const tip = await at.commit({ parents: [reverted], files: OWN_FILE });
      return { target, base: target, tip };
    },
  },
  {
    kind: 'revert of a neighbour',
    name: 'most of its lines gone, in silence',
    expected: 'told',
    make: async (at) => {
      const { target } = await stage(at);
      const files = { 'src/shared.ts': text(OWN, HEAD, VICTIMS.slice(0, 3), TAIL), ...OWN_FILE };
      return { target, base: target, tip: await at.commit({ parents: [target], files }) };
    },
  },
  {
    kind: 'revert of a neighbour',
    name: 'near miss: of a commit of its own',
    expected: 'clear',
    make: async (at) => {
      const { target } = await stage(at);
      const tried = await at.commit({ parents: [target], files: OWN_FILE });
      const back = await at.commit({ parents: [tried], files: { 'src/own.ts': null } });
      const tip = await at.commit({ parents: [back], files: { 'src/shared.ts': NEW_OWN } });
      return { target, base: target, tip };
    },
  },
  {
    kind: 'revert of a neighbour',
    name: 'near miss: one line of ten rewritten',
    expected: 'clear',
    make: async (at) => {
      const { target } = await stage(at);
      const changed = [...VICTIMS.slice(0, 9), 'a better tenth line'];
      const files = { 'src/shared.ts': text(HEAD, changed, TAIL) };
      return { target, base: target, tip: await at.commit({ parents: [target], files }) };
    },
  },
  {
    kind: 'revert of a neighbour',
    name: 'near miss: its lines moved to a file of their own',
    expected: 'clear',
    make: async (at) => {
      const { target } = await stage(at);
      const files = { 'src/shared.ts': OLD_OWN, 'src/moved.ts': text(VICTIMS) };
      return { target, base: target, tip: await at.commit({ parents: [target], files }) };
    },
  },
];

export const QUEUE_CASES: readonly LostCase[] = [...WRONG_BASE, ...REVERT];
