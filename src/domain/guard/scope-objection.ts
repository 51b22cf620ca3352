import { scopeCovers } from '../plan/scope.ts';
import type { Ground } from './ground.ts';
import { hasMarks } from './value.ts';
import type { Objection } from './verdict.ts';

/** What builds, tests and package managers leave behind; repositories ignore it. */
const PRODUCED =
  /(?:^|\/)(?:node_modules|dist|build|out|target|coverage|tmp|\.tmp|\.cache|\.venv|venv|__pycache__|\.pytest_cache|\.next|\.turbo|\.gradle|\.mypy_cache)(?:\/|$)|\.(?:log|tmp|pyc|tsbuildinfo)$/;

/** The objection to a write in the workspace that the task's scope does not cover, or null. */
export function outOfScope(
  { workspace, scope }: Ground,
  path: string,
  how: 'file' | 'folder' | 'remove' | 'tree',
): Objection | null {
  const inside = path.slice(workspace.length + 1);
  // An empty folder is nothing to git, and what is not fully known is left to the receipt.
  if (scope === null || how === 'folder' || inside === '' || hasMarks(inside)) return null;
  if (PRODUCED.test(inside) || scopeCovers(scope, inside)) return null;
  const allowed = scope.globs.map(({ source }) => source).join(', ');
  return {
    verdict: 'out-of-scope',
    rule: 'out-of-scope',
    reason: `${inside} is not in the task's scope (${allowed === '' ? 'it writes nothing' : allowed}).`,
    instead:
      allowed === ''
        ? 'Leave the file as it is, and say in the hand-off what would have to change.'
        : `Write only below ${allowed}; say in the hand-off what else would have to change.`,
  };
}
