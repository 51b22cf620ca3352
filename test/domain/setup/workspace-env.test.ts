import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeBlock, PORTS_PER_BLOCK, seedOf } from '../../../src/domain/setup/port-block.ts';
import { slugOf, workspaceEnv } from '../../../src/domain/setup/workspace-env.ts';
import type { WorkspaceFacts } from '../../../src/domain/setup/workspace-env.ts';

const FACTS: WorkspaceFacts = {
  name: 'r1-core-1',
  path: '/w/app.fanin/r1-core-1',
  root: '/w/app',
  defaultBranch: 'main',
  port: 20_010,
};

describe('variables of a workspace', () => {
  it('are fanin’s own alone where no other tool’s file is there', () => {
    expect(workspaceEnv(FACTS, [])).toEqual({
      PORT: '20010',
      FANIN_PORT: '20010',
      FANIN_WORKSPACE_NAME: 'r1-core-1',
      FANIN_WORKSPACE_PATH: FACTS.path,
      FANIN_ROOT_PATH: '/w/app',
      FANIN_SLUG: slugOf(FACTS),
      COMPOSE_PROJECT_NAME: slugOf(FACTS),
    });
  });

  it('are those of every tool whose file is there', () => {
    expect(workspaceEnv(FACTS, ['codex', 'conductor', 'cursor', 'orca'])).toMatchObject({
      CODEX_WORKTREE_PATH: FACTS.path,
      CODEX_SOURCE_TREE_PATH: '/w/app',
      CONDUCTOR_WORKSPACE_NAME: 'r1-core-1',
      CONDUCTOR_WORKSPACE_PATH: FACTS.path,
      CONDUCTOR_ROOT_PATH: '/w/app',
      CONDUCTOR_DEFAULT_BRANCH: 'main',
      CONDUCTOR_PORT: '20010',
      ROOT_WORKTREE_PATH: '/w/app',
      ORCA_WORKTREE_PATH: FACTS.path,
      ORCA_ROOT_PATH: '/w/app',
    });
  });

  it('say nothing of what nobody knows', () => {
    const env = workspaceEnv({ ...FACTS, port: null, defaultBranch: null }, ['conductor']);
    expect(Object.keys(env).filter((name) => /PORT|BRANCH/u.test(name))).toEqual([]);
  });

  it('name databases so that any of them takes it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, path) => {
        expect(slugOf({ name, path })).toMatch(/^fanin_[a-z0-9_]{1,34}$/u);
      }),
    );
    expect(slugOf({ ...FACTS, path: '/other' })).not.toBe(slugOf(FACTS));
  });
});

describe('a block of ports', () => {
  it('is the same for the same name, and nobody else’s', () => {
    const taken = new Set<number>();
    const first = freeBlock(seedOf('a'), taken);
    expect(freeBlock(seedOf('a'), taken)).toBe(first);
    taken.add(first ?? 0);
    const second = freeBlock(seedOf('a'), taken);
    expect(Math.abs((second ?? 0) - (first ?? 0))).toBeGreaterThanOrEqual(PORTS_PER_BLOCK);
  });

  it('is always one that a program may listen on, below those that the system gives out', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const port = freeBlock(seed, new Set()) ?? 0;
        expect(port).toBeGreaterThan(1023);
        expect(port + PORTS_PER_BLOCK).toBeLessThanOrEqual(32_768);
        expect(port % PORTS_PER_BLOCK).toBe(0);
      }),
    );
  });

  it('ends: where all are taken there is none', () => {
    const taken = new Set<number>();
    for (let port = freeBlock(7, taken); port !== null; port = freeBlock(7, taken)) taken.add(port);
    expect(taken.size).toBe(1_200);
  });
});
