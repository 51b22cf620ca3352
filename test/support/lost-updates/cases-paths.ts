import { HEAD, lines, NEW, OLD, OLD_OWN, stage, TAIL, text } from './case.ts';
import type { LostCase } from './case.ts';

const OWN_FILE = { 'src/own.ts': text(lines('own', 7)) };

const COPY_BACK: readonly LostCase[] = [
  {
    kind: 'copy-back of an old file',
    name: 'as it was, beside work of its own, by an author who had the new one',
    expected: 'told',
    make: async (at) => {
      const { start, target } = await stage(at);
      const files = { 'src/shared.ts': { as: start }, ...OWN_FILE };
      return { target, base: target, tip: await at.commit({ parents: [target], files }) };
    },
  },
  {
    kind: 'copy-back of an old file',
    name: 'the old file with more lines at its end',
    expected: 'told',
    make: async (at) => {
      const { target } = await stage(at);
      const files = { 'src/shared.ts': text(HEAD, TAIL, lines('more', 5)) };
      return { target, base: target, tip: await at.commit({ parents: [target], files }) };
    },
  },
  {
    kind: 'copy-back of an old file',
    name: 'one of many files of the victim',
    expected: 'told',
    make: async (at) => {
      const { start, target } = await stage(
        at,
        {},
        {
          'src/shared.ts': NEW,
          'src/a.ts': text(lines('a', 40)),
          'src/b.ts': text(lines('b', 40)),
        },
      );
      const files = { 'src/shared.ts': { as: start }, ...OWN_FILE };
      return { target, base: target, tip: await at.commit({ parents: [target], files }) };
    },
  },
  {
    kind: 'copy-back of an old file',
    name: 'one of many files of the victim, with two lines more',
    expected: 'told',
    make: async (at) => {
      const { target } = await stage(
        at,
        {},
        { 'src/shared.ts': NEW, 'src/a.ts': text(lines('a', 40)) },
      );
      const files = { 'src/shared.ts': text(lines('more', 2), HEAD, TAIL), ...OWN_FILE };
      return { target, base: target, tip: await at.commit({ parents: [target], files }) };
    },
  },
  {
    kind: 'copy-back of an old file',
    name: 'of a picture, by a stale squash',
    expected: 'blocks',
    make: async (at) => {
      const picture = (n: number): Buffer => Buffer.from([0x89, 0x50, 0, 0, n, 0, 1, 2, 3]);
      const { start, target } = await stage(at, { 'a.png': picture(1) }, { 'a.png': picture(2) });
      const tip = await at.commit({ parents: [target], from: start, files: OWN_FILE });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'copy-back of an old file',
    name: 'near miss: back and forth within its own branch',
    expected: 'clear',
    make: async (at) => {
      const { start, target } = await stage(at);
      const old = await at.commit({ parents: [target], files: { 'src/shared.ts': { as: start } } });
      const tip = await at.commit({
        parents: [old],
        files: { 'src/shared.ts': { as: target }, ...OWN_FILE },
      });
      return { target, base: target, tip };
    },
  },
  {
    kind: 'copy-back of an old file',
    name: 'near miss: a file that nobody has changed, from its base',
    expected: 'clear',
    make: async (at) => {
      const { start, target } = await stage(at);
      const files = { 'src/other.ts': { as: start }, 'src/shared.ts': OLD_OWN };
      return { target, base: start, tip: await at.commit({ parents: [start], files }) };
    },
  },
];

const MOVED = { 'src/shared.ts': null, 'src/renamed.ts': OLD };

const RENAMES: readonly LostCase[] = [
  {
    kind: 'rename over rename',
    name: 'another name for the old file, by a stale squash',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at, {}, MOVED);
      const files = { 'src/shared.ts': null, 'src/third.ts': OLD };
      const tip = await at.commit({ parents: [target], from: start, files });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'rename over rename',
    name: 'the old name again, by an author who had the new one',
    expected: 'told',
    make: async (at) => {
      const { target } = await stage(at, {}, MOVED);
      const files = { 'src/renamed.ts': null, 'src/shared.ts': OLD, ...OWN_FILE };
      return { target, base: target, tip: await at.commit({ parents: [target], files }) };
    },
  },
  {
    kind: 'rename over rename',
    name: 'the old name kept in a sync',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at, {}, MOVED);
      const work = await at.commit({ parents: [start], files: { 'src/shared.ts': OLD_OWN } });
      const files = { 'src/renamed.ts': null, 'src/shared.ts': OLD_OWN };
      return { target, base: start, tip: await at.merge(work, target, { files }) };
    },
  },
  {
    kind: 'rename over rename',
    name: 'near miss: an edit of what the victim has renamed',
    expected: 'clear',
    make: async (at) => {
      const { start, target } = await stage(at, {}, MOVED);
      const tip = await at.commit({ parents: [start], files: { 'src/shared.ts': OLD_OWN } });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'rename over rename',
    name: 'near miss: a third name by an author who had the second',
    expected: 'clear',
    make: async (at) => {
      const { target } = await stage(at, {}, MOVED);
      const files = { 'src/renamed.ts': null, 'src/third.ts': OLD };
      return { target, base: target, tip: await at.commit({ parents: [target], files }) };
    },
  },
];

const plain = (body: string) => ({ text: body, mode: '100644' }) as const;
const runs = (body: string) => ({ text: body, mode: '100755' }) as const;

const MODES: readonly LostCase[] = [
  {
    kind: 'mode and link',
    name: 'a script that may not run any more, by a stale squash',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(
        at,
        { 'go.sh': plain('go\n') },
        { 'go.sh': runs('go\n') },
      );
      const tip = await at.commit({ parents: [target], from: start, files: OWN_FILE });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'mode and link',
    name: 'a mode taken back by an author who had it',
    expected: 'told',
    make: async (at) => {
      const { target } = await stage(at, { 'go.sh': plain('go\n') }, { 'go.sh': runs('go\n') });
      const files = { 'go.sh': plain('go\n'), ...OWN_FILE };
      return { target, base: target, tip: await at.commit({ parents: [target], files }) };
    },
  },
  {
    kind: 'mode and link',
    name: 'a link that points where it used to, by an author who had it',
    expected: 'told',
    make: async (at) => {
      const { target } = await stage(at, { now: { link: 'v1' } }, { now: { link: 'v2' } });
      const files = { now: { link: 'v1' }, ...OWN_FILE };
      return { target, base: target, tip: await at.commit({ parents: [target], files }) };
    },
  },
  {
    kind: 'mode and link',
    name: 'a file where the victim put a link, in a sync',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at, { now: 'v1\n' }, { now: { link: 'v2' } });
      const work = await at.commit({ parents: [start], files: OWN_FILE });
      const tip = await at.merge(work, target, { files: { now: { as: start } } });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'mode and link',
    name: 'near miss: an edit of a script that the victim made run',
    expected: 'clear',
    make: async (at) => {
      const { start, target } = await stage(
        at,
        { 'go.sh': plain('go\n') },
        { 'go.sh': runs('go\n') },
      );
      const tip = await at.commit({ parents: [start], files: { 'go.sh': plain('go\nfurther\n') } });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'mode and link',
    name: 'near miss: a link on to a third place by an author who had the second',
    expected: 'clear',
    make: async (at) => {
      const { target } = await stage(at, { now: { link: 'v1' } }, { now: { link: 'v2' } });
      const tip = await at.commit({ parents: [target], files: { now: { link: 'v3' } } });
      return { target, base: target, tip };
    },
  },
];

export const PATH_CASES: readonly LostCase[] = [...COPY_BACK, ...RENAMES, ...MODES];
