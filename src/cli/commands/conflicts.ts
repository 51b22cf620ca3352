import { buildCommand } from '@stricli/core';
import type { ConflictReport } from '../../compose/conflicts/conflicts-here.ts';
import { ok } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import {
  COMMON_ALIASES,
  COMMON_FLAGS,
  COMPARED_BRANCHES,
  toggle,
  valued,
} from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { showProgress } from '../app/show-progress.ts';
import { EXIT } from '../exit-codes.ts';
import { conflictLines, progressLine } from '../screens/conflicts.ts';

interface Flags extends CommonFlags {
  readonly target?: string;
  readonly hunks?: boolean;
}

/** `fanin conflicts [branch…]` */
export const route = buildCommand<Flags, string[], CommandBench>({
  func: handled(conflicts),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      target: valued('What they are to land on; default: see below', 'branch'),
      hunks: toggle('Show the lines in question'),
    },
    aliases: COMMON_ALIASES,
    positional: COMPARED_BRANCHES,
  },
  docs: {
    brief: 'Which branches and worktrees conflict, before they are merged',
    customUsage: ['[--target <branch>] [--hunks]', '<branch> <branch>...'],
    fullDescription:
      'Merges every pair on trial, each as it would be on the target, and writes nothing into the repository. Without arguments: every linked worktree with what is not committed in it, live workspaces, and deliveries that have not landed. The target is that of the run they are of, or the branch of the main checkout.',
  },
});

/** Conflicts whose lines are shown. */
const MOST_SHOWN = 20;

async function conflicts(cli: Cli, flags: Flags, ...names: string[]): Promise<Outcome> {
  const { conflictsHere } = await import('../../compose/conflicts/conflicts-here.ts');
  const progress = showProgress(cli, progressLine);
  const report = await conflictsHere(cli.cwd, {
    names,
    target: flags.target ?? null,
    hunks: flags.hunks === true ? MOST_SHOWN : 0,
    progress: progress.tell,
  });
  progress.end();
  if (!report.ok) return report;
  cli.out.lines(cli.json ? [conflictsJson(report.value)] : conflictLines(report.value, cli.look()));
  // A script that has named something must not take it for compared.
  return ok(names.length > 0 && report.value.matrix.unread.length > 0 ? EXIT.usage : EXIT.ok);
}

function conflictsJson(report: ConflictReport): string {
  const { target, compared, matrix, shown, resolvers } = report;
  const hunksOf = (a: string, b: string | null) => {
    const found = shown.find((each) => each.a === a && each.b === b);
    return found === undefined ? {} : { hunks: found.texts };
  };
  return JSON.stringify({
    schema: 1,
    target: target.name,
    commit: target.commit,
    compared: compared.map(({ name, uncommitted }) => ({ name, uncommitted })),
    against: matrix.against.map((each) => ({ ...each, ...hunksOf(each.name, null) })),
    pairs: matrix.pairs.map((each) => ({ ...each, ...hunksOf(each.a, each.b) })),
    unread: matrix.unread,
    left: matrix.left,
    resolvers,
  });
}
