import type { IsolationLevel } from '../domain/attempt/attempt.ts';
import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import { err } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import type { Workspaces } from '../ports/workspaces.ts';

/** The workspaces of each level; null: this host proves no such level. */
export type Levels = Readonly<Record<IsolationLevel, Workspaces | null>>;

/** Gives each attempt to the workspaces of its level. A level that is not there is refused, never lowered. */
export const workspacesByLevel = (levels: Levels): Workspaces => {
  const at = async <T>(
    level: IsolationLevel,
    work: (workspaces: Workspaces) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> => {
    const workspaces = levels[level];
    return workspaces === null ? err(notHere(level)) : work(workspaces);
  };
  return {
    capabilities: levels.sandbox?.capabilities ?? { level: 'worktree', boundary: false },
    prepare: (spec) => at(spec.level, (workspaces) => workspaces.prepare(spec)),
    enter: (place, command, needs) =>
      at(place.level, (workspaces) => workspaces.enter(place, command, needs)),
    harvest: (workspace, spec) =>
      at(workspace.level, (workspaces) => workspaces.harvest(workspace, spec)),
    remove: (workspace, spec) =>
      at(workspace.level, (workspaces) => workspaces.remove(workspace, spec)),
    checkCopy: (run, commit, level) =>
      at(level, (workspaces) => workspaces.checkCopy(run, commit, level)),
  };
};

const notHere = (level: IsolationLevel): Failure =>
  failure('isolation-unproven', `this host has no isolation level ${level}`, {
    hint: 'fanin doctor says what is missing',
  });
