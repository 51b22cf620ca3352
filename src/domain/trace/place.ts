import { isIn, joined, lexical } from '../guard/paths.ts';

/**
 * What a path is. `product`: what the work is about. `test`: tests and their data. `temporary`: below a temporary
 * folder. `generated`: what builds, caches and package managers write. `git`: git's own files. `outside`: in no work
 * copy of the session, and none of those.
 */
export type PathKind = 'product' | 'test' | 'temporary' | 'generated' | 'git' | 'outside';

/** A path, and the work copy it lies in: two agents share a file when both are equal. */
export interface PlacedPath {
  /** The root of the work copy, absolute; null: in none that the session tells of. */
  readonly workspace: string | null;
  /** Relative to the work copy, with `/`; absolute where there is none. */
  readonly path: string;
  readonly kind: PathKind;
}

/** Places a path as written. Relative ones count from `cwd`; null: that is not known, and the path says nothing. */
export function placePath(
  written: string,
  cwd: string | null,
  workspaces: readonly string[],
): PlacedPath | null {
  if (written === '' || written.includes('\0')) return null;
  if (!written.startsWith('/') && cwd === null) return null;
  const path = lexical(joined(cwd ?? '/', written));
  // The innermost: a work copy may lie in another one.
  const workspace = workspaces
    .filter((each) => isIn(path, each))
    .reduce<string | null>(
      (best, each) => (each.length > (best?.length ?? -1) ? each : best),
      null,
    );
  if (workspace === null)
    return { workspace, path, kind: TEMPORARY.test(path) ? 'temporary' : 'outside' };
  const inside =
    path === workspace ? '.' : path.slice(workspace === '/' ? 1 : workspace.length + 1);
  return { workspace, path: inside, kind: kindOf(inside) };
}

/** The same file, or the same name in no work copy at all. */
export const samePath = (a: PlacedPath, b: PlacedPath): boolean =>
  a.path === b.path && a.workspace === b.workspace;

const TEMPORARY =
  /^\/(?:tmp|var\/tmp|dev\/shm|private\/tmp|var\/folders|private\/var\/folders)(?:\/|$)/;
const GIT = /(?:^|\/)\.git(?:\/|$)/;
const SCRATCH = /(?:^|\/)(?:tmp|temp|\.tmp|scratch)\//i;
const GENERATED =
  /(?:^|\/)(?:node_modules|dist|build|out|target|coverage|__pycache__|\.next|\.cache|\.venv|venv|\.pytest_cache|\.mypy_cache|\.turbo|\.gradle)(?:\/|$)|\.(?:pyc|o|obj|class|log|tsbuildinfo)$/;
const TEST =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|fixtures|testdata)\/|(?:^|\/)(?:test_[^/]+|conftest)\.py$|[._-](?:test|spec)\.[^/]+$|_test\.(?:go|py|rb|exs?)$/i;

function kindOf(path: string): PathKind {
  if (GIT.test(path)) return 'git';
  if (GENERATED.test(path)) return 'generated';
  if (SCRATCH.test(path)) return 'temporary';
  return TEST.test(path) ? 'test' : 'product';
}
