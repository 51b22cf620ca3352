import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'guard');

/** A command of a list, and what is expected of it. */
export interface Listed {
  readonly command: string;
  readonly expect: 'allow' | 'block' | 'deny';
}

/** A list of test/fixtures/guard. */
export const listed = (name: 'commands' | 'attacks' | 'ordinary'): readonly Listed[] =>
  readFileSync(join(FOLDER, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ expect: 'allow', ...(JSON.parse(line) as { command: string }) }));
