import { hasFlag, valuesOf, type Options } from '../options.ts';
import { reaches } from '../reaching.ts';
import { isKnown, shown } from '../value.ts';
import { doubt, optionsOf, refuse, runsTexts, writes, type GitContext } from './context.ts';
import { objectToSetting } from './settings.ts';

/** `ext::command` runs it. */
function objectToAddress(context: GitContext, address: string): void {
  const text = /^ext::(.*)$/s.exec(address)?.[1];
  if (text !== undefined) {
    runsTexts(context, [text]);
    doubt(
      context,
      'git-program',
      'An address that begins with ext:: is a command that git runs.',
      'Use the name of a remote.',
    );
  }
}

const local = (address: string): string => address.replace(/^file:\/\//, '');

export function push(context: GitContext): void {
  const options = optionsOf(
    context,
    '--repo -o --push-option --receive-pack --exec --recurse-submodules',
  );
  runsTexts(context, valuesOf(options, '--receive-pack', '--exec'));
  const named = valuesOf(options, '--repo');
  const [first, ...rest] = options.operands;
  const remotes = [...(first === undefined ? [] : [first]), ...named];
  for (const remote of remotes) pushTo(context, remote, { rest, options });
}

function pushTo(
  context: GitContext,
  remote: string,
  { rest, options }: { readonly rest: readonly string[]; readonly options: Options },
): void {
  objectToAddress(context, remote);
  const isPlace =
    /^(?:file:|[./~])/.test(remote) ||
    (remote.includes('/') && !/^[\w+.-]+:\/\/|^[\w.@-]+:/.test(remote));
  if (!isKnown(remote))
    doubt(
      context,
      'unknown-target',
      'Where it would push to cannot be told.',
      'git push <remote> HEAD',
    );
  if (isPlace) {
    const found = reaches(context.machine, context.state, local(remote));
    const isSelf =
      context.shared &&
      found === null &&
      /^\.?\/?$/.test(local(remote).replace(context.machine.ground.workspace, ''));
    if (found !== null || isSelf)
      refuse(
        context,
        'shared-refs',
        'It would move refs that all work copies share.',
        'Commit in the workspace; fanin takes the commits from there.',
      );
    return;
  }
  const isBold =
    hasFlag(options, '--mirror', '--all', '--delete', '-d', '--force', '-f', '--prune', '--tags') ||
    rest.some((each) => /^\+|^:|(?:^|:)(?:refs\/heads\/)?(?:main|master)$/.test(each));
  if (isBold)
    doubt(
      context,
      'other-branch',
      "It would change branches of the remote that are not this attempt's.",
      `git push ${shown(remote)} HEAD`,
    );
}

/** `git fetch`, `git pull`: local refs that they would move. */
export function fetch(context: GitContext): void {
  const options = optionsOf(
    context,
    '--upload-pack --depth --deepen --shallow-since --shallow-exclude --refmap --negotiation-tip -j --jobs -o --server-option --filter -s --strategy -X --strategy-option --recurse-submodules-default',
  );
  runsTexts(context, valuesOf(options, '--upload-pack'));
  const [remote, ...refs] = options.operands;
  if (remote !== undefined) objectToAddress(context, remote);
  if (!context.shared) return;
  for (const ref of [...refs, ...valuesOf(options, '--refmap')]) {
    const into = ref.includes(':') ? ref.slice(ref.indexOf(':') + 1) : '';
    if (into !== '' && !into.startsWith('refs/remotes/'))
      refuse(
        context,
        'shared-refs',
        `It would move ${shown(into)}, which all work copies share.`,
        `git fetch ${shown(remote ?? 'origin')} ${shown(ref.slice(0, ref.indexOf(':')))}`,
      );
  }
}

export function clone(context: GitContext): void {
  const options = optionsOf(
    context,
    '-o --origin -b --branch -u --upload-pack --reference --reference-if-able --separate-git-dir --depth --shallow-since --shallow-exclude -j --jobs --template -c --config --filter --server-option --bundle-uri',
  );
  runsTexts(context, valuesOf(options, '-u', '--upload-pack'));
  for (const setting of valuesOf(options, '-c', '--config'))
    objectToSetting(context.machine, setting, context.state);
  writes(context, valuesOf(options, '--separate-git-dir'), 'tree');
  const [from = '', to] = options.operands;
  objectToAddress(context, from);
  writes(
    context,
    [to ?? (from.replace(/\/?(?:\.git)?\/?$/, '').replace(/^.*[/:]/, '') || 'clone')],
    'tree',
  );
}

export function init(context: GitContext): void {
  const options = optionsOf(
    context,
    '--template --separate-git-dir -b --initial-branch --object-format --shared',
  );
  writes(context, valuesOf(options, '--separate-git-dir'), 'tree');
  const [folder] = options.operands;
  writes(context, [folder ?? '.'], 'tree');
  if (folder === undefined && options.values.has('--template'))
    doubt(context, 'git-program', 'A template can bring in hooks.', 'git init without --template');
}

export function remote(context: GitContext): void {
  const [verb = ''] = context.args.filter((each) => !each.startsWith('-'));
  if (verb === '' || /^(?:show|get-url|update|prune)$/.test(verb)) return;
  if (context.shared)
    refuse(
      context,
      'shared-config',
      'All work copies share the list of remotes.',
      'Give git the address itself: git fetch <address> <branch>.',
    );
  for (const arg of context.args) {
    objectToAddress(context, arg);
    if (/^[./~]|^file:/.test(arg) && reaches(context.machine, context.state, local(arg)) !== null)
      refuse(
        context,
        'shared-refs',
        `${shown(arg)} is another work copy.`,
        'Use the remote that is there.',
      );
  }
}
