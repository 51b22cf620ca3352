import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

let known: string | null = null;

/**
 * The host or container whose table of processes this one sees: only there can be told who lives.
 * Stays the same over boots. `''` where nothing stable names it (macOS).
 */
export function place(): string {
  known ??= (read('/etc/machine-id') || nameOfContainer()).replaceAll(/[^A-Za-z0-9._-]/g, '');
  return known;
}

/** A container without an id of its own has a name that no other one has. */
function nameOfContainer(): string {
  return process.platform === 'linux' ? hostname() : '';
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
