import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The path of one of the guard's modules beside this one: the single file that the build has made of
 * it, which loads faster, where that is newer than what tsc has written last.
 */
export function guardProgram(name: 'guard-hook' | 'guard-hook-main'): string {
  if (import.meta.url.endsWith('.ts')) return beside(`./${name}.ts`);
  const bundle = beside(`./${name}.bundle.js`);
  const made = writtenAt(bundle);
  return made > 0 && made >= writtenAt(beside('../.tsbuildinfo')) ? bundle : beside(`./${name}.js`);
}

const beside = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const writtenAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
