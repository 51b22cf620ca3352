import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';

/**
 * Where jscpd's own program lies: its package only finds it and starts it, through one more Node.
 * Codes: `no-copy-detector`.
 */
export const copyProgram = (
  resolve: (name: string) => string = createRequire(import.meta.url).resolve,
): Result<string, Failure> => {
  try {
    const manifest = resolve('jscpd/package.json');
    const beside = createRequire(manifest);
    const name = packageHere(beside('./platform-map.js'));
    if (name === null) return none('it has no program for this platform');
    const folder = dirname(beside.resolve(`${name}/package.json`));
    return ok(join(folder, 'bin', process.platform === 'win32' ? 'jscpd.exe' : 'jscpd'));
  } catch (error) {
    return none(error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error));
  }
};

/** The package with the program for this platform, by the package's own table; null: there is none. */
const packageHere = (map: unknown): string | null => {
  if (!isObject(map) || typeof map['getPlatformKey'] !== 'function') return null;
  const key: unknown = Reflect.apply(map['getPlatformKey'], map, []);
  const packages = map['PLATFORM_MAP'];
  const entry = isObject(packages) && typeof key === 'string' ? packages[key] : null;
  const name = isObject(entry) ? entry['packageName'] : null;
  return typeof name === 'string' ? name : null;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const none = (why: string): Result<never, Failure> =>
  err(
    failure('no-copy-detector', `jscpd is not here: ${why}`, {
      hint: 'reinstall fanin with its optional packages (npm install --include=optional)',
    }),
  );
