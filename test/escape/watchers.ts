import { discoverRepository } from '../../src/adapters/git/discover.ts';
import { diskWorld } from '../../src/adapters/guard/world.ts';
import { shellParser } from '../../src/adapters/shell/unbash.ts';
import {
  compareFingerprints,
  takeFingerprint,
} from '../../src/adapters/workspaces/worktree/fingerprint.ts';
import type { Fingerprint } from '../../src/adapters/workspaces/worktree/fingerprint.ts';
import { judgeCommand } from '../../src/domain/guard/interpreter.ts';
import { named } from './judge.ts';
import type { Row } from './row.ts';
import type { Scene } from './scene.ts';

const NOTHING = '–';

/** What the text guard says of a row's command, asked before it runs, with everything as literal text. */
export function guardOf(row: Row, scene: Scene): string {
  const { MAIN: main = '', WORK: workspace = '', USERHOME: home = '' } = scene.names;
  const gitDir = `${main}/.git`;
  const { verdict } = judgeCommand({
    command: named(row.run, scene, row.id),
    cwd: workspace,
    ground: {
      workspace,
      main,
      gitDir,
      neighbours: scene.folder,
      allowed: [],
      ownGit: false,
      branches: null,
      scope: null,
    },
    world: diskWorld({ HOME: home, ...scene.names }, gitDir),
    parse: shellParser.parse,
  });
  return verdict === 'allow' ? NOTHING : verdict;
}

/** The fingerprint of the checkout that the agent's worktree belongs to. */
export const fingerprintOf = async (scene: Scene): Promise<Fingerprint> => {
  const place = discoverRepository(scene.names['MAIN'] ?? '');
  if (!place.ok) throw new Error(place.error.message);
  return takeFingerprint(place.value);
};

/** What comparing two of them finds. */
export const changesBetween = (before: Fingerprint, after: Fingerprint): string => {
  const kinds = compareFingerprints(before, after, () => false).map(({ kind }) => kind);
  return kinds.length === 0 ? NOTHING : [...new Set(kinds)].join(', ');
};

/** Lets this process's git look into repositories of other users until the end. */
export const trustingAll = async <T>(work: () => Promise<T>): Promise<T> => {
  const before = { ...process.env };
  process.env['GIT_CONFIG_COUNT'] = '1';
  process.env['GIT_CONFIG_KEY_0'] = 'safe.directory';
  process.env['GIT_CONFIG_VALUE_0'] = '*';
  try {
    return await work();
  } finally {
    for (const name of ['GIT_CONFIG_COUNT', 'GIT_CONFIG_KEY_0', 'GIT_CONFIG_VALUE_0'])
      delete process.env[name];
    Object.assign(process.env, before);
  }
};
