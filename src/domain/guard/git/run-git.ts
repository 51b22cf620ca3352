import type { Call, Machine, Outcome } from '../machine.ts';
import { nothing } from '../machine.ts';
import { hasFlag, readOptions, valuesOf } from '../options.ts';
import { rendered } from '../render.ts';
import { hasMarks, isKnown, shown } from '../value.ts';
import { branch, checkout, rebase, symbolicRef, tag, updateRef } from './branches.ts';
import { doubt, runsTexts, writes, type GitContext } from './context.ts';
import { gitOutput } from './output.ts';
import { placeOf, readGit, type GitCall, type GitPlace } from './place.ts';
import { clone, fetch, init, push, remote } from './remotes.ts';
import { objectToSetting, objectToSettingVariables } from './settings.ts';
import {
  bisect,
  config,
  lfs,
  notes,
  objects,
  reflog,
  sparse,
  stash,
  submodule,
  worktree,
} from './shared.ts';
import { isReading, PLAIN, READING } from './subcommands.ts';
import { objectToWrite } from '../targets.ts';

const RULES: Readonly<Record<string, (context: GitContext) => void>> = {
  branch,
  checkout,
  switch: checkout,
  rebase,
  'update-ref': updateRef,
  'symbolic-ref': symbolicRef,
  tag,
  push,
  fetch,
  pull: fetch,
  clone,
  init,
  'init-db': init,
  remote,
  stash,
  gc: objects,
  prune: objects,
  repack: objects,
  'prune-packed': objects,
  'pack-refs': objects,
  maintenance: objects,
  'filter-branch': objects,
  'filter-repo': objects,
  'fast-import': objects,
  replace: notes,
  notes,
  'multi-pack-index': objects,
  reflog,
  worktree,
  config,
  submodule,
  lfs,
  bisect,
  'sparse-checkout': sparse,
};

/** `git`: where it works, what it runs, and what of it all work copies share. */
export function runGit(call: Call, machine: Machine): Outcome {
  const git = readGit(call.args);
  const place = placeOf(machine, call, git);
  const context: GitContext = {
    machine,
    state: place.state,
    subcommand: git.subcommand,
    args: git.args,
    shared: !machine.ground.ownGit && (place.whose.has('own') || place.whose.has('shared')),
  };
  objectToGlobals(context, git, call);
  objectToOptions(context);
  if (hasMarks(git.subcommand))
    doubt(
      context,
      'unknown-command',
      `Which git command would run cannot be told: ${shown(git.subcommand)}.`,
      'Write the subcommand out.',
    );
  if (isReading(git.subcommand, git.args))
    return { state: call.state, output: gitOutput(context, place) };
  objectToPlace(context, place);
  const rule = Object.hasOwn(RULES, git.subcommand) ? RULES[git.subcommand] : undefined;
  if (rule !== undefined) rule(context);
  else if (!READING.has(git.subcommand) && !PLAIN.has(git.subcommand) && isKnown(git.subcommand))
    doubt(
      context,
      'git-program',
      `git ${shown(git.subcommand)} is an alias or a program that is not known.`,
      'Write out the git command that it stands for.',
    );
  return { ...nothing(call.state), output: gitOutput(context, place) };
}

/** Variables that name files git writes. */
const FILES_OF_GIT = [
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_TRACE',
  'GIT_TRACE2_EVENT',
  'GIT_TRACE_PACKET',
  'GIT_TRACE2',
  'GIT_TRACE2_PERF',
];

/** What stands before the subcommand, and variables. */
function objectToGlobals(context: GitContext, git: GitCall, { state }: Call): void {
  const { machine } = context;
  for (const setting of git.settings) objectToSetting(machine, setting, context.state);
  objectToSettingVariables(machine, state);
  for (const each of git.strange)
    doubt(
      context,
      'git-program',
      `${each} brings in programs that are not read here.`,
      'Run git without it.',
    );
  for (const name of FILES_OF_GIT) {
    const values = state.exported.has(name) ? (state.variables.get(name) ?? []).flat() : [];
    for (const path of values.filter((each) => each.includes('/') || !isKnown(each)))
      objectToWrite(machine, { path, how: 'file', state: context.state, fields: [] });
  }
}

/** Options that many subcommands have, and that write or run something. */
function objectToOptions(context: GitContext): void {
  const { subcommand, args } = context;
  const options = readOptions(
    args,
    '--output --output-directory --extcmd -x --exec --upload-pack --receive-pack --directory --prefix --open-files-in-pager -O -o -C --git-dir --template --resume',
  );
  writes(context, valuesOf(options, '--output', '--output-directory'));
  if (/^(?:format-patch|archive|mailsplit)$/.test(subcommand))
    writes(context, valuesOf(options, '-o'));
  if (subcommand === 'bundle' && args[0] === 'create')
    writes(context, options.operands.slice(1, 2));
  if (/^(?:difftool|mergetool)$/.test(subcommand))
    runsTexts(context, valuesOf(options, '-x', '--extcmd'));
  if (/^(?:archive|ls-remote|fetch-pack|send-pack)$/.test(subcommand))
    runsTexts(context, valuesOf(options, '--exec', '--upload-pack', '--receive-pack'));
  if (subcommand === 'grep')
    runsTexts(
      context,
      args.flatMap((each) => /^(?:-O|--open-files-in-pager=)(.+)$/.exec(each)?.[1] ?? []),
    );
  if (/^(?:apply|am)$/.test(subcommand)) writes(context, valuesOf(options, '--directory'), 'tree');
  if (/^(?:apply)$/.test(subcommand) && hasFlag(options, '--unsafe-paths'))
    doubt(
      context,
      'unknown-target',
      'With --unsafe-paths a patch can write anywhere.',
      'git apply without --unsafe-paths',
    );
  if (subcommand === 'checkout-index') writes(context, valuesOf(options, '--prefix'), 'tree');
  if (
    /^(?:merge-file|interpret-trailers)$/.test(subcommand) &&
    (subcommand === 'merge-file' || hasFlag(options, '--in-place'))
  )
    writes(
      context,
      options.operands.slice(
        0,
        subcommand === 'merge-file' && !hasFlag(options, '-p') ? 1 : undefined,
      ),
    );
  if (
    args.some((each) => each.startsWith('ext::')) &&
    !/^(?:push|fetch|pull|clone|remote)$/.test(subcommand)
  )
    doubt(
      context,
      'git-program',
      'An address that begins with ext:: is a command that git runs.',
      'Use the name of a remote.',
    );
}

/** A command that changes something must be one of the workspace's own repository. */
function objectToPlace(context: GitContext, { whose, roots }: GitPlace): void {
  const { machine, subcommand, args } = context;
  const here = rendered(['git', subcommand, ...args]);
  const [root = ''] = roots;
  for (const each of whose) {
    if (each === 'main' || each === 'shared' || each === 'neighbour') {
      const name = each === 'neighbour' ? "another attempt's workspace" : 'the main checkout';
      machine.object({
        verdict: 'deny',
        rule: each === 'neighbour' ? 'neighbour' : 'main-checkout',
        reason: `git ${shown(subcommand)} would change ${name}${root === '' ? '' : ` (${shown(root)})`}.`,
        instead: `${here} (in ${machine.ground.workspace})`,
      });
    } else if (each === 'unknown')
      machine.object({
        verdict: 'undecidable',
        rule: 'unknown-folder',
        reason: `Which repository git ${shown(subcommand)} would change cannot be told.`,
        instead: `${here} (in ${machine.ground.workspace})`,
      });
  }
}
