import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The path of the program `name` beside the module at `url` (its `import.meta.url`), built or not.
 * Where the build has put all that it loads into one file (scripts/bootstrap/bundle.mjs), that one:
 * it starts in half the time.
 */
export function programBeside(url: string, name: string): string {
  if (url.endsWith('.ts')) return beside(url, `./${name}.ts`);
  const bundle = beside(url, `./${name}.bundle.js`);
  const made = writtenAt(bundle);
  const isFresh = made > 0 && made >= writtenAt(beside(url, TSC_MEMORY));
  return isFresh ? bundle : beside(url, `./${name}.js`);
}

/** What tsc writes last; it is not published. */
const TSC_MEMORY = '../../../.tsbuildinfo';

const beside = (url: string, path: string): string => fileURLToPath(new URL(path, url));

const writtenAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
