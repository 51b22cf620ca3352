import type { FileDelta, Hunk } from '../../../src/domain/lost-updates/file-delta.ts';

/** A file as places that lines stand at, in their order: what one task writes at a place is nobody else's. */
export type Slots = ReadonlyMap<number, string>;

export const slotText = (slots: Slots): readonly string[] =>
  [...slots].toSorted(([a], [b]) => a - b).map(([, line]) => line);

/** What differs, place by place: as a diff of lines that all differ would have it. */
export const slotDelta = (path: string, before: Slots, after: Slots): FileDelta => {
  const places = [...new Set([...before.keys(), ...after.keys()])].toSorted((a, b) => a - b);
  const hunks: Hunk[] = [];
  for (const place of places) {
    const [was, is] = [before.get(place), after.get(place)];
    if (was === is) continue;
    hunks.push({
      line: place,
      removed: was === undefined ? [] : [was],
      added: is === undefined ? [] : [is],
    });
  }
  const state = (slots: Slots) =>
    slots.size === 0 ? null : { mode: '100644', blob: slotText(slots).join('\n') };
  return { path, from: null, before: state(before), after: state(after), hunks, binary: false };
};
