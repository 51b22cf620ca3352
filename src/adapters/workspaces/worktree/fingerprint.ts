import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../../domain/attempt/attempt.ts';
import type { RepositoryPlace } from '../../git/discover.ts';
import type { ConfigEntry } from '../../git/environment.ts';
import { filtersIn } from '../../git/filters.ts';
import { gitAll } from '../../git/git.ts';
import type { GitCommand } from '../../git/git.ts';
import { onTree } from '../../git/object-access.ts';
import { paths } from '../../git/paths.ts';
import { ANY_ANSWER } from '../../git/refs.ts';
import { readSettings } from '../../git/settings.ts';
import type { Setting } from '../../git/settings.ts';
import { namesIn, readSmall, statOf } from '../../git/small-file.ts';
import { isObject } from '../records.ts';
import { refListing, refsIn, sharedFindings, sharedState } from '../shared-state.ts';
import type { OwnDoing, SharedState } from '../shared-state.ts';

/** What all work copies share, in hashes: values may be secrets. */
export interface Fingerprint {
  /** Setting → hash of its values. */
  readonly config: Readonly<Record<string, string>>;
  /** Hooks, `info/exclude`, `info/attributes` and `config.worktree` → hash of the content. */
  readonly files: Readonly<Record<string, string>>;
  readonly stash: string | null;
  /** The main checkout: HEAD, and every file that no commit holds → state, size and time. */
  readonly head: string;
  readonly dirty: Readonly<Record<string, string>>;
  /** Null: it was taken by an older version. */
  readonly shared: SharedState | null;
}

/** Takes the fingerprint. What cannot be read shows as `?`, which is a value like any other. */
export const takeFingerprint = async (place: RepositoryPlace): Promise<Fingerprint> => {
  const settings = await readSettings(place.commonDir);
  const { stash, head, status, shared } = await stateOf(place, settings.ok ? settings.value : null);
  return {
    config: settings.ok ? configOf(place, settings.value) : unreadableConfig(place),
    files: filesOf(place),
    stash,
    head,
    dirty: status === null ? { '?': '?' } : dirtyIn(place, status),
    shared,
  };
};

interface State {
  readonly stash: string | null;
  readonly head: string;
  /** What `git status` says; null where it cannot, or where nobody knows which programs it would start. */
  readonly status: Buffer | null;
  readonly shared: SharedState;
}

const stateOf = async (
  place: RepositoryPlace,
  settings: readonly Setting[] | null,
): Promise<State> => {
  const listing = refListing(place);
  const answers = await gitAll(
    settings === null ? [listing] : [listing, statusOf(place, filtersIn(settings))],
  );
  const [listed = null, status = null] = answers.ok ? answers.value : [];
  const refs = refsIn(listed);
  return {
    stash: refs.get('refs/stash') ?? null,
    head: headText(place, refs),
    status: status?.exit === 0 ? status.stdout : null,
    shared: sharedState(place, refs),
  };
};

/** What HEAD says, and the commit that this comes to. */
const headText = (place: RepositoryPlace, refs: ReadonlyMap<string, string>): string => {
  const text = readSmall(join(place.commonDir, 'HEAD'))?.trim() ?? '?';
  const commit = text.startsWith('ref: ') ? refs.get(text.slice('ref: '.length)) : text;
  return `${text} ${commit ?? '?'}`;
};

const statusOf = (place: RepositoryPlace, config: readonly ConfigEntry[]): GitCommand => ({
  cwd: place.root,
  args: ['status', '--porcelain=v1', '-z', '--no-renames'],
  options: onTree(place.commonDir, place.root, { readOnly: true, config, exits: ANY_ANSWER }),
});

const sha = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** The repository's own file alone: what it includes lies elsewhere. */
const configOf = (
  place: RepositoryPlace,
  settings: readonly Setting[],
): Readonly<Record<string, string>> => {
  const origin = `file:${join(place.commonDir, 'config')}`;
  const values = new Map<string, string>();
  for (const setting of settings) {
    if (setting.origin !== origin) continue;
    values.set(setting.key, `${values.get(setting.key) ?? ''}\0${setting.key}\n${setting.value}`);
  }
  return Object.fromEntries([...values].map(([key, value]) => [key, sha(value)]));
};

