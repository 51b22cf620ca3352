import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Files } from './git-repo.ts';
import { INDEXED, packageAt, tarballs } from './lock-packages.ts';
import type { IndexedPackage } from './lock-packages.ts';
import { goFiles, goProxy } from './lock-go.ts';

export type Client = 'npm' | 'pnpm' | 'yarn' | 'yarn-berry' | 'cargo' | 'go' | 'poetry';

/** What a project needs: names and versions. `1.0.0` is that very version, `^1.0.0` any later one of its line. */
export type Needs = Readonly<Record<string, string>>;

/** Where a client is tried out. */
export interface ClientPlace {
  /** A folder for its caches and whatever else it has outside the repository. */
  readonly tools: string;
  /** Of the index of packages. */
  readonly index: string;
  /** Packages come out of the index, so that there are ranges; else npm's clients have files in the repository. */
  readonly ranges: boolean;
}

/** What there is to know of a client to try it out. */
export interface LockClient {
  readonly lock: string;
  readonly manifest: string;
  /** An install that may not change the lock, for real. */
  readonly frozen: string;
  readonly env: (at: ClientPlace) => Readonly<Record<string, string>>;
  /** Files that are in the repository from the first. */
  readonly fixed: (at: ClientPlace) => Files;
  /** The manifest, and what of the sources goes with it. */
  readonly written: (needs: Needs, at: ClientPlace) => Files;
  /** The same without carrying it out, where that takes long. */
  readonly quick?: string;
  /** Writes the first lock, where that is another command than the one that writes it anew. */
  readonly first?: string;
  readonly beforehand?: (at: ClientPlace) => void;
}

const ROOT = join(import.meta.dirname, '..', '..');
const BIN = join(ROOT, 'node_modules', '.bin');

const withPath = (...folders: readonly string[]): string =>
  [...folders, process.env['PATH'] ?? ''].join(delimiter);

const sorted = (needs: Needs): readonly (readonly [string, string])[] =>
  Object.entries(needs).toSorted(([a], [b]) => (a < b ? -1 : 1));

const packageJson = (needs: Needs, { ranges }: ClientPlace): Files => {
  const dependencies = Object.fromEntries(
    sorted(needs).map(([name, version]) => [name, ranges ? version : packageAt(name, version)]),
  );
  const manifest = { name: 'app', version: '1.0.0', dependencies };
  return { 'package.json': `${JSON.stringify(manifest, null, 2)}\n` };
};

const npmLike = (lock: string, frozen: string) => ({
  lock,
  manifest: 'package.json',
  frozen,
  fixed: ({ ranges }: ClientPlace): Files => ({
    ...(ranges ? {} : tarballs()),
    '.gitignore': 'node_modules\n',
  }),
  written: packageJson,
});

const npmEnv = ({ index, ranges, tools }: ClientPlace) => ({
  npm_config_update_notifier: 'false',
  npm_config_cache: join(tools, 'npm'),
  ...(ranges ? { npm_config_registry: `${index}/npm/` } : { npm_config_offline: 'true' }),
});

const tomlLines = (needs: Needs): string =>
  sorted(needs)
    .map(([name, version]) => `${name} = "${version}"\n`)
    .join('');

/** Every package in every version, as `cargo vendor` would lay them out. */
const vendored = (): Files =>
  Object.fromEntries(
    INDEXED.flatMap((known) => known.versions.flatMap((version) => crate(known, version))),
  );

const crate = (
  { name, needs }: IndexedPackage,
  version: string,
): readonly (readonly [string, string])[] => {
  const folder = `vendor/${name}-${version}`;
  const sum = createHash('sha256').update(`${name} ${version}`).digest('hex');
  const table = needs.length === 0 ? '' : '\n[dependencies]\n';
  const manifest = `[package]\nname = "${name}"\nversion = "${version}"\nedition = "2018"\n${table}`;
  return [
    [
      `${folder}/Cargo.toml`,
      manifest + tomlLines(Object.fromEntries(needs.map((need) => [need, '1']))),
    ],
    [`${folder}/src/lib.rs`, ''],
    [`${folder}/.cargo-checksum.json`, JSON.stringify({ files: {}, package: sum })],
  ];
};

/** Rustup finds its toolchains by HOME, which tests have one of their own of. */
const RUSTUP_HOME = process.env['RUSTUP_HOME'] ?? join(process.env['HOME'] ?? '', '.rustup');

