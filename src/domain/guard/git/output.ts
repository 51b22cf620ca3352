import type { Known } from '../state.ts';
import { MARK } from '../value.ts';
import type { GitContext } from './context.ts';
import type { GitPlace } from './place.ts';

const LINE = `${MARK.below}\n`;

/** What a git command prints, as far as that can be told. */
export function gitOutput(
  { machine, subcommand, args, shared }: GitContext,
  { whose, roots }: GitPlace,
): Known {
  const { ground } = machine;
  switch (subcommand) {
    case 'rev-parse':
      if (args.includes('--show-toplevel'))
        return whose.has('unknown') ? null : roots.map((each) => `${each}\n`);
      if (
        args.some((each) => /^--(?:git-common-dir|absolute-git-dir|git-dir|git-path)$/.test(each))
      )
        return shared ? [`${ground.gitDir}\n`] : null;
      if (args.some((each) => /^--(?:show-cdup|show-prefix|show-superproject)/.test(each)))
        return null;
      return [LINE];
    case 'ls-files':
    case 'merge-base':
    case 'write-tree':
    case 'commit-tree':
    case 'hash-object':
    case 'rev-list':
    case 'describe':
    case 'mktree':
      return args.includes('--format') ? null : [LINE];
    case 'diff':
    case 'diff-tree':
    case 'diff-index':
    case 'show':
      return args.some((each) => /^--(?:name-only|shortstat|numstat)$/.test(each)) ? [LINE] : null;
    case 'grep':
      return args.some((each) => /^-[a-zA-Z]*l|^--files-with|^--name-only/.test(each))
        ? [LINE]
        : null;
    case 'branch':
      return args.includes('--show-current') ? [LINE] : null;
    case 'symbolic-ref':
      return [LINE];
    case 'log':
      return args.some((each) => /^--(?:format|pretty)=(?:format:)?%[Hh]$/.test(each))
        ? [LINE]
        : null;
    case 'worktree':
      return null;
    default:
      return null;
  }
}