const unreadableConfig = (place: RepositoryPlace): Readonly<Record<string, string>> => ({
  '?': sha(readSmall(join(place.commonDir, 'config')) ?? ''),
});

const filesOf = (place: RepositoryPlace): Readonly<Record<string, string>> => {
  const hooks = namesIn(join(place.commonDir, 'hooks'))
    .filter((name) => !name.endsWith('.sample'))
    .map((name) => `hooks/${name}`);
  const found: Record<string, string> = {};
  for (const name of [...hooks, 'info/exclude', 'info/attributes', 'config.worktree']) {
    const content = bytesOf(join(place.commonDir, name));
    if (content !== null) found[name] = sha(content);
  }
  return found;
};

const bytesOf = (path: string): Buffer | null => {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
};

const dirtyIn = (place: RepositoryPlace, status: Buffer): Readonly<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const line of paths(status)) {
    const path = line.slice(3);
    const info = statOf(join(place.root, path));
    found[path] =
      `${line.slice(0, 2)} ${String(info?.size ?? '-')} ${String(info?.mtimeMs ?? '-')}`;
  }
  return found;
};

/** What changed between two fingerprints. Nobody can tell who did it: other attempts and people were there too. */
export const compareFingerprints = (
  before: Fingerprint,
  after: Fingerprint,
  isOwn: OwnDoing,
): readonly Finding[] => [
  ...configFindings(before, after),
  ...stashFindings(before, after),
  ...checkoutFindings(before, after),
  ...(before.shared === null || after.shared === null
    ? []
    : sharedFindings(before.shared, after.shared, isOwn)),
];

/** Settings that git and its helpers write by themselves, and that start no program. */
const HARMLESS =
  /^(branch\..*|lfs\.(?!.*customtransfer).*|remote\..*\.(url|pushurl|fetch|tagopt|lastfetch|gh-resolved))$/s;

const configFindings = (before: Fingerprint, after: Fingerprint): readonly Finding[] => {
  const settings = differing(before.config, after.config);
  const telling = settings.filter((key) => !HARMLESS.test(key));
  const files = differing(before.files, after.files);
  const names = [...telling, ...files];
  const blocking: readonly Finding[] = names.map((name) => ({
    kind: 'shared-config-changed',
    text: `${name} of the shared repository changed while this attempt ran. git runs programs that its configuration names: look at it before you go on.`,
    path: name,
    blocks: true,
  }));
  const harmless = settings.filter((key) => HARMLESS.test(key));
  if (harmless.length === 0) return blocking;
  const text = `Settings of the shared repository changed while this attempt ran: ${harmless.join(', ')}.`;
  return [...blocking, { kind: 'shared-config-changed', text, blocks: false }];
};

const stashFindings = (before: Fingerprint, after: Fingerprint): readonly Finding[] => {
  if (before.stash === after.stash) return [];
  const text =
    'The stash changed while this attempt ran. All work copies share one: what was pushed may be in `git stash list`, and what was popped may have been somebody else’s.';
  return [{ kind: 'stash-changed', text, blocks: false }];
};

const checkoutFindings = (before: Fingerprint, after: Fingerprint): readonly Finding[] => {
  const files = differing(before.dirty, after.dirty);
  const moved = before.head !== after.head;
  if (!moved && files.length === 0) return [];
  const shown = files.slice(0, 5).join(', ') + (files.length > 5 ? ' …' : '');
  const what = [...(moved ? ['HEAD'] : []), ...(files.length > 0 ? [shown] : [])].join(', ');
  const text = `The main checkout changed while this attempt ran: ${what}. If that was not you, the agent wrote outside its workspace.`;
  return [{ kind: 'main-checkout-changed', text, blocks: false }];
};

const differing = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => before[key] !== after[key])
    .toSorted();

/** Reads the one in `prepared.json`. */
export const readFingerprint = (record: unknown): Fingerprint | null => {
  const value = isObject(record) ? record['fingerprint'] : null;
  return isObject(value) &&
    isObject(value['config']) &&
    isObject(value['files']) &&
    isObject(value['dirty'])
    ? ({ shared: null, ...value } as unknown as Fingerprint)
    : null;
};
