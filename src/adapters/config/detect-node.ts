import type { GuessedCommand, ProjectGuess, ReadRootFile } from './project-guess.ts';

/** A project with a package.json; null when there is none, or when it is not JSON. */
export async function detectNode(read: ReadRootFile): Promise<ProjectGuess | null> {
  const manifest = parseManifest(await read('package.json'));
  if (manifest === null) return null;
  const manager = await packageManager(read, manifest);
  const checks = SCRIPTS.flatMap((name) => {
    const script = manifest.scripts.get(name);
    if (script === undefined || PLACEHOLDER.test(script)) return [];
    const run = name === 'test' ? `${manager.name} test` : `${manager.name} run ${name}`;
    return [{ name, run, reason: `package.json has the script ${name}` }];
  });
  return { setup: manager.setup === null ? [] : [manager.setup], checks };
}

interface Manifest {
  readonly scripts: ReadonlyMap<string, string>;
  readonly packageManager: string;
  readonly hasDependencies: boolean;
}

const SCRIPTS = ['test', 'lint', 'typecheck', 'build'];

/** What `npm init` writes where there are no tests. */
const PLACEHOLDER = /no test specified/u;

const parseManifest = (text: string | null): Manifest | null => {
  if (text === null) return null;
  const value = parseJson(text);
  if (!isRecord(value)) return null;
  const { scripts, packageManager: manager } = value;
  const entries = isRecord(scripts) ? Object.entries(scripts) : [];
  return {
    scripts: new Map(
      entries.flatMap(([name, run]) => (typeof run === 'string' ? [[name, run]] : [])),
    ),
    packageManager: typeof manager === 'string' ? manager : '',
    hasDependencies: ['dependencies', 'devDependencies', 'optionalDependencies', 'workspaces'].some(
      (key) => value[key] !== undefined,
    ),
  };
};

const packageManager = async (
  read: ReadRootFile,
  manifest: Manifest,
): Promise<{ readonly name: string; readonly setup: GuessedCommand | null }> => {
  if ((await read('pnpm-lock.yaml')) !== null) {
    return by('pnpm', 'pnpm install --frozen-lockfile', 'pnpm-lock.yaml');
  }
  if ((await read('yarn.lock')) !== null) {
    const classic =
      (await read('.yarnrc.yml')) === null && !/^yarn@(?!1\.)/u.test(manifest.packageManager);
    return by(
      'yarn',
      classic ? 'yarn install --frozen-lockfile' : 'yarn install --immutable',
      'yarn.lock',
    );
  }
  for (const lock of ['package-lock.json', 'npm-shrinkwrap.json']) {
    if ((await read(lock)) !== null) return by('npm', 'npm ci', lock);
  }
  const name = /^(pnpm|yarn|npm)@/u.exec(manifest.packageManager)?.[1] ?? 'npm';
  if (!manifest.hasDependencies) return { name, setup: null };
  return by(name, `${name} install`, 'package.json with dependencies and no lock file');
};

const by = (name: string, run: string, seen: string): { name: string; setup: GuessedCommand } => ({
  name,
  setup: { run, reason: `there is ${seen}` },
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch {
    return null;
  }
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
