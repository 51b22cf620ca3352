import { HEAD, lines, OLD_OWN, stage, TAIL, text, VICTIMS } from './case.ts';
import type { LostCase } from './case.ts';

const OWN_FILE = { 'src/own.ts': text(lines('own', 7)) };

/** Made on an old target, and committed as if on the new one. */
const STALE_SQUASH: readonly LostCase[] = [
  {
    kind: 'stale squash',
    name: 'reset --soft to the target, then commit',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at);
      const tip = await at.commit({ parents: [target], from: start, files: OWN_FILE });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'stale squash',
    name: 'with a change of its own in the victim’s file',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at);
      const files = { 'src/shared.ts': OLD_OWN, ...OWN_FILE };
      const tip = await at.commit({ parents: [target], from: start, files });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'stale squash',
    name: 'of a victim of three lines that landed squashed',
    expected: 'blocks',
    make: async (at) => {
      const small = text(HEAD, VICTIMS.slice(0, 3), TAIL);
      const { start, target } = await stage(at, {}, { 'src/shared.ts': small }, true);
      const tip = await at.commit({ parents: [target], from: start, files: OWN_FILE });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'stale squash',
    name: 'near miss: merge --squash onto the new target',
    expected: 'clear',
    make: async (at) => {
      const { start, target } = await stage(at);
      const work = await at.commit({ parents: [start], files: { 'src/shared.ts': OLD_OWN } });
      const merged = await at.merge(target, work);
      const tip = await at.commit({ parents: [target], from: merged, message: 'squashed' });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'stale squash',
    name: 'near miss: a branch that never saw the target, changing its own place',
    expected: 'clear',
    make: async (at) => {
      const { start, target } = await stage(at);
      const files = { 'src/shared.ts': OLD_OWN, ...OWN_FILE };
      return { target, base: start, tip: await at.commit({ parents: [start], files }) };
    },
  },
];

const EVIL_MERGE: readonly LostCase[] = [
  {
    kind: 'evil sync merge',
    name: 'merge -s ours',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at);
      const work = await at.commit({ parents: [start], files: OWN_FILE });
      const tip = await at.commit({ parents: [work, target], message: 'Sync with the target' });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'evil sync merge',
    name: 'an old file copied back while merging, then more work',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at);
      const work = await at.commit({ parents: [start], files: OWN_FILE });
      const sync = await at.merge(work, target, { files: { 'src/shared.ts': { as: start } } });
      const tip = await at.commit({
        parents: [sync],
        files: { 'src/more.ts': 'export const more = 1;\n' },
      });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'evil sync merge',
    name: 'some of the victim’s lines taken out by hand in the merge',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at);
      const work = await at.commit({ parents: [start], files: OWN_FILE });
      const files = { 'src/shared.ts': text(HEAD, VICTIMS.slice(4), TAIL) };
      return { target, base: start, tip: await at.merge(work, target, { files }) };
    },
  },
  {
    kind: 'evil sync merge',
    name: 'most of the victim’s lines taken out in the merge, and as many of its own put elsewhere in the file',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at);
      const work = await at.commit({ parents: [start], files: OWN_FILE });
      const files = { 'src/shared.ts': text(HEAD, VICTIMS.slice(6), TAIL, lines('mine', 6)) };
      return { target, base: start, tip: await at.merge(work, target, { files }) };
    },
  },
  {
    kind: 'evil sync merge',
    name: 'near miss: one line of the victim’s goes for one that was made to fit elsewhere',
    expected: 'clear',
    make: async (at) => {
      const { start, target } = await stage(at);
      const work = await at.commit({ parents: [start], files: OWN_FILE });
      const files = { 'src/shared.ts': text(HEAD, VICTIMS.slice(1), TAIL, lines('mine', 1)) };
      return { target, base: start, tip: await at.merge(work, target, { files }) };
    },
  },
  {
    kind: 'evil sync merge',
    name: 'near miss: a clean sync, then more work',
    expected: 'clear',
    make: async (at) => {
      const { start, target } = await stage(at);
      const work = await at.commit({ parents: [start], files: { 'src/shared.ts': OLD_OWN } });
      const sync = await at.merge(work, target);
      return { target, base: start, tip: await at.commit({ parents: [sync], files: OWN_FILE }) };
    },
  },
  {
    kind: 'evil sync merge',
    name: 'near miss: a conflict resolved by keeping both',
    expected: 'clear',
    make: async (at) => {
      const { start, target } = await stage(at);
      const mine = lines('mine', 6);
      const work = await at.commit({
        parents: [start],
        files: { 'src/shared.ts': text(HEAD, mine, TAIL) },
      });
      const files = { 'src/shared.ts': text(HEAD, VICTIMS, mine, TAIL) };
      return { target, base: start, tip: await at.merge(work, target, { files }) };
    },
  },
];

/** The victim has also changed a line that the candidate changed, so that a merge conflicts there. */
const ONE_LINE = 'version = ';
const conflicting = (version: string, middle: readonly string[] = []): string =>
  text([ONE_LINE + version], HEAD, middle, TAIL);

const WHOLE_FILE_OURS: readonly LostCase[] = [
  {
    kind: 'whole-file ours',
    name: 'checkout --ours for a conflict of one line',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(
        at,
        { 'src/shared.ts': conflicting('1') },
        { 'src/shared.ts': conflicting('2', VICTIMS) },
      );
      const work = await at.commit({
        parents: [start],
        files: { 'src/shared.ts': conflicting('3') },
      });
      const tip = await at.merge(work, target, { files: { 'src/shared.ts': { as: work } } });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'whole-file ours',
    name: 'the file as it was on the branch, without any conflict',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at);
      const work = await at.commit({ parents: [start], files: { 'src/shared.ts': OLD_OWN } });
      const tip = await at.merge(work, target, { files: { 'src/shared.ts': { as: work } } });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'whole-file ours',
    name: 'a conflict of many lines where one side is dropped wholly',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at);
      const work = await at.commit({
        parents: [start],
        files: { 'src/shared.ts': text(HEAD, lines('mine', 6), TAIL) },
      });
      const tip = await at.merge(work, target, { files: { 'src/shared.ts': { as: work } } });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'whole-file ours',
    name: 'near miss: a conflict of one version number, ours taken',
    expected: 'clear',
    make: async (at) => {
      const { start, target } = await stage(
        at,
        { 'src/shared.ts': conflicting('1') },
        { 'src/shared.ts': conflicting('2', VICTIMS) },
      );
      const work = await at.commit({
        parents: [start],
        files: { 'src/shared.ts': conflicting('3') },
      });
      const files = { 'src/shared.ts': conflicting('3', VICTIMS) };
      return { target, base: start, tip: await at.merge(work, target, { files }) };
    },
  },
  {
    kind: 'whole-file ours',
    name: 'near miss: ours taken where the target had not touched the file',
    expected: 'clear',
    make: async (at) => {
      const { start, target } = await stage(at);
      const files = { 'src/other.ts': text(lines('other', 8), lines('mine', 4)) };
      const work = await at.commit({ parents: [start], files });
      const tip = await at.merge(work, target, { files: { 'src/other.ts': { as: work } } });
      return { target, base: start, tip };
    },
  },
];

export const MERGE_CASES: readonly LostCase[] = [
  ...STALE_SQUASH,
  ...EVIL_MERGE,
  ...WHOLE_FILE_OURS,
];
