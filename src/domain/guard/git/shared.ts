import { hasFlag, readOptions, valuesOf } from '../options.ts';
import { shown } from '../value.ts';
import { doubt, optionsOf, refuse, runsTexts, writes, type GitContext } from './context.ts';
import { objectToSetting } from './settings.ts';

const verbOf = ({ args }: GitContext): string => args.find((each) => !each.startsWith('-')) ?? '';

export function stash(context: GitContext): void {
  if (!context.shared || /^(?:list|show|create)$/.test(verbOf(context))) return;
  refuse(
    context,
    'shared-stash',
    "All work copies share one stash: another attempt may take this entry, or this one another's.",
    'git commit -am "wip" (and later git reset --soft HEAD~1)',
  );
}

/** What throws away, or packs anew, objects that others may still need. */
export function objects(context: GitContext): void {
  if (!context.shared) return;
  refuse(
    context,
    'shared-objects',
    `git ${shown(context.subcommand)} changes objects and refs that all work copies share.`,
    'Leave it; fanin cleans up after the run.',
  );
}

export function reflog(context: GitContext): void {
  if (/^(?:expire|delete|drop)$/.test(verbOf(context))) objects(context);
}

export function worktree(context: GitContext): void {
  const verb = verbOf(context);
  if (verb === 'list') return;
  if (context.shared) {
    refuse(
      context,
      'worktrees',
      'Work copies are made and removed by fanin alone.',
      verb === 'add' ? 'git clone . "$TMPDIR/copy"' : 'git worktree list',
    );
    return;
  }
  const { operands } = optionsOf(context, '-b -B --reason');
  writes(context, operands.slice(1, 2), 'tree');
}

const WRITES_CONFIG = [
  '--add',
  '--unset',
  '--unset-all',
  '--replace-all',
  '--remove-section',
  '--rename-section',
  '-e',
  '--edit',
];

export function config(context: GitContext): void {
  const options = optionsOf(context, '-f --file --blob --type --default --comment --value');
  const [first = '', ...rest] = options.operands;
  const isVerb = /^(?:set|unset|remove-section|rename-section|edit)$/.test(first);
  const reads =
    /^(?:get|list)$/.test(first) ||
    hasFlag(
      options,
      '--get',
      '--get-all',
      '--get-regexp',
      '--get-urlmatch',
      '-l',
      '--list',
      '--get-color',
      '--get-colorbool',
    );
  const isWrite = !reads && (isVerb || hasFlag(options, ...WRITES_CONFIG) || rest.length > 0);
  if (!isWrite) return;
  const [key = '', value] = isVerb ? rest : options.operands;
  if (value !== undefined) objectToSetting(context.machine, `${key}=${value}`, context.state);
  const files = valuesOf(options, '-f', '--file');
  if (files.length > 0) writes(context, files);
  else if (hasFlag(options, '--global', '--system'))
    doubt(
      context,
      'shared-config',
      'It would change settings of the person, for all their repositories.',
      `git -c ${shown(key)}=${shown(value ?? '…')} <command>`,
    );
  else if (context.shared)
    refuse(
      context,
      'shared-config',
      'All work copies share one config.',
      `git -c ${shown(key)}=${shown(value ?? '…')} <command>`,
    );
}

export function submodule(context: GitContext): void {
  const verb = verbOf(context);
  const at = context.args.indexOf(verb);
  if (verb === 'foreach') {
    const { operands } = readOptions(context.args.slice(at + 1), '', true);
    runsTexts(context, [operands.join(' ')]);
  }
  if (context.shared && /^(?:deinit|set-url|set-branch|absorbgitdirs)$/.test(verb))
    refuse(
      context,
      'shared-config',
      'It would change what all work copies know of submodules.',
      'Leave it; name the change in the hand-off.',
    );
  if (verb === 'add')
    writes(context, optionsOf(context, '-b --name --reference --depth').operands.slice(2), 'tree');
}

export function lfs(context: GitContext): void {
  if (!/^(?:install|uninstall|prune|migrate|update)$/.test(verbOf(context)) || !context.shared)
    return;
  refuse(
    context,
    'shared-config',
    'It would change hooks, settings or objects that all work copies share.',
    'git lfs pull',
  );
}

export function bisect(context: GitContext): void {
  const at = context.args.indexOf('run');
  if (at !== -1) context.machine.fields(context.args.slice(at + 1), context.state);
}

export function notes(context: GitContext): void {
  if (context.shared && !/^(?:|list|show|get-ref)$/.test(verbOf(context)))
    refuse(
      context,
      'shared-refs',
      'All work copies share notes and replacements.',
      'Put it into the commit message.',
    );
}

export function sparse(context: GitContext): void {
  if (verbOf(context) !== 'list' && context.shared)
    doubt(
      context,
      'shared-config',
      'It would change settings of the shared repository.',
      'Work with the files that are there.',
    );
}
