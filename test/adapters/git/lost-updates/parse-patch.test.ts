import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverRepository } from '../../../../src/adapters/git/discover.ts';
import { gitLandedChanges } from '../../../../src/adapters/git/lost-updates/landed-changes.ts';
import {
  cursorOver,
  parseChangesAt,
} from '../../../../src/adapters/git/lost-updates/parse-patch.ts';
import type { FileDelta } from '../../../../src/domain/lost-updates/file-delta.ts';
import { makeRepo } from '../../../support/git-repo.ts';
import type { TempRepo } from '../../../support/git-repo.ts';
import { yardIn } from '../../../support/lost-updates/yard.ts';
import type { Entries, Yard } from '../../../support/lost-updates/yard.ts';

describe('a change as git tells it', () => {
  let repo: TempRepo;
  let yard: Yard;
  beforeEach(async () => {
    repo = await makeRepo();
    yard = yardIn(repo);
  });
  afterEach(() => repo.remove());

  const between = async (before: Entries, after: Entries): Promise<readonly FileDelta[]> => {
    const from = await yard.commit({ files: before });
    const to = await yard.commit({ parents: [from], files: after });
    const place = discoverRepository(repo.path);
    if (!place.ok) throw new Error(place.error.message);
    const found = await gitLandedChanges(place.value).delta(from, to);
    if (!found.ok) throw new Error(found.error.message);
    return found.value;
  };
  const linesOf = ({ hunks }: FileDelta) =>
    hunks.flatMap(({ removed, added }) => [
      ...removed.map((l) => `-${l}`),
      ...added.map((l) => `+${l}`),
    ]);

  it('is read whatever its lines and names look like', async () => {
    const odd = 'diff --git a/x b/x\n@@ -1 +1 @@\n--- a\n+++ b\n\\ no\n';
    const found = await between(
      { 'we"ird\tname': 'old\n', plain: 'x\n' },
      { 'we"ird\tname': odd, plain: 'x', 'größe.txt': 'ä\n' },
    );
    expect(found.map(({ path }) => path)).toEqual(['größe.txt', 'plain', 'we"ird\tname']);
    expect(found.map(linesOf)).toEqual([
      ['+ä'],
      ['-x', '+x'],
      [
        '-old',
        ...odd
          .trimEnd()
          .split('\n')
          .map((line) => `+${line}`),
      ],
    ]);
  });

  it('is one change where a file becomes a link, and has no lines where only its mode changes', async () => {
    const found = await between(
      { a: 'text\n', b: { text: 'run\n', mode: '100644' }, c: 'c\n' },
      { a: { link: 'c' }, b: { text: 'run\n', mode: '100755' }, c: 'C\n' },
    );
    expect(found.map(({ path, before, after }) => [path, before?.mode, after?.mode])).toEqual([
      ['a', '100644', '120000'],
      ['b', '100644', '100755'],
      ['c', '100644', '100644'],
    ]);
    expect(found.map(linesOf)).toEqual([['-text', '+c'], [], ['-c', '+C']]);
  });

  it('follows renames, and reads Latin-1 and UTF-16', async () => {
    const latin = Buffer.from('Größe\nund mehr\nund noch mehr\n', 'latin1');
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('plain\n', 'utf16le')]);
    const found = await between(
      { old: latin, wide: 'plain\n', 'a.bin': Buffer.from([0, 1]) },
      {
        old: null,
        now: Buffer.concat([latin, Buffer.from('Maß\n', 'latin1')]),
        wide,
        'a.bin': Buffer.from([0, 2]),
      },
    );
    expect(found.map(({ path, from, binary }) => [path, from, binary])).toEqual([
      ['a.bin', null, true],
      ['now', 'old', false],
      ['wide', null, false],
    ]);
    expect(linesOf(found[1] as FileDelta)).toEqual(['+Maß']);
    expect(found[2]?.hunks[0]).toMatchObject({ removed: ['plain', ''], added: ['plain', ''] });
  });

  it('passes by what has no record: a conflict that left nothing, a merge of more than two', () => {
    const record = `:100644 100644 ${'a'.repeat(40)} ${'b'.repeat(40)} M\0x\0\0`;
    const patch = 'diff --git a/x b/x\nindex a..b 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-o\n+n\n';
    const bare = 'diff --git a/w b/w\nremerge CONFLICT (content): Merge conflict in w\n';
    const cursor = cursorOver(Buffer.from(`\n${record}${bare}${patch}${bare}\u{1}next`));
    expect(parseChangesAt(cursor)).toMatchObject([
      { path: 'x', hunks: [{ added: ['n'] }], conflicted: false },
    ]);
    expect(cursor.text.slice(cursor.at)).toBe('\u{1}next');
    const octopus = cursorOver(
      Buffer.from('diff: warning: Skipping remerge-diff for octopus merges.\n\u{1}'),
    );
    expect(parseChangesAt(octopus)).toEqual([]);
    expect(octopus.text.slice(octopus.at)).toBe('\u{1}');
  });
});
