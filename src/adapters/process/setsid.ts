import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** setsid(1) on that PATH; null where there is none, or no /proc: there Node has to start processes. */
export const findSetsid = (path = ''): string | null =>
  existsSync('/proc/self/stat')
    ? (path
        .split(delimiter)
        .filter((folder) => folder !== '')
        .map((folder) => join(folder, 'setsid'))
        .find((file) => existsSync(file)) ?? null)
    : null;
