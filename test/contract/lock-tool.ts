import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../src/domain/delivery/delivery.ts';
import type { Client, Needs } from '../support/lock-clients.ts';
import { needsIn, pinsIn, relaxed } from '../support/lock-reading.ts';
import { lockScene } from '../support/lock-scene.ts';
import type { LockScene } from '../support/lock-scene.ts';
import { workspaceOf } from '../support/lock-workspaces.ts';

/** Pins of both sides, a lock that lacks something, and where it is made. */
type Part = 'pins' | 'lacks' | 'place';

/** What is special about a client, and which tests there are of it; by default all. */
export interface LockToolKind {
  readonly parts?: readonly Part[];
  /** Its frozen install takes a lock that lacks packages, and asks for them anew. */
  readonly isLax?: boolean;
}

/** What holds for every tool that makes locks, with the real program. */
export const lockToolContract = (
  name: Client,
  { parts = ['pins', 'lacks', 'place'], isLax = false }: LockToolKind = {},
): void => {
  // The real programs take a second each time they are started, and longer where others are at work.
  describe(name, { timeout: 120_000 }, () => {
    if (parts.includes('pins'))
      it('lands with the pins of both sides, as a frozen install takes it', () =>
        inScene(name, { hen: '1.0.0', oak: '1.0.0' }, pinsStay));
    if (parts.includes('lacks'))
      it('a lock that lacks what one side needs is caught, and made anew', () =>
        inScene(name, { ...BETWEEN, oak: '^1.0.0' }, (at) => lackIsCaught(at, isLax)));
    if (parts.includes('place'))
      it('is made where it lies, above or beside its manifests', () =>
        inScene(name, { hen: '1.0.0' }, isMadeInPlace));
  });
};

const inScene = async (
  name: Client,
  needs: Needs,
  test: (at: LockScene) => Promise<void>,
): Promise<void> => {
  const at = await lockScene(name, needs, { ranges: true });
  try {
    await test(at);
  } finally {
    await at.remove();
  }
};

const pinsStay = async (at: LockScene): Promise<void> => {
  const needs = { ash: '^1.0.0', hen: '1.0.0', oak: '^1.0.0' };
  const first = relaxed(await at.show(at.base, at.lock));
  const base = await at.deliver('c', await at.files(needs, first));
  const lock = await at.show(base.commit, at.lock);
  const newer = await at.files({ ...needs, ant: '1.0.0', bee: '1.0.0' }, lock);
  const pinned = relaxed(String(newer[at.lock]));
  const mine = { ...needs, ant: '^1.0.0' };
  const theirs = { ash: '^1.0.0', bee: '^1.0.0', elm: '^1.0.0', oak: '^1.0.0' };
  const a = await at.deliver('a', await at.files(mine, pinned), base.commit);
  const b = await at.deliver('b', await at.files(theirs, pinned), base.commit);
  const landed = await landedOf(at, base.commit, a, b);
  const text = await at.show(landed, at.lock);
  const names = ['oak', 'ant', 'bee', 'elm', 'hen'];
  const found = names.map((each) => pinsIn(at.name, text, each).join());
  expect(found).toEqual(['1.0.0', '1.0.0', '1.0.0', '1.0.0', '']);
  const manifest = await at.show(landed, at.client.manifest);
  expect(Object.keys(needsIn(at.name, manifest)).toSorted()).toEqual(
    names.slice(0, 4).concat('ash').toSorted(),
  );
  expect(await at.install(landed)).toBeNull();
  expect(await touchedBy(at, base.commit, landed)).toEqual(await touchedBy(at, base.commit, a, b));
};

/** Packages that keep the lines of two others apart, so that git merges what is done to these. */
const BETWEEN = { cat: '1.0.0', dog: '1.0.0', fox: '1.0.0', hen: '1.0.0' };

/** One side needs something that needs `oak`, and the other takes it away. */
const lackIsCaught = async (at: LockScene, isLax: boolean): Promise<void> => {
  const lock = await at.show(at.base, at.lock);
  const a = await at.deliver(
    'a',
    await at.files({ ash: '1.0.0', ...BETWEEN, oak: '^1.0.0' }, lock),
  );
  const b = await at.deliver('b', await at.files(BETWEEN, lock));
  const merge = await at.context.deps.repository.merge(a.commit, b.commit);
  const tree = merge.ok && merge.value.kind === 'clean' ? merge.value.tree : null;
  const plain = await at.repo.git('commit-tree', '-p', a.commit, '-m', 'plain', tree ?? '');
  expect((await at.install(plain)) === null).toBe(isLax);
  expect(await at.tried(plain, at.tool.gate)).not.toBeNull();
  const landed = await landedOf(at, at.base, a, b);
  expect(await at.quick(landed)).toBeNull();
  expect(await at.tried(landed, at.tool.gate)).toBeNull();
  const said = await at.repo.git('log', '-1', '--format=%b', landed);
  expect(said).toContain(`${at.lock} (lock): made anew by`);
};

const isMadeInPlace = async (at: LockScene): Promise<void> => {
  const { folder, files } = workspaceOf(at.name, at.index);
  const path = `${folder}${at.lock}`;
  const base = await at.deliver('c', await at.locked(files({}), folder));
  const lock = await at.show(base.commit, path);
  const [one, two] = [files({ one: 'ant' }), files({ two: 'bee' })];
  const a = await at.deliver('a', await at.locked(one, folder, lock), base.commit);
  const b = await at.deliver('b', await at.locked(two, folder, lock), base.commit);
  const landed = await landedOf(at, base.commit, a, b);
  expect(await at.quick(landed, folder)).toBeNull();
  expect(await at.tried(landed, at.tool.gate, folder)).toBeNull();
  const text = await at.show(landed, path);
  const found = ['ant', 'bee'].map((each) => pinsIn(at.name, text, each).length);
  expect(found).toEqual([1, 1]);
  expect(await touchedBy(at, base.commit, landed)).toEqual(await touchedBy(at, base.commit, a, b));
  const stale = await at.deliver('a', { ...one, [path]: lock }, base.commit);
  expect(await at.tried(stale.commit, at.tool.gate, folder)).not.toBeNull();
};

/** The commit with both, landed in this order. */
const landedOf = async (
  at: LockScene,
  onto: string,
  ...deliveries: readonly Delivery[]
): Promise<string> => {
  const { commits, leftOut } = await at.mergeOn(onto, ...deliveries);
  expect(leftOut).toEqual([]);
  return commits.at(-1)?.commit ?? '';
};

/** Paths that differ from a commit in any of these. */
const touchedBy = async (
  at: LockScene,
  from: string,
  ...commits: readonly (string | Delivery)[]
): Promise<readonly string[]> => {
  const ids = commits.map((each) => (typeof each === 'string' ? each : each.commit));
  const said = await Promise.all(ids.map((id) => at.repo.git('diff', '--name-only', from, id)));
  return [...new Set(said.flatMap((text) => text.split('\n')))].toSorted();
};
