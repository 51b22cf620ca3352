import type { Machine } from './machine.ts';
import { textReaches } from './reaching.ts';
import type { State } from './state.ts';

/** Files that a tool runs by itself. */
const HOOK =
  /\/(?:hooks|\.husky|\.githooks)\/[^/]+$|\/\.(?:envrc|bashrc|profile|zshrc|bash_profile)$/;
const PROGRAM =
  /\/(?:[Mm]akefile|GNUmakefile|[^/]*\.mk|package\.json|justfile|Justfile|Taskfile\.ya?ml|Rakefile|conftest\.py|setup\.py|\.gitconfig|\.npmrc|build\.gradle|pom\.xml|CMakeLists\.txt|dodo\.py|noxfile\.py|tox\.ini|Dockerfile|[^/]*\.config\.[cm]?[jt]s)$/;

/** Objects to text that goes where it will be run without being named again. */
export function objectToPlanted(
  machine: Machine,
  state: State,
  path: string,
  text: readonly string[],
): void {
  if (HOOK.test(path)) {
    for (const each of text) machine.script(each, state);
    return;
  }
  if (PROGRAM.test(path) && text.some((each) => textReaches(machine, state, each) !== null))
    machine.object({
      verdict: 'undecidable',
      rule: 'names-main',
      reason: `What goes into ${path} names a place outside the workspace, and is run by tools.`,
      instead: 'Leave paths of the main checkout out of it.',
    });
}
