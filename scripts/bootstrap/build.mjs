import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly, step } from './step.mjs';

const CONFIGS = [
  'tsconfig.json',
  'tsconfig.base.json',
  'tsconfig.src.json',
  'package-lock.json',
  'scripts/bootstrap/bundle.mjs',
];

/** dist is fresh when it was built from sources with these contents. */
export function buildIsFresh(root) {
  return readStamp(root)?.hash === sourcesOf(root).hash;
}

/** Builds src into dist. The stamp is inside dist, as is tsc's own memory: both go when it goes. */
export async function build(root, node, env) {
  const sources = sourcesOf(root);
  const gone = readStamp(root)?.files.some((file) => !sources.files.includes(file)) ?? true;
  if (gone) rmSync(join(root, 'dist'), { recursive: true, force: true });
  const tsc = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  const args = [tsc, '-b', 'tsconfig.src.json'];
  const bundler = join(root, 'scripts', 'bootstrap', 'bundle.mjs');
  await step('Build', async () => {
    await runQuietly(node, args, { cwd: root, env, what: 'the build' });
    await runQuietly(node, [bundler], { cwd: root, env, what: 'the bundle' });
  });
  writeFileSync(stampFile(root), JSON.stringify(sources));
}

function stampFile(root) {
  return join(root, 'dist', '.stamp.json');
}

function readStamp(root) {
  const file = stampFile(root);
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // written in part: as good as none
  }
}

function sourcesOf(root) {
  const files = filesUnder(root, 'src').filter((file) => !file.endsWith('.test.ts'));
  const hash = createHash('sha256');
  for (const file of [...CONFIGS, ...files]) {
    const path = join(root, file);
    if (existsSync(path)) hash.update(`${file}\0`).update(readFileSync(path)).update('\0');
  }
  return { hash: hash.digest('hex'), files };
}

/** All files below, as sorted paths relative to root (readdir's own `recursive` needs Node 18.17). */
function filesUnder(root, folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const paths = entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesUnder(root, path) : [path];
  });
  // Node 18 has no toSorted.
  paths.sort();
  return paths;
}
