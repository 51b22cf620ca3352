import { joined, lexical } from '../../guard/paths.ts';
import { hasFlag, readOptions, type Options } from '../../guard/options.ts';
import type { GitOp } from '../event.ts';
import type { RunProgram } from './command-line.ts';

/** A git command as its arguments tell it. */
export interface GitReading {
  readonly op: GitOp;
  /** Paths it names, as written; `whole`: the work copy whatever is in it; null: its text does not say. */
  readonly paths: readonly string[] | 'whole' | null;
  /** Whether it takes away what was there. */
  readonly destroys: boolean;
  /** Where it works; null: unknown. */
  readonly cwd: string | null;
}

/** Options before the subcommand that take a value. */
const GLOBALS = /^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env)$/;

/** Reads `git …`; null: the program is another one. */
export function readGitCommand({ fields, cwd }: RunProgram): GitReading | null {
  if ((fields[0] ?? '').replace(/^.*\//, '') !== 'git') return null;
  let at = 1;
  let place = cwd;
  for (; at < fields.length && (fields[at] ?? '').startsWith('-'); at += 1) {
    const field = fields[at] ?? '';
    if (!GLOBALS.test(field)) continue;
    at += 1;
    if (field === '-C' || field === '--work-tree') place = within(place, fields[at] ?? '');
  }
  const subcommand = fields[at] ?? '';
  const args = fields.slice(at + 1);
  const read = Object.hasOwn(READERS, subcommand) ? READERS[subcommand] : undefined;
  const reading = read?.(args) ?? plain(LOOKS.test(subcommand) ? 'look' : 'other', null);
  return { ...reading, cwd: place };
}

function within(place: string | null, path: string): string | null {
  if (path === '' || path.includes('…')) return null;
  if (path.startsWith('/')) return lexical(path);
  return place === null ? null : lexical(joined(place, path));
}

const LOOKS =
  /^(?:status|log|diff|show|blame|rev-parse|ls-files|ls-tree|rev-list|describe|shortlog|grep|cat-file|merge-base|reflog|fsck|remote|config|name-rev|show-ref|for-each-ref|diff-tree|diff-index|count-objects|help|version|)$/;

type Reading = Omit<GitReading, 'cwd'>;

const plain = (op: GitOp, paths: Reading['paths'], destroys = false): Reading => ({
  op,
  paths,
  destroys,
});

const isWhole = (paths: readonly string[]): boolean =>
  paths.length === 0 ||
  paths.some((path) => path === '.' || path === './' || path === ':/' || path === '*');

const named = (paths: readonly string[]): Reading['paths'] => (isWhole(paths) ? 'whole' : paths);

const READERS: Readonly<Record<string, (args: readonly string[]) => Reading>> = {
  add: (args) => {
    const options = readOptions(args, '--chmod --pathspec-from-file');
    const all = hasFlag(options, '-A', '--all', '-u', '--update');
    return plain('add', all && options.operands.length === 0 ? 'whole' : named(options.operands));
  },
  commit: (args) => {
    const options = readOptions(
      args,
      '-m -F -C -c --author --date --message --file --fixup --squash -t',
    );
    if (options.operands.length > 0) return plain('commit', options.operands);
    // Without `-a` it takes what was added before, which its text does not tell.
    return plain('commit', hasFlag(options, '-a', '--all') ? 'whole' : null);
  },
  stash: ([verb = 'push', ...args]) => {
    if (/^(?:list|show|drop|clear|create|store)$/.test(verb)) return plain('look', null);
    if (/^(?:pop|apply|branch)$/.test(verb)) return plain('stash-pop', 'whole');
    const rest = verb.startsWith('-') ? [verb, ...args] : args;
    return plain('stash', named(readOptions(rest, '-m --message').operands), true);
  },
  checkout: (args) => checkout(args),
  restore: (args) => {
    const options = readOptions(args, '-s --source --pathspec-from-file');
    const staged = hasFlag(options, '-S', '--staged') && !hasFlag(options, '-W', '--worktree');
    return plain('restore', named(options.operands), !staged);
  },
  switch: (args) =>
    plain('switch', 'whole', hasFlag(flags(args), '-f', '--force', '--discard-changes')),
  reset: (args) => {
    const options = flags(args);
    const hard = hasFlag(options, '--hard', '--merge', '--keep');
    return plain('reset', hard ? 'whole' : null, hard);
  },
  clean: (args) => {
    const options = readOptions(args, '-e --exclude');
    const real = hasFlag(options, '-f', '--force') && !hasFlag(options, '-n', '--dry-run');
    return plain(real ? 'clean' : 'look', named(options.operands), real);
  },
  merge: (args) => unlessGivenUp(args, plain('merge', 'whole')),
  rebase: (args) => unlessGivenUp(args, plain('rebase', 'whole')),
  'cherry-pick': (args) => unlessGivenUp(args, plain('cherry-pick', null)),
  revert: (args) => unlessGivenUp(args, plain('cherry-pick', null)),
  apply: (args) => unlessLookedAt(args, plain('apply', null)),
  am: (args) => unlessGivenUp(args, plain('apply', null)),
  rm: (args) => {
    const options = flags(args);
    return plain('rm', named(options.operands), !hasFlag(options, '--cached'));
  },
  mv: (args) => plain('mv', flags(args).operands),
  worktree: ([verb = '', ...args]) => {
    const [path] = verb === 'add' ? readOptions(args, '-b -B --reason').operands : [];
    const isTold = path !== undefined && !path.includes('…');
    return plain(verb === 'list' ? 'look' : 'worktree', isTold ? [path] : null, verb === 'remove');
  },
  branch: (args) => plain(args.some((each) => !each.startsWith('-')) ? 'branch' : 'look', null),
  tag: (args) => plain(flags(args).operands.length > 0 ? 'tag' : 'look', null),
  push: () => plain('push', null),
  pull: () => plain('pull', 'whole'),
  fetch: () => plain('look', null),
  'update-ref': () => plain('update-ref', null),
};

const flags = (args: readonly string[]): Options => readOptions(args, '');

/** `--abort` joins nothing: the work copy is as it was before. */
const unlessGivenUp = (args: readonly string[], reading: Reading): Reading =>
  args.some((each) => /^--(?:abort|quit)$/.test(each)) ? plain('other', null) : reading;

/** `git apply --check` and `--stat` only look. */
const unlessLookedAt = (args: readonly string[], reading: Reading): Reading =>
  args.some((each) => /^--(?:check|stat|numstat|summary)$/.test(each))
    ? plain('look', null)
    : reading;

function checkout(args: readonly string[]): Reading {
  const options = readOptions(args, '-b -B --orphan --conflict --pathspec-from-file');
  const dash = args.indexOf('--');
  if (dash !== -1) return plain('checkout-paths', named(args.slice(dash + 1)), true);
  const creates = hasFlag(options, '-b', '-B', '--orphan');
  const { operands } = options;
  if (creates) return plain('switch', null);
  if (operands[0] === '.') return plain('checkout-paths', 'whole', true);
  // `checkout HEAD a b` takes paths; one name alone can be a branch or a path.
  if (operands.length > 1) return plain('checkout-paths', named(operands.slice(1)), true);
  const [name = ''] = operands;
  if (/\.\w+$|\//.test(name) && !/^(?:origin|upstream|refs|feature|fix|feat|fanin)\//.test(name))
    return plain('checkout-paths', [name], true);
  return plain('switch', 'whole', hasFlag(options, '-f', '--force'));
}
