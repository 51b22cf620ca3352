/** Files at a tree's root that pin what a set-up installs: when none of them changed, it need not run again. */
export const LOCK_FILES: readonly string[] = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'package.json',
  'requirements.txt',
  'pyproject.toml',
  'poetry.lock',
  'uv.lock',
  'Pipfile.lock',
  'go.sum',
  'go.mod',
  'Cargo.lock',
  'Cargo.toml',
  'Gemfile.lock',
];
