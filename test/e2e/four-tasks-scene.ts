import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { cleanEnv } from '../support/built-cli.ts';
import { killProcessesOf } from '../support/processes.ts';
import { fourTaskPlan, STRAY_COMMAND } from './four-tasks.ts';
import { cloneThisRepository, gitWith, THIS_REPOSITORY } from './this-repository.ts';

/** A clone of this repository that is set up for fanin, in a temp folder of its own. */
export interface Scene {
  /** Real path of the folder that holds everything, workspaces and HOME included. */
  readonly folder: string;
  /** The main checkout. */
  readonly path: string;
  /** Where workspaces are made. */
  readonly workspaces: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs git in the main checkout. */
  readonly git: (...args: readonly string[]) => string;
  /** Ends what still runs in it and removes it. */
  readonly remove: () => void;
}

/** What an agent is started with. */
export interface SceneAgent {
  /** The Claude Code binary. */
  readonly claude: string;
  /** Where the scripted model listens. */
  readonly modelUrl: string;
}

/** Clones, writes config and plan, and commits them. */
export function makeScene(agent: SceneAgent): Scene {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fanin-four-')));
  const [path, home, temp] = [join(folder, 'fanin'), join(folder, 'home'), join(folder, 'tmp')];
  for (const each of [home, temp]) mkdirSync(each);
  // The clone's source may belong to somebody else than the one who tests.
  writeFileSync(join(home, '.gitconfig'), '[safe]\n\tdirectory = *\n');
  const env = cleanEnv(home, temp);
  const git = gitWith(env);
  cloneThisRepository(git, path);
  giveTitle(join(path, 'README.md'));
  writeFileSync(join(path, 'fanin.config.yaml'), stringify(config(agent)));
  writeFileSync(join(path, 'plan.yaml'), stringify(fourTaskPlan()));
  git(path, 'add', '-A');
  git(path, 'commit', '-q', '-m', 'Work with fanin');
  return {
    folder,
    path,
    workspaces: `${path}.fanin`,
    env,
    git: (...args) => git(path, ...args),
    remove: () => {
      killProcessesOf(folder);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Two of the tasks write below the README's title, its first line. */
function giveTitle(readme: string): void {
  const text = existsSync(readme) ? readFileSync(readme, 'utf8') : '';
  if (!text.startsWith('# ')) writeFileSync(readme, `# fanin\n\n${text}`);
}

/** Real set-up, real checks, people review. Four may wait for them, so that all four start at once. */
const config = ({ claude, modelUrl }: SceneAgent) => ({
  setup: `mkdir -p node_modules && ln -sfn ${PACKAGES}/* ${PACKAGES}/.bin node_modules/`,
  checks: {
    types: 'node_modules/.bin/tsc -p tsconfig.src.json --noEmit',
    unit: 'node_modules/.bin/vitest run --project unit test/domain/plan/scope.test.ts test/domain/attempt-of-run.test.ts',
  },
  review: { by: 'human', limit: 4 },
  isolation: 'worktree',
  agents: {
    claude: {
      use: 'claude-code',
      run: claude,
      model: 'claude-sonnet-4-5',
      args: ['--allowedTools', `Bash(${STRAY_COMMAND})`],
      env: {
        ANTHROPIC_BASE_URL: modelUrl,
        ANTHROPIC_API_KEY: 'sk-fake-local',
        // Nothing but the scripted model is talked to.
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_TELEMETRY: '1',
        DISABLE_ERROR_REPORTING: '1',
      },
    },
  },
  defaults: { agent: 'claude', deadline: '2m' },
});

/** The packages of this checkout, quoted for a shell. */
const PACKAGES = `'${join(THIS_REPOSITORY, 'node_modules').replaceAll("'", String.raw`'\''`)}'`;

/** What must not change in the main checkout while agents work. */
export const checkoutOf = ({ git, path }: Scene) => ({
  head: git('rev-parse', 'HEAD'),
  branch: git('symbolic-ref', 'HEAD'),
  status: git('status', '--porcelain', '--untracked-files=all'),
  stash: git('stash', 'list'),
  index: createHash('sha256')
    .update(readFileSync(join(path, '.git', 'index')))
    .digest('hex'),
  config: readFileSync(join(path, '.git', 'config'), 'utf8'),
});
