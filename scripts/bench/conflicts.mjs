import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { discoverRepository } from '../../dist/adapters/git/discover.js';
import { gitMergeMatrix } from '../../dist/adapters/git/matrix/matrix.js';
import { makeForest } from '../../test/support/forest/make-forest.ts';
import { pairText, pairwise } from '../../test/support/forest/pairwise.ts';
import { median, spread } from './measure.mjs';

const SIZE = { files: 20_000, branches: 200, commits: 50, seed: 1 };
const TIMES = 5;
/** Branches of a real clone that are compared, and their pairs that are merged one by one. */
const MOST_OF_A_CLONE = 60;

/**
 * The conflict matrix of a generated repository against one `git merge-tree` process for each pair of
 * normalised commits, and whether both find the same. `FANIN_CLONES` names a folder of clones that
 * are measured as well, by their remote branches; `FANIN_FOREST_SEEDS` compares so many small
 * generated repositories more, without measuring.
 */
export const benchConflicts = async () => {
  const env = { ...process.env };
  const folder = mkdtempSync(join(tmpdir(), 'fanin-bench-'));
  Object.assign(process.env, {
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Bench',
    GIT_AUTHOR_EMAIL: 'bench@localhost',
    GIT_COMMITTER_NAME: 'Bench',
    GIT_COMMITTER_EMAIL: 'bench@localhost',
  });
  try {
    const rows = [await forestRow(join(folder, 'forest'), SIZE)];
    for (let seed = 2; seed < 2 + Number(env.FANIN_FOREST_SEEDS ?? 0); seed += 1) {
      const size = { files: 400, branches: 40, commits: 30, seed };
      await forestRow(join(folder, `small-${seed}`), size);
      console.error(`  (seed ${seed}: the same conflicts)`);
    }
    for (const clone of clonesIn(env.FANIN_CLONES)) rows.push(...(await cloneRow(clone, folder)));
    return rows;
  } finally {
    process.env = env;
    rmSync(folder, { recursive: true, force: true });
  }
};

const git = (cwd, ...args) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();

const forestRow = async (path, size) => {
  execFileSync('git', ['init', '-q', '-b', 'main', path]);
  await makeForest(join(path, '.git'), size);
  git(path, 'reset', '-q', '--hard', 'main');
  const names = Array.from({ length: size.branches }, (_, k) => `branch-${k}`);
  const tips = names.map((name) => ({ name, commit: git(path, 'rev-parse', name) }));
  const name = `conflict matrix, ${size.files} files, ${size.branches} branches`;
  return row(name, path, git(path, 'rev-parse', 'main'), tips);
};

const row = async (name, path, target, tips) => {
  const place = discoverRepository(path);
  if (!place.ok) throw new Error(place.error.message);
  const matrix = gitMergeMatrix(place.value, { alsoFrom: [] });
  const times = [];
  let found;
  for (let k = 0; k < TIMES; k += 1) {
    const started = performance.now();
    found = await matrix.compare({ target, tips });
    times.push(performance.now() - started);
    if (!found.ok) throw new Error(found.error.message);
  }
  const { pairs, against, merged, unread, left } = found.value;
  const yardstick = await pairwise(path, target, tips);
  const texts = pairs.map(({ a, b, files }) => pairText(a, b, files));
  const missed = yardstick.pairs.filter((text) => !texts.includes(text));
  const invented = texts.filter((text) => !yardstick.pairs.includes(text));
  if (missed.length + invented.length + unread.length + left > 0)
    throw new Error(JSON.stringify({ path, missed, invented, unread, left }, null, 2));
  return {
    name: `${name} (${spread(times)} ms; ${against.length} conflict with the target, ${pairs.length} pairs with each other, ${merged} pairs merged; 0 missed, 0 invented)`,
    value: median(times),
    unit: 'ms',
    baseline: {
      name: `one process a pair, ${yardstick.merges} pairs`,
      value: yardstick.ms,
    },
    goal: '≤ 0.05',
  };
};

const clonesIn = (folder) =>
  folder === undefined ? [] : readdirSync(folder).map((name) => resolve(folder, name));

/** A clone's remote branches and pull requests, in a work copy of their own. */
const cloneRow = async (clone, folder) => {
  const refs = git(clone, 'for-each-ref', '--format=%(objectname) %(refname)', 'refs/remotes')
    .split('\n')
    .filter((line) => line !== '' && !line.endsWith('/HEAD'));
  const every = Math.max(1, Math.floor(refs.length / MOST_OF_A_CLONE));
  const tips = refs
    .filter((_, at) => at % every === 0)
    .slice(0, MOST_OF_A_CLONE)
    .map((line) => ({ commit: line.slice(0, line.indexOf(' ')), name: line.split(' ')[1] }));
  if (tips.length < 2) return [];
  const copy = join(folder, `clone-${tips.length}-${Math.random().toString(36).slice(2)}`);
  // Its own objects stay as they are: the yardstick writes.
  execFileSync('git', ['clone', '-q', '--shared', clone, copy]);
  const target = git(copy, 'rev-parse', 'HEAD');
  return [await row(`conflict matrix of ${clone}, ${tips.length} branches`, copy, target, tips)];
};
