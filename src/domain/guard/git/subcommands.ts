/** Subcommands that change nothing, whatever their arguments are. */
export const READING: ReadonlySet<string> = new Set(
  `status log diff show blame annotate rev-parse ls-files ls-tree cat-file rev-list describe shortlog grep for-each-ref
merge-base name-rev var version help check-ignore check-attr check-ref-format check-mailmap count-objects diff-tree
diff-index diff-files ls-remote range-diff show-ref show-branch show-index whatchanged cherry verify-commit verify-tag
verify-pack fsck archive get-tar-commit-id request-pull diagnose bugreport merge-tree patch-id stripspace column
fmt-merge-msg rerere-status difftool gitk last-modified refs- version --version --help -h --exec-path --html-path -v`
    .split(/\s+/)
    .filter((name) => name !== ''),
);

/** Subcommands that change the workspace and its own index and branch alone. */
export const PLAIN: ReadonlySet<string> = new Set(
  `add commit merge cherry-pick revert reset restore rm mv clean apply am mergetool update-index read-tree write-tree
commit-tree hash-object mktree mktag checkout-index merge-file merge-index merge-one-file merge-recursive format-patch
bundle rerere interpret-trailers mailinfo mailsplit citool gui stage unpack-file commit-graph update-server-info
replay backfill`
    .split(/\s+/)
    .filter((name) => name !== ''),
);

const SHOWS: Readonly<Record<string, RegExp>> = {
  stash: /^(?:list|show)$/,
  worktree: /^list$/,
  remote: /^(?:show|get-url)?$/,
  reflog: /^(?:show|exists|list|HEAD|[^-]*@\{.*)?$/,
  notes: /^(?:list|show|get-ref)$/,
  submodule: /^(?:status|summary)?$/,
  bisect: /^(?:log|visualize|view|help)$/,
  bundle: /^(?:verify|list-heads)$/,
  lfs: /^(?:ls-files|status|env|logs|version|locks|pointer)?$/,
  'sparse-checkout': /^(?:list|check-rules)$/,
  flow: /^$/,
};

/** Whether a call only shows something. */
export function isReading(subcommand: string, args: readonly string[]): boolean {
  if (subcommand === '' || READING.has(subcommand)) return true;
  const verb = args.find((each) => !each.startsWith('-')) ?? '';
  if (Object.hasOwn(SHOWS, subcommand) && SHOWS[subcommand]?.test(verb) === true) return true;
  switch (subcommand) {
    case 'branch':
      return (
        !args.some((each) =>
          /^(?:-[dDmMcCfu]|--delete|--move|--copy|--force|--set-upstream|--unset-upstream|--edit-desc|--track|-t)/.test(
            each,
          ),
        ) &&
        (verb === '' ||
          args.some((each) =>
            /^(?:-[lravi]+|--list|--contains|--no-contains|--merged|--no-merged|--points-at|--show-current|--sort|--format)/.test(
              each,
            ),
          ))
      );
    case 'tag':
      return (
        verb === '' ||
        args.some((each) => /^(?:-l|--list|-n\d*|--contains|--points-at|--merged|-v)$/.test(each))
      );
    case 'config':
      return (
        args.some((each) =>
          /^(?:--get|--get-all|--get-regexp|--get-urlmatch|-l|--list)$/.test(each),
        ) ||
        verb === 'get' ||
        verb === 'list' ||
        (args.filter((each) => !each.startsWith('-')).length === 1 &&
          !args.some((each) =>
            /^(?:--unset|--add|--replace|--remove|--rename|--edit|-e|-f|--file)/.test(each),
          ) &&
          !/^(?:edit|set|unset)$/.test(verb))
      );
    case 'symbolic-ref':
      return (
        args.filter((each) => !each.startsWith('-')).length < 2 &&
        !args.includes('-d') &&
        !args.includes('--delete')
      );
    case 'hash-object':
      return !args.includes('-w');
    case 'apply':
      return (
        args.some((each) => /^--(?:check|stat|numstat|summary)$/.test(each)) &&
        !args.includes('--apply')
      );
    default:
      return false;
  }
}
