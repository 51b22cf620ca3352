import { fileURLToPath } from 'node:url';

/** The path of the program `name` beside the module at `url` (its `import.meta.url`), built or not. */
export function programBeside(url: string, name: string): string {
  const extension = url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`./${name}.${extension}`, url));
}
