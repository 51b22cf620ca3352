import { hasFlag, valuesOf } from '../options.ts';
import { isKnown, shown } from '../value.ts';
import { isOwnBranch, optionsOf, refuse, runsTexts, type GitContext } from './context.ts';

const others = (context: GitContext, name: string, instead: string): void =>
  refuse(
    context,
    'other-branch',
    `${shown(name)} is not this attempt's branch, and all work copies share it.`,
    instead,
  );

/** `git branch`: what it deletes, renames or moves. */
export function branch(context: GitContext): void {
  if (!context.shared) return;
  const options = optionsOf(
    context,
    '-u --set-upstream-to --contains --no-contains --merged --no-merged --points-at --sort --format --list -l',
  );
  const { operands } = options;
  if (hasFlag(options, '-d', '-D', '--delete')) {
    for (const name of operands)
      if (!isOwnBranch(context, name)) others(context, name, 'Leave other branches as they are.');
    return;
  }
  if (hasFlag(options, '-m', '-M', '--move')) {
    const [name = 'HEAD'] = operands;
    others(
      context,
      operands.length > 1 ? name : 'a renamed branch',
      `git branch ${shown(operands.at(-1) ?? 'new-name')}`,
    );
    return;
  }
  if (hasFlag(options, '-f', '--force', '-C')) {
    const name = hasFlag(options, '-C') ? (operands.at(-1) ?? '') : (operands[0] ?? '');
    if (!isOwnBranch(context, name) || !isKnown(name))
      others(context, name, `git branch ${shown(name)}-2`);
  }
}

/** `git checkout`, `git switch`: another branch is another's. */
export function checkout(context: GitContext): void {
  const isSwitch = context.subcommand === 'switch';
  const options = optionsOf(
    context,
    `-b -B --orphan --conflict --pathspec-from-file ${isSwitch ? '-c -C --create --force-create' : ''}`,
  );
  if (!context.shared) return;
  if (hasFlag(options, '--ignore-other-worktrees')) {
    others(context, 'a branch that is checked out elsewhere', 'git checkout --detach <commit>');
    return;
  }
  const moved = valuesOf(options, '-B', '-C', '--force-create');
  for (const name of moved)
    if (!isOwnBranch(context, name) && context.machine.world.isBranch(name))
      others(context, name, `git ${context.subcommand} ${isSwitch ? '-c' : '-b'} ${shown(name)}-2`);
  const creates =
    moved.length > 0 || valuesOf(options, '-b', '-c', '--create', '--orphan').length > 0;
  if (creates || hasFlag(options, '--detach', '-d', '-p', '--patch')) return;
  const isPaths = context.args.includes('--') || options.operands.length > 1;
  const [name] = options.operands;
  if (name === undefined || isPaths || isOwnBranch(context, name)) return;
  if (context.machine.world.isBranch(name))
    others(context, name, `git ${context.subcommand} --detach ${shown(name)}`);
}

/** `git rebase`: commands between the commits, and a branch that it checks out first. */
export function rebase(context: GitContext): void {
  const options = optionsOf(
    context,
    '-x --exec --onto -s --strategy -X --strategy-option -C --empty --whitespace',
  );
  runsTexts(context, valuesOf(options, '-x', '--exec'));
  if (!context.shared) return;
  if (hasFlag(options, '--update-refs'))
    others(context, 'every branch on the way', 'git rebase without --update-refs');
  const [, name] = options.operands;
  if (name !== undefined && !isOwnBranch(context, name) && context.machine.world.isBranch(name))
    others(context, name, `git rebase ${shown(options.operands[0] ?? '')}`);
}

/** Refs that are every work copy's. */
export function updateRef(context: GitContext): void {
  if (!context.shared) return;
  const options = optionsOf(context, '-m');
  const name = options.operands[0] ?? '';
  const isOwn =
    name === 'HEAD' ||
    /^refs\/(?:worktree|bisect|rewritten)\//.test(name) ||
    (isOwnBranch(context, name) &&
      context.machine.ground.branches !== null &&
      name.startsWith('refs/heads/'));
  if (hasFlag(options, '--stdin') || !isOwn)
    refuse(
      context,
      'shared-refs',
      `All work copies share the ref ${shown(name === '' ? '(from standard input)' : name)}.`,
      "Commit on the workspace's own branch; fanin moves all other refs.",
    );
}

export function symbolicRef(context: GitContext): void {
  const options = optionsOf(context, '-m');
  if (!context.shared || (options.operands.length < 2 && !hasFlag(options, '-d', '--delete')))
    return;
  refuse(
    context,
    'shared-refs',
    'It would make a ref stand for another one.',
    'git switch --detach <commit>',
  );
}

export function tag(context: GitContext): void {
  if (!context.shared) return;
  const options = optionsOf(
    context,
    '-m -F -u --message --file --local-user --contains --no-contains --merged --no-merged --points-at --sort --format -n --cleanup',
  );
  const lists =
    options.operands.length === 0 ||
    hasFlag(
      options,
      '-l',
      '--list',
      '-v',
      '--verify',
      '-n',
      '--contains',
      '--points-at',
      '--merged',
      '--no-merged',
    );
  if (lists) return;
  refuse(
    context,
    'shared-refs',
    'All work copies share their tags.',
    'Name the commit in the hand-off instead of tagging it.',
  );
}
