import { HEAD, lines, NEW, NEW_OWN, OLD, OLD_OWN, stage, TAIL, text, VICTIMS } from './case.ts';
import type { LostCase } from './case.ts';

const OWN_FILE = { 'src/own.ts': text(lines('own', 7)) };

const DELETED: readonly LostCase[] = [
  {
    kind: 'deleted then edited',
    name: 'what the victim had edited is deleted, by a stale squash',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at);
      const files = { 'src/shared.ts': null, ...OWN_FILE };
      const tip = await at.commit({ parents: [target], from: start, files });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'deleted then edited',
    name: 'edited there and deleted here: deleted in the sync',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at);
      const work = await at.commit({ parents: [start], files: { 'src/shared.ts': null } });
      const tip = await at.merge(work, target, { files: { 'src/shared.ts': null } });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'deleted then edited',
    name: 'what the victim had deleted comes back edited, by a stale squash',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at, {}, { 'src/shared.ts': null });
      const files = { 'src/shared.ts': OLD_OWN };
      const tip = await at.commit({ parents: [target], from: start, files });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'deleted then edited',
    name: 'near miss: a file that nobody has edited is deleted',
    expected: 'clear',
    make: async (at) => {
      const { start, target } = await stage(at);
      const files = { 'src/other.ts': null, 'src/shared.ts': OLD_OWN };
      return { target, base: start, tip: await at.commit({ parents: [start], files }) };
    },
  },
  {
    kind: 'deleted then edited',
    name: 'near miss: moved with all that the victim had put in',
    expected: 'clear',
    make: async (at) => {
      const { target } = await stage(at);
      const files = { 'src/shared.ts': null, 'lib/shared.ts': NEW_OWN };
      return { target, base: target, tip: await at.commit({ parents: [target], files }) };
    },
  },
];

const crlf = (body: string): string => body.replaceAll('\n', '\r\n');
const UMLAUTS = lines('größe', 6);
const utf16 = (body: string): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(body, 'utf16le')]);

const ENCODINGS: readonly LostCase[] = [
  {
    kind: 'CRLF and encoding',
    name: 'the old file with other line ends, by a stale squash',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at);
      const tip = await at.commit({
        parents: [target],
        from: start,
        files: { 'src/shared.ts': crlf(OLD) },
      });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'CRLF and encoding',
    name: 'the old file in another encoding, by an author who had the new one',
    expected: 'told',
    make: async (at) => {
      const { target } = await stage(
        at,
        { 'src/shared.ts': Buffer.from(text(UMLAUTS, TAIL), 'latin1') },
        { 'src/shared.ts': Buffer.from(text(UMLAUTS, VICTIMS, TAIL), 'latin1') },
      );
      const tip = await at.commit({
        parents: [target],
        files: { 'src/shared.ts': text(UMLAUTS, TAIL) },
      });
      return { target, base: target, tip };
    },
  },
  {
    kind: 'CRLF and encoding',
    name: 'the old file as UTF-16, by a stale squash',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at);
      const files = { 'src/shared.ts': utf16(OLD) };
      return {
        target,
        base: start,
        tip: await at.commit({ parents: [target], from: start, files }),
      };
    },
  },
  {
    kind: 'CRLF and encoding',
    name: 'every line end of what the victim has just written',
    expected: 'told',
    make: async (at) => {
      const { target } = await stage(at);
      const tip = await at.commit({ parents: [target], files: { 'src/shared.ts': crlf(NEW) } });
      return { target, base: target, tip };
    },
  },
  {
    kind: 'CRLF and encoding',
    name: 'near miss: a file that nobody has written lately',
    expected: 'clear',
    make: async (at) => {
      const { target } = await stage(at);
      const tip = await at.commit({
        parents: [target],
        files: { 'src/other.ts': crlf(text(lines('other', 8))) },
      });
      return { target, base: target, tip };
    },
  },
  {
    kind: 'CRLF and encoding',
    name: 'near miss: blanks at the end of three lines of the victim’s',
    expected: 'clear',
    make: async (at) => {
      const { target } = await stage(at);
      const blanks = VICTIMS.map((line, index) => (index < 3 ? `${line}  ` : line));
      const tip = await at.commit({
        parents: [target],
        files: { 'src/shared.ts': text(HEAD, blanks, TAIL) },
      });
      return { target, base: target, tip };
    },
  },
];

const pointer = (digit: string) => ({ submodule: digit.repeat(40) }) as const;

const SUBMODULES: readonly LostCase[] = [
  {
    kind: 'submodule pointer back',
    name: 'by a stale squash',
    expected: 'blocks',
    make: async (at) => {
      const { start, target } = await stage(at, { sub: pointer('1') }, { sub: pointer('2') });
      const tip = await at.commit({ parents: [target], from: start, files: OWN_FILE });
      return { target, base: start, tip };
    },
  },
  {
    kind: 'submodule pointer back',
    name: 'by an author who had the new one',
    expected: 'told',
    make: async (at) => {
      const { target } = await stage(at, { sub: pointer('1') }, { sub: pointer('2') });
      const files = { sub: pointer('1'), ...OWN_FILE };
      return { target, base: target, tip: await at.commit({ parents: [target], files }) };
    },
  },
  {
    kind: 'submodule pointer back',
    name: 'near miss: on to a third commit',
    expected: 'clear',
    make: async (at) => {
      const { target } = await stage(at, { sub: pointer('1') }, { sub: pointer('2') });
      const tip = await at.commit({ parents: [target], files: { sub: pointer('3') } });
      return { target, base: target, tip };
    },
  },
  {
    kind: 'submodule pointer back',
    name: 'near miss: of another submodule',
    expected: 'clear',
    make: async (at) => {
      const { start, target } = await stage(
        at,
        { sub: pointer('1'), two: pointer('4') },
        { sub: pointer('2') },
      );
      const tip = await at.commit({ parents: [start], files: { two: pointer('5') } });
      return { target, base: start, tip };
    },
  },
];

export const CONTENT_CASES: readonly LostCase[] = [...DELETED, ...ENCODINGS, ...SUBMODULES];
