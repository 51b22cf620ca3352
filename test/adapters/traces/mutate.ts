import fc from 'fast-check';

/** One change of a file's bytes. */
export type Mutation = (bytes: Buffer) => Buffer;

/** Values that a record may have where another one is expected. */
const ODD: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  '\0',
  '\u{1F600}'.repeat(50),
  [],
  [[[[1]]]],
  {},
  { type: 'text' },
  { constructor: { prototype: 1 } },
  '__proto__',
  '2026-13-45T99:99:99Z',
  '/../../../etc/passwd',
];

/** Structure-aware and blind changes: cuts, doubled and lost lines, other types, bytes that are no text. */
export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  at((bytes, place) => bytes.subarray(0, Math.floor(bytes.length * place))),
  at((bytes, place) => inserted(bytes, place, Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]))),
  at((bytes, place) => inserted(bytes, place, Buffer.alloc(600))),
  at((bytes, place) => inserted(bytes, place, Buffer.from('\n{"type":"never seen","n":1}\n'))),
  at((bytes, place) => flipped(bytes, place)),
  lines((all, index) => [...all.slice(0, index), ...all.slice(index + 1)]),
  lines((all, index) => [...all.slice(0, index + 1), all[index] ?? '', ...all.slice(index + 1)]),
  lines((all, index) => [...all.slice(index), ...all.slice(0, index)]),
  lines((all) => all.toReversed()),
  lines((all) => [...all, ...all]),
  changedValue(),
);

function at(change: (bytes: Buffer, place: number) => Buffer): fc.Arbitrary<Mutation> {
  return fc
    .double({ min: 0, max: 1, noNaN: true })
    .map((place) => (bytes: Buffer) => change(bytes, place));
}

function inserted(bytes: Buffer, place: number, more: Buffer): Buffer {
  const index = Math.floor(bytes.length * place);
  return Buffer.concat([bytes.subarray(0, index), more, bytes.subarray(index)]);
}

function flipped(bytes: Buffer, place: number): Buffer {
  const copy = Buffer.from(bytes);
  const index = Math.min(bytes.length - 1, Math.floor(bytes.length * place));
  if (index >= 0) copy[index] = (copy[index] ?? 0) ^ 0x15;
  return copy;
}

function lines(
  change: (all: readonly string[], index: number) => readonly string[],
): fc.Arbitrary<Mutation> {
  return fc.nat(10_000).map((pick) => (bytes: Buffer) => {
    const all = bytes.toString('utf8').split('\n');
    return Buffer.from(change(all, pick % Math.max(1, all.length)).join('\n'));
  });
}

/** Somewhere in a record another value stands. */
function changedValue(): fc.Arbitrary<Mutation> {
  return fc
    .tuple(fc.nat(10_000), fc.nat(10_000), fc.constantFrom(...ODD))
    .map(([line, place, odd]) => (bytes: Buffer) => {
      const all = bytes.toString('utf8').split('\n');
      const index = line % Math.max(1, all.length);
      try {
        const record: unknown = JSON.parse(all[index] ?? '');
        const places = placesIn(record);
        const chosen = places[place % Math.max(1, places.length)];
        if (chosen !== undefined) chosen(odd);
        all[index] = JSON.stringify(record);
      } catch {
        // A line that is no record stays as it is.
      }
      return Buffer.from(all.join('\n'));
    });
}

function placesIn(value: unknown): readonly ((other: unknown) => void)[] {
  if (typeof value !== 'object' || value === null) return [];
  const record = value as Record<string, unknown>;
  return Object.keys(record).flatMap((key) => [
    (other: unknown) => {
      record[key] = other;
    },
    ...placesIn(record[key]),
  ]);
}
