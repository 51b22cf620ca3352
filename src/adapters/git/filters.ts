import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { ConfigEntry } from './environment.ts';
import { readSettings } from './settings.ts';
import type { Setting } from './settings.ts';

/**
 * Configuration that takes the say over content filters away from what an agent can write: a
 * driver that the repository's own or the worktree's own config touches is as the user's and the
 * system's config define it, and does nothing where they do not. Git LFS, installed for the user,
 * stays.
 */
export const trustedFilters = async (
  gitDir: string,
): Promise<Result<readonly ConfigEntry[], Failure>> => {
  const settings = await readSettings(gitDir);
  return settings.ok ? ok(filtersIn(settings.value)) : settings;
};

/** The same from settings that were just read. */
export const filtersIn = (settings: readonly Setting[]): readonly ConfigEntry[] => {
  const keys = [...new Set(settings.filter(isOwn).map(({ key }) => key))].filter((key) =>
    FILTER.test(key),
  );
  const trusted = settings.filter((setting) => !isOwn(setting));
  // Only what was touched is set: an empty `process` would switch off the user's own `clean`, too.
  return keys.flatMap((key): readonly ConfigEntry[] => {
    const value = trusted.findLast((setting) => setting.key === key)?.value;
    if (value !== undefined) return [[key, value]];
    const [, driver = '', part] = FILTER.exec(key) ?? [];
    const off: ConfigEntry = [`filter.${driver}.required`, 'false'];
    return part === 'required' ? [off] : [[key, ''], off];
  });
};

/** The drivers that the repository's own config touches. */
export const localFilters = async (gitDir: string): Promise<Result<readonly string[], Failure>> => {
  const settings = await readSettings(gitDir);
  return settings.ok ? ok(touchedDrivers(settings.value)) : settings;
};

const FILTER = /^filter\.(.*)\.(clean|smudge|process|required)$/s;

const isOwn = ({ scope }: Setting): boolean => scope === 'local' || scope === 'worktree';

const touchedDrivers = (settings: readonly Setting[]): readonly string[] => {
  const names = settings.filter(isOwn).map(({ key }) => FILTER.exec(key)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
};
