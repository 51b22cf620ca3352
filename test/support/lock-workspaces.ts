import type { Files } from './git-repo.ts';
import type { Client } from './lock-clients.ts';

/** A repository with more than one package. */
export interface WorkspaceShape {
  /** Where the lock lies, `''` or with a slash at its end. */
  readonly folder: string;
  /** Two deliveries add a package each, in places of their own where one lock is for more than one manifest. */
  readonly files: (added: { readonly one?: string; readonly two?: string }) => Files;
}

const packageJson = (name: string, added: string | undefined): string => {
  const dependencies = { ...(added === undefined ? {} : { [added]: '^1.0.0' }), hen: '^1.0.0' };
  return `${JSON.stringify({ name, version: '1.0.0', dependencies }, null, 2)}\n`;
};

const npmWorkspaces: WorkspaceShape = {
  folder: '',
  files: ({ one, two }) => ({
    'package.json': `${JSON.stringify({ name: 'all', private: true, workspaces: ['packages/*'] }, null, 2)}\n`,
    'packages/one/package.json': packageJson('one', one),
    'packages/two/package.json': packageJson('two', two),
  }),
};

const pnpmWorkspaces: WorkspaceShape = {
  folder: '',
  files: (added) => ({
    ...npmWorkspaces.files(added),
    'package.json': '{ "name": "all", "private": true }\n',
    'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
  }),
};

const crate = (name: string, added: string | undefined): string => {
  const line = added === undefined ? '' : `${added} = "1"\n`;
  return `[package]\nname = "${name}"\nversion = "1.0.0"\nedition = "2018"\n\n[dependencies]\n${line}hen = "1"\n`;
};

const cargoWorkspace: WorkspaceShape = {
  folder: 'rust/',
  files: ({ one, two }) => ({
    'rust/Cargo.toml': '[workspace]\nmembers = ["one", "two"]\n',
    'rust/one/Cargo.toml': crate('one', one),
    'rust/one/src/lib.rs': '',
    'rust/two/Cargo.toml': crate('two', two),
    'rust/two/src/lib.rs': '',
  }),
};

const goImport = (name: string | undefined): string =>
  `package one\n${name === undefined ? '' : `\nimport _ "example.com/${name}"\n`}`;

/** Each module has a lock of its own, and both deliveries are at work in one of them. */
const goWorkspace: WorkspaceShape = {
  folder: 'one/',
  files: ({ one, two }) => {
    const needs = [one, 'hen', two].flatMap((name) => name ?? []);
    const lines = needs.map((name) => `\texample.com/${name} v1.0.0\n`).join('');
    return {
      'go.work': 'go 1.19\n\nuse (\n\t./one\n\t./two\n)\n',
      'one/go.mod': `module example.com/one\n\ngo 1.19\n\nrequire (\n${lines})\n`,
      'one/hen.go': goImport('hen'),
      'one/first.go': goImport(one),
      'one/second.go': goImport(two),
      'two/go.mod': 'module example.com/two\n\ngo 1.19\n',
      'two/two.go': 'package two\n',
    };
  },
};

const poetryFolder = (index: string): WorkspaceShape => ({
  folder: 'py/',
  files: ({ one, two }) => ({
    'py/pyproject.toml': `[tool.poetry]\nname = "app"\nversion = "1.0.0"\ndescription = ""\nauthors = []\n
[tool.poetry.dependencies]\npython = "^3.9"\n${[one, 'hen', two].map((name) => (name === undefined ? '' : `${name} = "1.0.0"\n`)).join('')}
[[tool.poetry.source]]\nname = "local"\nurl = "${index}/simple/"\ndefault = true\n`,
  }),
});

/** How it looks for a client whose index is at `index`. */
export const workspaceOf = (client: Client, index: string): WorkspaceShape => {
  if (client === 'poetry') return poetryFolder(index);
  if (client === 'go') return goWorkspace;
  if (client === 'cargo') return cargoWorkspace;
  return client === 'pnpm' ? pnpmWorkspaces : npmWorkspaces;
};
