import { buildCommand } from '@stricli/core';
import type { DuplicateReport } from '../../compose/duplicates/duplicates-here.ts';
import { whatToDo } from '../../domain/duplicates/what-to-do.ts';
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
import { EXIT } from '../exit-codes.ts';
import { duplicateLines } from '../screens/duplicates.ts';

interface Flags extends CommonFlags {
  readonly base?: string;
  readonly candidates?: boolean;
}

/** `fanin duplicates [branch…]` */
export const route = buildCommand<Flags, string[], CommandBench>({
  func: handled(duplicates),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      base: valued('What they are to land on; default: see below', 'branch'),
      candidates: toggle('Show the three likeliest of each addition, sure or not'),
    },
    aliases: COMMON_ALIASES,
    positional: COMPARED_BRANCHES,
  },
  docs: {
    brief: 'What branches and worktrees have written twice, or define twice',
    customUsage: ['[--base <branch>] [--candidates]', '<branch> [branch]...'],
    fullDescription:
      'Holds the functions, types, constants and routes that each has added against those of every other and of the base, and says what is the same, what goes by one name, and what one changes while another uses it. Reads JavaScript, TypeScript, Python, Go, Rust and Java; blocks that were copied word for word are found in files of any kind. Without arguments: every linked worktree with what is not committed in it, live workspaces, and deliveries that have not landed. The base is the target of the run they are of, or the branch of the main checkout.',
  },
});

async function duplicates(cli: Cli, flags: Flags, ...names: string[]): Promise<Outcome> {
  const { duplicatesHere } = await import('../../compose/duplicates/duplicates-here.ts');
  const report = await duplicatesHere(cli.cwd, {
    names,
    base: flags.base ?? null,
    candidates: flags.candidates === true,
  });
  if (!report.ok) return report;
  cli.out.lines(
    cli.json ? [duplicatesJson(report.value)] : duplicateLines(report.value, cli.look()),
  );
  // A script that has named something must not take it for compared.
  return ok(names.length > 0 && report.value.code.unread.length > 0 ? EXIT.usage : EXIT.ok);
}

function duplicatesJson({ target, compared, code }: DuplicateReport): string {
  return JSON.stringify({
    schema: 1,
    base: target.name,
    commit: target.commit,
    compared: compared.map(({ name, uncommitted }) => ({
      name,
      uncommitted,
      added: code.added[name] ?? 0,
      exports: code.exports[name] ?? [],
    })),
    findings: code.findings.map((finding) => ({ ...finding, do: whatToDo(finding) })),
    ...(code.likely === undefined ? {} : { candidates: code.likely }),
    unread: code.unread,
    skipped: code.skipped,
    left: code.left,
    copies: code.copies,
  });
}
