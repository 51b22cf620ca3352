import { mkdir, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from './discover.ts';
import { git, gitLine } from './git.ts';
import { onObjects } from './object-access.ts';
import { operationUnderWay } from './operation.ts';
import { fields, pathText, someOf } from './paths.ts';
import { resolveCommit } from './refs.ts';
import { readFacts } from './repository-facts.ts';
import type { RepositoryFacts } from './repository-facts.ts';

type Step = (place: RepositoryPlace) => Promise<Failure | null>;

/**
 * Whether a run can start here. Codes: `git-missing`, `git-old`, `unsafe-directory`,
 * `bare-repository`, `no-commit`, `operation-in-progress`, `shallow-repository`,
 * `submodules-unsupported`, `case-collision`, `branch-in-the-way`, `git-readonly`, `disk-full`.
 */
export const preflight = async (
  place: RepositoryPlace,
): Promise<Result<RepositoryFacts, Failure>> => {
  const { basic, further } = steps();
  for (const step of [...basic, ...further]) {
    const found = await step(place);
    if (found !== null) return err(found);
  }
  return readFacts(place);
};

/**
 * Everything that keeps a run from starting here, with the codes of `preflight`; nothing: it can start.
 * Where git is of no use, or there is no commit, that alone.
 */
export const hindrances = async (place: RepositoryPlace): Promise<readonly Failure[]> => {
  const { basic, further } = steps();
  for (const step of basic) {
    const found = await step(place);
    if (found !== null) return [found];
  }
  const found = await Promise.all(further.map((step) => step(place)));
  return found.filter((each) => each !== null);
};

/** The further steps make sense only where the basic ones have found nothing. */
const steps = (): { readonly basic: readonly Step[]; readonly further: readonly Step[] } => ({
  basic: [checkVersion, checkOwner, checkCommit],
  further: [checkOperation, checkShallow, checkTree, checkNamespace, checkWritable],
});

const OLDEST = [2, 39] as const;

const checkVersion: Step = async (place) => {
  const said = await gitLine(place.root, ['version']);
  return said.ok ? tooOld(said.value) : said.error;
};

/** `git-old` when the line that `git version` prints names one before 2.39. */
export const tooOld = (line: string): Failure | null => {
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(line) ?? [];
  const version = [Number(major), Number(minor)] as const;
  const enough = version[0] > OLDEST[0] || (version[0] === OLDEST[0] && version[1] >= OLDEST[1]);
  if (enough) return null;
  return failure('git-old', `git ${major}.${minor} is too old: fanin needs 2.39 or newer.`, {
    hint: 'Install a newer git; fanin uses the first one on PATH.',
  });
};

/** Asked without naming the git folder: only then does git say what it would tell an agent. */
const checkOwner: Step = async (place) => {
  const answer = await gitLine(place.root, ['rev-parse', '--is-bare-repository']);
  if (!answer.ok) return answer.error;
  if (answer.value !== 'true') return null;
  return failure(
    'bare-repository',
    `git takes ${place.root} for a bare repository: core.bare is true in its config.`,
    {
      where: { file: join(place.commonDir, 'config') },
      hint: `If it is a checkout: git -C '${place.root}' config core.bare false`,
    },
  );
};

const checkCommit: Step = async (place) => {
  if ((await resolveCommit(place, 'HEAD')) !== null) return null;
  return failure('no-commit', `${place.root} has no commit yet: there is nothing to start from.`, {
    hint: 'Make a first commit: git add -A && git commit -m "first"',
  });
};

const checkOperation: Step = async (place) => {
  const operation = operationUnderWay(place.commonDir);
  if (operation === null) return null;
  return failure('operation-in-progress', `A ${operation.name} is under way in ${place.root}.`, {
    hint: `Finish it, or give it up: ${operation.abort}`,
  });
};

const checkShallow: Step = async (place) => {
  if (!existsSync(join(place.commonDir, 'shallow'))) return null;
  return failure(
    'shallow-repository',
    'This is a shallow clone: merging needs the history that it lacks.',
    {
      hint: 'git fetch --unshallow',
    },
  );
};

const checkTree: Step = async (place) => {
  const args = ['ls-tree', '-r', '-z', 'HEAD'];
  const listing = await git(place.commonDir, args, onObjects(place, { readOnly: true }));
  if (!listing.ok) return listing.error;
  const entries = fields(listing.value.stdout);
  const submodules = entries.filter((entry) => entry.subarray(0, 6).toString() === '160000');
  if (submodules.length > 0) return hasSubmodules(submodules.map(entryPath));
  const ignoresCase = existsSync(join(place.root, '.GIT'));
  return ignoresCase ? caseCollision(entries.map(entryPath)) : null;
};

const entryPath = (entry: Buffer): string => pathText(entry.subarray(entry.indexOf(TAB) + 1));
const TAB = 0x09;

const hasSubmodules = (found: readonly string[]): Failure =>
  failure(
    'submodules-unsupported',
    `The repository has submodules (${someOf(found)}), and fanin cannot isolate them yet.`,
    {
      hint: 'Run fanin inside the submodule’s own repository, or on a branch without submodules.',
    },
  );

/** `case-collision` when two paths differ in case alone, for file systems that cannot hold both. */
export const caseCollision = (tracked: readonly string[]): Failure | null => {
  const seen = new Map<string, string>();
  for (const path of tracked) {
    const folded = path.normalize('NFC').toLowerCase();
    const other = seen.get(folded);
    if (other !== undefined) {
      return failure(
        'case-collision',
        `${other} and ${path} are one file to this file system: every checkout would look changed.`,
        {
          hint: 'Rename one of them, or move the repository to a case-sensitive file system.',
        },
      );
    }
    seen.set(folded, path);
  }
  return null;
};

const checkNamespace: Step = async (place) => {
  const args = ['for-each-ref', '--format=%(refname)', 'refs/heads/fanin', 'refs/fanin'];
  const refs = await gitLine(place.commonDir, args, onObjects(place, { readOnly: true }));
  if (!refs.ok) return refs.error;
  const inTheWay = refs.value
    .split('\n')
    .find((ref) => ref === 'refs/heads/fanin' || ref === 'refs/fanin');
  if (inTheWay === undefined) return null;
  return failure(
    'branch-in-the-way',
    `${inTheWay} exists, and fanin’s own branches are named fanin/<run>/…: git cannot hold both.`,
    {
      hint: 'git branch -m fanin another-name',
    },
  );
};

/** `git-readonly` or `disk-full` when fanin cannot keep its state: tried, not asked. */
export const checkWritable: Step = async (place) => {
  const probe = join(place.stateDir, `.probe-${String(process.pid)}`);
  try {
    await mkdir(place.stateDir, { recursive: true });
    await writeFile(probe, 'fanin');
    await rm(probe);
    return null;
  } catch (error) {
    return notWritable(place, error);
  }
};

/** What a failed probe means. */
export const notWritable = (place: RepositoryPlace, error: unknown): Failure => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return failure('disk-full', `There is no space left for ${place.stateDir}.`, {
      hint: 'Free some space; fanin clean shows what workspaces use.',
    });
  }
  return failure('git-readonly', `fanin cannot write to ${place.stateDir} (${code}).`, {
    hint: 'It keeps its state there: make the .git folder writable for you, or use a clone that is.',
  });
};
