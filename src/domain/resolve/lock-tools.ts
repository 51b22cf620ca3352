import type { EntryForm } from './lock-entries.ts';

/** A lock file, and who makes it anew from its manifest. Commands are given to `sh -c` in the folder of the lock. */
export interface LockTool {
  /** The lock's name, without a folder. */
  readonly lock: string;
  readonly program: string;
  /** Writes the lock, and runs no script of a package. */
  readonly regenerate: string;
  /** Fails where an install that may not change the lock would. */
  readonly gate: string;
  /**
   * How both sides' pins are brought together for it: `marks`, it reads a conflict's markers itself; else entry by entry,
   * for a tool that cannot.
   */
  readonly reads: 'marks' | EntryForm;
  /** Files that it writes beside the lock. */
  readonly also: readonly string[];
}

const NPM_FLAGS = '--ignore-scripts --no-audit --no-fund';

const npmLock = (lock: string): LockTool => ({
  lock,
  program: 'npm',
  regenerate: `npm install --package-lock-only ${NPM_FLAGS}`,
  gate: `npm ci --dry-run ${NPM_FLAGS}`,
  reads: 'marks',
  also: [],
});

/**
 * Two programs are called `yarn`, and each would write its own kind of lock over the other's. Sets `later` where
 * it is the second one (2 and up).
 */
const YARN_BY_LOCK = `version=$(yarn --version) || exit 1
case $version in [01].*) later= ;; *) later=yes ;; esac
if grep -q '^__metadata:' yarn.lock; then wanted=yes; else wanted=; fi
[ "$later" = "$wanted" ] || { echo "yarn $version does not write this kind of yarn.lock"; exit 1; }`;

/**
 * The first yarn cannot write its lock without installing: into a folder of its own, so that modules of the set-up are
 * left alone.
 */
const YARN_1 =
  'rm -rf .fanin-modules && yarn install --ignore-scripts --non-interactive --modules-folder .fanin-modules';

/** Where CI is set, later versions would not write the lock. */
const YARN_WRITES = 'YARN_ENABLE_IMMUTABLE_INSTALLS=false yarn install --mode=update-lockfile';

/**
 * The first yarn's `--frozen-lockfile` takes a lock that lacks what packages need, and with workspaces what they
 * themselves need: its lock must come out as it is when it is written.
 */
const YARN_GATE = `if [ "$later" ]; then yarn install --immutable --mode=skip-build
else cp yarn.lock .fanin-lock && ${YARN_1} && cmp yarn.lock .fanin-lock; fi`;

/**
 * `go mod verify` looks at the module cache and takes a `go.sum` without lines; a build does not. What is wrong with
 * packages and not with modules (a file to embed that is not made yet) is for the checks.
 */
const GO_GATE = `found=$(GOWORK=off go list -e -mod=readonly -deps -test -f '{{with .Error}}{{println .}}{{end}}' ./...) || exit 1
! printf '%s\\n' "$found" | grep -E 'go\\.(mod|sum)|module' || exit 1
[ ! -f vendor/modules.txt ] || GOWORK=off go list -e -mod=vendor -deps ./... >/dev/null`;

/** Poetry 1 moves every pin unless it is told not to; poetry 2 does not know the flag, nor the older form of the check. */
const POETRY_KEEPS =
  'if poetry lock --help | grep -q -e --no-update; then poetry lock --no-update -n; else poetry lock -n; fi';
/** The check compares a hash of the manifest and nothing else: only an install finds what the lock lacks. */
const POETRY_CHECK = `if poetry check --help | grep -q -e --lock; then poetry check --lock -n; else poetry lock --check -n; fi || exit 1
POETRY_VIRTUALENVS_CREATE=false poetry install --dry-run --no-root -n`;

const LOCK_TOOLS: readonly LockTool[] = [
  npmLock('package-lock.json'),
  npmLock('npm-shrinkwrap.json'),
  {
    lock: 'pnpm-lock.yaml',
    program: 'pnpm',
    regenerate: 'pnpm install --lockfile-only --no-frozen-lockfile --ignore-scripts',
    // With `--lockfile-only` it takes a lock that lacks packages.
    gate: 'pnpm install --frozen-lockfile --ignore-scripts --modules-dir .fanin-modules',
    reads: 'marks',
    also: [],
  },
  {
    lock: 'yarn.lock',
    program: 'yarn',
    regenerate: `${YARN_BY_LOCK}\nif [ "$later" ]; then ${YARN_WRITES}; else ${YARN_1}; fi`,
    gate: `${YARN_BY_LOCK}\n${YARN_GATE}`,
    // The later one would read markers, but only where git is in the midst of the merge.
    reads: 'blocks',
    also: [],
  },
  {
    lock: 'Cargo.lock',
    program: 'cargo',
    regenerate: 'cargo update --workspace',
    gate: 'cargo metadata --locked --format-version 1 >/dev/null',
    reads: 'tables',
    also: [],
  },
  {
    lock: 'go.sum',
    program: 'go',
    regenerate: 'go mod tidy',
    gate: GO_GATE,
    reads: 'lines',
    also: ['go.mod'],
  },
  {
    lock: 'poetry.lock',
    program: 'poetry',
    regenerate: POETRY_KEEPS,
    gate: POETRY_CHECK,
    reads: 'tables',
    also: [],
  },
  {
    lock: 'uv.lock',
    program: 'uv',
    regenerate: 'uv lock',
    gate: 'uv lock --check',
    reads: 'tables',
    also: [],
  },
];

/** Who makes the lock file at that path; null: it is none, or nobody here can. */
export const lockToolFor = (path: string): LockTool | null => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return LOCK_TOOLS.find(({ lock }) => lock === name) ?? null;
};