/** What is known of each. */
export const LOCK_CLIENTS: Readonly<Record<Client, LockClient>> = {
  npm: {
    ...npmLike('package-lock.json', 'npm ci --ignore-scripts --no-audit --no-fund'),
    env: (at) => ({ ...npmEnv(at), PATH: withPath(BIN) }),
  },
  pnpm: {
    ...npmLike('pnpm-lock.yaml', 'pnpm install --frozen-lockfile --ignore-scripts'),
    env: (at) => ({ ...npmEnv(at), PATH: withPath(BIN) }),
  },
  yarn: {
    ...npmLike('yarn.lock', 'yarn install --frozen-lockfile --ignore-scripts'),
    env: (at) => ({
      ...npmEnv(at),
      PATH: withPath(BIN),
      YARN_CACHE_FOLDER: join(at.tools, 'yarn'),
      YARN_REGISTRY: `${at.index}/npm/`,
    }),
  },
  'yarn-berry': {
    ...npmLike('yarn.lock', 'yarn install --immutable'),
    first: 'YARN_ENABLE_IMMUTABLE_INSTALLS=false yarn install --mode=update-lockfile',
    fixed: ({ ranges }) => ({
      ...(ranges ? {} : tarballs()),
      '.gitignore': 'node_modules\n.pnp.*\n.yarn/\n',
    }),
    env: ({ tools, index }) => ({
      PATH: withPath(join(tools, 'bin')),
      YARN_GLOBAL_FOLDER: join(tools, 'yarn'),
      YARN_NPM_REGISTRY_SERVER: `${index}/npm`,
      YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
      YARN_NPM_MINIMAL_AGE_GATE: '0',
      YARN_ENABLE_TELEMETRY: '0',
    }),
    beforehand: ({ tools }) => {
      mkdirSync(join(tools, 'bin'));
      const program = join(ROOT, 'node_modules', 'yarn-berry', 'bin', 'yarn.js');
      symlinkSync(program, join(tools, 'bin', 'yarn'));
    },
  },
  cargo: {
    lock: 'Cargo.lock',
    manifest: 'Cargo.toml',
    frozen: 'cargo build --locked --offline',
    env: ({ tools }) => ({
      CARGO_HOME: join(tools, 'cargo'),
      CARGO_NET_OFFLINE: 'true',
      RUSTUP_HOME,
    }),
    fixed: () => ({
      ...vendored(),
      'src/lib.rs': '',
      '.gitignore': 'target\n',
      '.cargo/config.toml':
        '[source.crates-io]\nreplace-with = "vendored"\n[source.vendored]\ndirectory = "vendor"\n',
    }),
    written: (needs) => ({
      'Cargo.toml': `[package]\nname = "app"\nversion = "1.0.0"\nedition = "2018"\n\n[dependencies]\n${tomlLines(
        Object.fromEntries(
          Object.entries(needs).map(([name, version]) => [name, version.replace(/^\d/u, '=$&')]),
        ),
      )}`,
    }),
  },
  go: {
    lock: 'go.sum',
    manifest: 'go.mod',
    frozen: 'go build -mod=readonly ./... && GOWORK=off go mod verify',
    env: ({ tools }) => ({
      GOPROXY: `file://${join(tools, 'proxy')}`,
      GONOSUMDB: '*',
      GOFLAGS: '-modcacherw',
      GOTOOLCHAIN: 'local',
      GOMODCACHE: join(tools, 'modules'),
      GOCACHE: join(tools, 'built'),
      GOWORK: '',
    }),
    fixed: () => ({ 'app.go': 'package app\n' }),
    written: (needs) =>
      goFiles(
        sorted(needs),
        INDEXED.map(({ name }) => name),
      ),
    beforehand: ({ tools }) => {
      goProxy(join(tools, 'proxy'));
    },
  },
  poetry: {
    lock: 'poetry.lock',
    manifest: 'pyproject.toml',
    frozen: 'poetry install --no-root -n',
    quick: 'POETRY_VIRTUALENVS_CREATE=false poetry install --dry-run --no-root -n',
    env: ({ tools }) => ({
      PYTHON_KEYRING_BACKEND: 'keyring.backends.null.Keyring',
      POETRY_CACHE_DIR: join(tools, 'poetry'),
      POETRY_VIRTUALENVS_IN_PROJECT: 'false',
      NO_PROXY: '127.0.0.1',
      no_proxy: '127.0.0.1',
    }),
    fixed: () => ({ '.gitignore': '__pycache__\n' }),
    written: (needs, { index }) => ({
      'pyproject.toml': `[tool.poetry]\nname = "app"\nversion = "1.0.0"\ndescription = ""\nauthors = []\n
[tool.poetry.dependencies]\npython = "^3.9"\n${tomlLines(needs)}
[[tool.poetry.source]]\nname = "local"\nurl = "${index}/simple/"\ndefault = true\n
[build-system]\nrequires = ["poetry-core"]\nbuild-backend = "poetry.core.masonry.api"\n`,
    }),
  },
};
