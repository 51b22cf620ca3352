import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeRepo } from '../support/git-repo.ts';
import type { Files, TempRepo } from '../support/git-repo.ts';

/** What the scripted agent does, by task. */
export type Steps = Readonly<Record<string, readonly object[]>>;

/** How a repository with a scripted agent is made. */
export interface RobotOptions {
  readonly name?: string;
  /** Who reviews; default: the checks. */
  readonly review?: 'human' | 'checks';
  /** What holds the agents; default: nothing but a work copy of their own. */
  readonly isolation?: 'worktree' | 'sandbox';
  readonly steps?: Steps;
  /** The text of plan.yaml; default: none. */
  readonly plan?: string;
  readonly files?: Files;
}

/** A task that writes one file of its own: `src/<name>.txt`. */
export const writes = (name: string): readonly object[] => [
  { write: { path: `src/${name}.txt`, text: `${name}\n` } },
];

/** A repository whose agent follows a script, with one check that passes. */
export async function robotRepo(options: RobotOptions = {}): Promise<TempRepo> {
  const { name, plan, files = {}, steps = {}, review = 'checks' } = options;
  const { isolation = 'worktree' } = options;
  const config = [
    'checks: { there: test -f README.md }',
    `review: { by: ${review}, limit: 3 }`,
    'agents: { robot: { use: scripted, script: script.json } }',
    'defaults: { agent: robot }',
    `isolation: ${isolation}`,
  ];
  return makeRepo({
    ...(name === undefined ? {} : { name }),
    files: {
      'README.md': 'hello\n',
      'fanin.config.yaml': `${config.join('\n')}\n`,
      'script.json': JSON.stringify({ tasks: steps, default: [] }),
      ...(plan === undefined ? {} : { 'plan.yaml': plan }),
      ...files,
    },
  });
}

/** A plan of independent tasks that each write `src/<name>.txt`. */
export const planOf = (...names: readonly string[]): string =>
  `goal: Try\ntasks:\n${names.map((name) => `  ${name}: { prompt: Write ${name}, writes: [src/${name}.txt], size: 10m }\n`).join('')}`;

/** Replaces a file of the main checkout without committing it. */
export const overwrite = (repo: TempRepo, file: string, text: string): Promise<void> =>
  writeFile(join(repo.path, file), text);
