import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discoverRepository } from '../../dist/adapters/git/discover.js';
import { gitRepository } from '../../dist/adapters/git/repository.js';
import { interleaved, median, spread } from './measure.mjs';

const FOLDERS = 400;
const FILES_EACH = 50;

/** The same by hand: where the target is, the merge, its commit, the transaction, what the target holds then. */
const BY_HAND = `set -e
t=$(git rev-parse "$1")
tree=$(git merge-tree --write-tree "$t" "$2")
c=$(git commit-tree "$tree" -p "$t" -p "$2" -m 'Land it')
printf 'start\\0update %s\\0%s\\0%s\\0create %s\\0%s\\0prepare\\0commit\\0' "$1" "$c" "$t" "$3" "$c" |
  git update-ref --create-reflog -m landing --stdin -z >/dev/null
test "$(git rev-parse "$1^{tree}")" = "$tree"
`;

/**
 * Wall time of one landing (asked, merged, committed, moved by compare-and-swap) in a repository of 20,000
 * files, without its checks, against the same five git commands in a shell. Each lands another delivery of
 * the same size on a target of its own.
 */
export const benchLanding = async (pairs = 20) => {
  const before = { ...process.env };
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
    const { repo, deliveries } = repositoryWith(folder, 2 * pairs + 2);
    const land = await landingsOf(repo);
    const ours = async () => timed(() => land(deliveries.pop()));
    const theirs = async () => timed(() => byHand(repo, deliveries.pop()));
    await ours();
    await theirs();
    const { left, right } = await interleaved(pairs, ours, theirs);
    return [
      {
        name: `a landing, ${FOLDERS * FILES_EACH} files (${spread(left)}; ${pairs} pairs)`,
        value: median(left),
        unit: 'ms',
        baseline: { name: `five git commands in a shell (${spread(right)})`, value: median(right) },
        ratio: median(left.map((ms, index) => ms / right[index])),
        goal: '≤ 1.3',
      },
    ];
  } finally {
    process.env = before;
    rmSync(folder, { recursive: true, force: true });
  }
};

const timed = async (work) => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const git = (cwd, ...args) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();

/** Deliveries that change two files each, in places of their own. */
const repositoryWith = (folder, count) => {
  const repo = join(folder, 'app');
  execFileSync('git', ['init', '-q', '-b', 'main', repo]);
  git(repo, 'config', 'gc.auto', '0');
  for (let at = 0; at < FOLDERS; at += 1) {
    mkdirSync(join(repo, `d${at}`));
    for (let file = 0; file < FILES_EACH; file += 1)
      writeFileSync(join(repo, `d${at}`, `f${file}.txt`), `d${at} f${file}\n`);
  }
  git(repo, 'add', '-A');
  git(repo, 'commit', '-q', '-m', 'files');
  git(repo, 'gc', '-q');
  const deliveries = Array.from({ length: count }, (_, k) => {
    git(repo, 'switch', '-q', '--detach', 'main');
    for (const file of [`d${k}/f1.txt`, `d${k}/f2.txt`]) writeFileSync(join(repo, file), `${k}\n`);
    git(repo, 'commit', '-q', '-a', '-m', `delivery ${k}`);
    return { name: `task-${k}`, commit: git(repo, 'rev-parse', 'HEAD') };
  });
  git(repo, 'switch', '-q', 'main');
  for (const target of ['ours', 'theirs']) git(repo, 'branch', `target/${target}`, 'main');
  return { repo, deliveries };
};

/** As the engine lands: `engine/effects/merge-group` and `land`. */
const landingsOf = async (repo) => {
  const repository = gitRepository(valueOf(discoverRepository(repo)));
  const targetRef = 'refs/heads/target/ours';
  let [from] = await repository.resolve([targetRef]);
  return async ({ name, commit }) => {
    const ref = `refs/fanin/ours/landed/${name}`;
    await repository.resolve([targetRef]);
    const { tree } = valueOf(await repository.merge(from, commit));
    const to = valueOf(await repository.commit(tree, [from, commit], 'Land it\n'));
    const landed = [{ ref, commit: to }];
    valueOf(await repository.land({ targetRef, from, to, tree, landed }));
    from = to;
  };
};

const byHand = (repo, { name, commit }) =>
  execFileSync(
    '/bin/sh',
    ['-c', BY_HAND, 'land', 'refs/heads/target/theirs', commit, `refs/fanin/theirs/landed/${name}`],
    { cwd: repo, stdio: ['ignore', 'ignore', 'inherit'] },
  );

const valueOf = (result) => {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};
