import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import type { RepositoryPlace } from '../../../src/adapters/git/discover.ts';
import { landedCommits } from '../../../src/adapters/git/landing-log.ts';
import { gitLandingNotes, NOTES_REF } from '../../../src/adapters/git/landing-notes.ts';
import { memoryNotes } from '../../../src/adapters/simulated/landing-notes.ts';
import { landingNotesContract } from '../../contract/landing-notes.ts';
import type { NotesHarness } from '../../contract/landing-notes.ts';
import { makeRepo } from '../../support/git-repo.ts';
import type { TempRepo } from '../../support/git-repo.ts';

const placeOf = (repo: TempRepo): RepositoryPlace => {
  const place = discoverRepository(repo.path);
  if (!place.ok) throw new Error(place.error.message);
  return place.value;
};

const show = (repo: TempRepo, commit: string): Promise<string | null> =>
  repo.git('notes', `--ref=${NOTES_REF}`, 'show', commit).then(
    (text) => `${text}\n`,
    () => null,
  );

const real = async (initArgs: readonly string[]): Promise<NotesHarness> => {
  const repo = await makeRepo({ initArgs });
  const commits = [await repo.commit({ a: '1\n' }), await repo.commit({ a: '2\n' })] as const;
  return {
    landingNotes: gitLandingNotes(placeOf(repo)),
    commits: [commits[0], commits[1]],
    read: (commit) => show(repo, commit),
    remove: () => repo.remove(),
  };
};

landingNotesContract('in memory', async () => {
  const { notes, landingNotes } = memoryNotes();
  return {
    landingNotes,
    commits: ['one', 'two'],
    read: async (commit) => notes.get(commit) ?? null,
    remove: async () => undefined,
  };
});
landingNotesContract('git, SHA-1', () => real([]));
landingNotesContract('git, SHA-256', () => real(['--object-format=sha256']));

describe('notes and the log of landings', () => {
  let repo: TempRepo;
  beforeEach(async () => {
    repo = await makeRepo({ files: { a: '1\n' } });
  });
  afterEach(() => repo.remove());

  const landing = async (file: string, task: string): Promise<string> => {
    await repo.git('checkout', '-q', '-b', `work-${task}`);
    await repo.commit({ [file]: 'x\n' }, `by an agent\n\nFanin-Task: not a landing`);
    await repo.git('checkout', '-q', 'main');
    const message = `${task}: do it\n\nFanin-Task: ${task}\nFanin-Attempt: r1 ${task}#1\nFanin-Reviewer: Ann`;
    await repo.git('merge', '-q', '--no-ff', '-m', message, `work-${task}`);
    return repo.git('rev-parse', 'HEAD');
  };

  it('leave notes of the user alone, and a text with its lines', async () => {
    const commit = await repo.git('rev-parse', 'HEAD');
    await repo.git('notes', 'add', '-m', 'mine', commit);
    const text = '{\n  "a": 1\n}\n\n# no comment\n';
    expect((await gitLandingNotes(placeOf(repo)).write(commit, text)).ok).toBe(true);
    expect(await repo.git('notes', 'show', commit)).toBe('mine');
    expect(await show(repo, commit)).toContain('# no comment');
  });

  it('are not written where another git holds their ref for good', async () => {
    const commit = await repo.git('rev-parse', 'HEAD');
    const lock = join(repo.path, '.git', `${NOTES_REF}.lock`);
    await mkdir(dirname(lock), { recursive: true });
    await writeFile(lock, '');
    const written = await gitLandingNotes(placeOf(repo)).write(commit, 'x');
    expect(written).toMatchObject({ ok: false, error: { code: 'note-not-written' } });
    await rm(lock);
    expect((await gitLandingNotes(placeOf(repo)).write(commit, 'x')).ok).toBe(true);
  });

  it('find landings alone, the newest first, with their notes', async () => {
    const one = await landing('b', 'one');
    await repo.commit({ c: 'by hand\n' });
    const two = await landing('d', 'two');
    await gitLandingNotes(placeOf(repo)).write(two, 'a note\nof two lines\n');
    const found = await landedCommits(placeOf(repo), 'main', 10);
    if (!found.ok) throw new Error(found.error.message);
    expect(found.value.map(({ commit, said, note }) => [commit, said.task, note])).toEqual([
      [two, 'two', 'a note\nof two lines'],
      [one, 'one', null],
    ]);
    expect(found.value[0]).toMatchObject({
      subject: 'two: do it',
      said: { run: 'r1', attempt: 'two#1', reviewer: 'Ann', agent: null },
    });
    expect(found.value[0]?.parents).toHaveLength(2);
    const few = await landedCommits(placeOf(repo), `${one}..main`, 1);
    expect(few.ok && few.value.map(({ commit }) => commit)).toEqual([two]);
  });

  it('tell what git says of a range that is none', async () => {
    const found = await landedCommits(placeOf(repo), 'nowhere..main', 10);
    expect(found).toMatchObject({ ok: false, error: { code: 'git-failed' } });
  });
});
