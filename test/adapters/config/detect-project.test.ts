import { describe, expect, it } from 'vitest';
import { detectProject } from '../../../src/adapters/config/detect-project.ts';
import { loadConfig } from '../../../src/adapters/config/load-config.ts';
import { renderConfig } from '../../../src/adapters/config/render-config.ts';
import { shown } from './shown.ts';
import { withFolder } from './temp-repo.ts';

type Files = Readonly<Record<string, string>>;

const guess = (files: Files) => detectProject((name) => Promise.resolve(files[name] ?? null));

const short = async (files: Files): Promise<readonly string[]> => {
  const { setup, checks } = await guess(files);
  return [
    ...setup.map(({ run }) => `setup: ${run}`),
    ...checks.map(({ name, run }) => `${name}: ${run}`),
  ];
};

const scripts = (...names: readonly string[]): string =>
  JSON.stringify({
    scripts: Object.fromEntries(names.map((name) => [name, 'x'])),
    dependencies: { a: '1' },
  });

describe('a project', () => {
  it.each<[string, Files, readonly string[]]>([
    ['of nothing known', { 'README.md': '' }, []],
    [
      'by npm',
      { 'package.json': scripts('lint', 'test'), 'package-lock.json': '{}' },
      ['setup: npm ci', 'test: npm test', 'lint: npm run lint'],
    ],
    [
      'by npm without a lock file',
      { 'package.json': scripts('build') },
      ['setup: npm install', 'build: npm run build'],
    ],
    [
      'without dependencies',
      { 'package.json': '{"scripts":{"test":"node --test"}}' },
      ['test: npm test'],
    ],
    [
      'by pnpm',
      { 'package.json': scripts('test', 'typecheck'), 'pnpm-lock.yaml': '' },
      ['setup: pnpm install --frozen-lockfile', 'test: pnpm test', 'typecheck: pnpm run typecheck'],
    ],
    [
      'by old yarn',
      { 'package.json': scripts('test'), 'yarn.lock': '' },
      ['setup: yarn install --frozen-lockfile', 'test: yarn test'],
    ],
    [
      'by new yarn',
      { 'package.json': '{"packageManager":"yarn@4.1.0","scripts":{"test":"x"}}', 'yarn.lock': '' },
      ['setup: yarn install --immutable', 'test: yarn test'],
    ],
    [
      'with the test that npm init writes',
      { 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
      [],
    ],
    ['with a broken package.json', { 'package.json': '{' }, []],
    ['with odd scripts', { 'package.json': '{"scripts":["test"]}' }, []],
    [
      'in Python with a list',
      { 'requirements.txt': 'pytest\n' },
      [
        'setup: python3 -m venv .venv && .venv/bin/pip install -r requirements.txt',
        'test: .venv/bin/python -m pytest',
      ],
    ],
    [
      'in Python by uv',
      { 'pyproject.toml': '[tool.pytest.ini_options]\n[tool.ruff]\n', 'uv.lock': '' },
      ['setup: uv sync --locked', 'test: uv run pytest', 'lint: uv run ruff check'],
    ],
    [
      'in Python by poetry',
      { 'pyproject.toml': '', 'poetry.lock': 'name = "pytest"' },
      ['setup: poetry install'],
    ],
    ['in Python with tox', { 'tox.ini': '[tox]' }, ['test: tox']],
    [
      'in Go',
      { 'go.mod': 'module x', 'go.sum': '' },
      ['setup: go mod download', 'test: go test ./...', 'lint: go vet ./...'],
    ],
    [
      'in Rust',
      { 'Cargo.toml': '', 'Cargo.lock': '' },
      ['setup: cargo fetch --locked', 'test: cargo test --locked'],
    ],
    [
      'with a Makefile',
      { Makefile: 'CC := gcc\ntest: all\n\t./run\ncheck:\nlint := x\n' },
      ['test: make test', 'check: make check'],
    ],
    [
      'where the Makefile only wraps',
      { Makefile: 'test:\n', 'go.mod': '' },
      ['test: go test ./...', 'lint: go vet ./...'],
    ],
    [
      'in two languages',
      { 'package.json': scripts('test'), 'package-lock.json': '', 'go.mod': '' },
      ['setup: npm ci', 'test: npm test', 'go-test: go test ./...', 'lint: go vet ./...'],
    ],
  ])('%s', async (_, files, expected) => {
    expect(await short(files)).toEqual(expected);
  });

  it('gives its reasons', async () => {
    const { setup, checks } = await guess({
      'package.json': scripts('test'),
      'package-lock.json': '',
    });
    expect([...setup, ...checks].map(({ reason }) => reason)).toEqual([
      'there is package-lock.json',
      'package.json has the script test',
    ]);
  });
});

describe('the config that is written', () => {
  it.each<[string, Files]>([
    ['for nothing', {}],
    ['for npm', { 'package.json': scripts('test', 'lint'), 'package-lock.json': '' }],
    ['for commands with signs that YAML knows', { 'requirements.txt': 'pytest: ruff' }],
    ['for two languages', { 'package.json': scripts('test'), 'go.mod': '', 'go.sum': '' }],
  ])('%s can be read, and says what was found', async (_, files) => {
    const found = await guess(files);
    const text = renderConfig(found);
    await withFolder({ 'fanin.config.yaml': text }, async (root) => {
      const loaded = await loadConfig(root);
      if (!loaded.ok) throw new Error(`${loaded.error.map(shown).join('\n')}\n${text}`);
      const { setup, checks } = loaded.value.config;
      const runs = found.setup.map(({ run }) => run);
      expect(setup?.run ?? '').toBe(runs.join(' && '));
      expect(checks.map(({ name, run }) => [name, run])).toEqual(
        found.checks.map(({ name, run }) => [name, run]),
      );
      for (const { reason } of [...found.setup, ...found.checks]) expect(text).toContain(reason);
    });
  });

  it('survives any command', async () => {
    const run = 'a "b" {c: d}, #e \'f\' && g: h\\';
    const check = { name: 'x', run, reason: 'two\nlines' };
    const text = renderConfig({ setup: [{ run, reason: 'r' }], checks: [check] });
    await withFolder({ 'fanin.config.yaml': text }, async (root) => {
      const loaded = await loadConfig(root);
      expect(loaded.ok && loaded.value.config.setup?.run).toBe(run);
      expect(loaded.ok && loaded.value.config.checks[0]?.run).toBe(run);
    });
  });
});
