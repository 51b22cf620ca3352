import { buildCommand } from '@stricli/core';
import { ATTEMPT_ARGUMENT } from '../app/attempt-argument.ts';
import { failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import { COMMON_ALIASES, COMMON_FLAGS } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import type { Cli } from '../app/cli.ts';
import { withAttempt } from '../app/with-attempt.ts';
import type { Chosen } from '../app/with-attempt.ts';
import { EXIT } from '../exit-codes.ts';
import { shortId } from '../text/figures.ts';

/** `fanin path <attempt>`: for `cd "$(fanin path core)"`. */
export const route = buildCommand<CommonFlags, [string], CommandBench>({
  func: handled((cli: Cli, _flags: CommonFlags, typed: string) =>
    withAttempt(cli, typed, (chosen) => show(cli, chosen)),
  ),
  parameters: {
    flags: COMMON_FLAGS,
    aliases: COMMON_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [ATTEMPT_ARGUMENT],
    },
  },
  docs: {
    brief: 'Where an attempt works',
    customUsage: ['<attempt>'],
    fullDescription: 'Prints the path of its workspace and nothing else: cd "$(fanin path core)"',
  },
});

function show(cli: Cli, { attempt, label }: Chosen): Outcome {
  const { removed, commit } = attempt;
  // Work that was collected lies where its maker has it.
  const workspace = attempt.workspace ?? attempt.collected?.worktree ?? null;
  if (workspace !== null && !removed) {
    cli.out.lines([
      cli.json ? JSON.stringify({ attempt: attempt.id, path: workspace }) : workspace,
    ]);
    return ok(EXIT.ok);
  }
  if (workspace === null && attempt.collected !== undefined)
    return err(
      failure('workspace-removed', `${label} was collected from a branch that no work copy had`),
    );
  if (workspace === null)
    return err(
      failure(
        'workspace-removed',
        `${label} has no workspace${attempt.phase === 'ended' ? '' : ' yet'}`,
      ),
    );
  const held =
    commit === null ? 'it left nothing behind' : `its work is held by commit ${shortId(commit)}`;
  const hint =
    commit === null ? {} : { hint: `git show ${shortId(commit)}, or: fanin diff ${label}` };
  return err(failure('workspace-removed', `the workspace of ${label} is removed; ${held}`, hint));
}
