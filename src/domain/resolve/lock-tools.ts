/** A lock file, and who makes it anew from its manifest. Commands are given to `sh -c` in the folder of the lock. */
export interface LockTool {
  /** The lock's name, without a folder. */
  readonly lock: string;
  readonly program: string;
  /** Writes the lock, installs nothing, and runs no script of a package. */
  readonly regenerate: string;
  /** Fails where an install that may not change the lock would. */
  readonly gate: string;
  /** Reads a lock with a conflict's markers, and keeps what both sides had pinned. */
  readonly readsMarks: boolean;
  /** Files that it writes beside the lock. */
  readonly also: readonly string[];
}

const NPM_FLAGS = '--ignore-scripts --no-audit --no-fund';

const npmLock = (lock: string): LockTool => ({
  lock,
  program: 'npm',
  regenerate: `npm install --package-lock-only ${NPM_FLAGS}`,
  gate: `npm ci --dry-run ${NPM_FLAGS}`,
  readsMarks: true,
  also: [],
});

/** Yarn's later versions write their lock alone; the first one installs, too. */
const YARN_IS_LATER = 'grep -q __metadata yarn.lock';

const LOCK_TOOLS: readonly LockTool[] = [
  npmLock('package-lock.json'),
  npmLock('npm-shrinkwrap.json'),
  {
    lock: 'pnpm-lock.yaml',
    program: 'pnpm',
    regenerate: 'pnpm install --lockfile-only --no-frozen-lockfile --ignore-scripts',
    gate: 'pnpm install --frozen-lockfile --lockfile-only --ignore-scripts',
    readsMarks: true,
    also: [],
  },
  {
    lock: 'yarn.lock',
    program: 'yarn',
    regenerate: `if ${YARN_IS_LATER}; then yarn install --mode=update-lockfile; else yarn install --ignore-scripts --non-interactive; fi`,
    gate: `if ${YARN_IS_LATER}; then yarn install --immutable --mode=update-lockfile; else yarn install --frozen-lockfile --ignore-scripts --non-interactive; fi`,
    readsMarks: true,
    also: [],
  },
  {
    lock: 'Cargo.lock',
    program: 'cargo',
    regenerate: 'cargo update --workspace',
    gate: 'cargo metadata --locked --format-version 1 >/dev/null',
    readsMarks: false,
    also: [],
  },
  {
    lock: 'go.sum',
    program: 'go',
    regenerate: 'go mod tidy',
    gate: 'go mod verify',
    readsMarks: false,
    also: ['go.mod'],
  },
  {
    lock: 'poetry.lock',
    program: 'poetry',
    regenerate: 'poetry lock',
    gate: 'poetry check --lock',
    readsMarks: false,
    also: [],
  },
  {
    lock: 'uv.lock',
    program: 'uv',
    regenerate: 'uv lock',
    gate: 'uv lock --check',
    readsMarks: false,
    also: [],
  },
];

/** Who makes the lock file at that path; null: it is none, or nobody here can. */
export const lockToolFor = (path: string): LockTool | null => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return LOCK_TOOLS.find(({ lock }) => lock === name) ?? null;
};
