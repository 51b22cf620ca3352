import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listed } from '../../domain/guard/guard-lists.ts';
import { describeWith } from '../../support/capabilities.ts';
import { GUARDED } from './guarded-dialects.ts';
import { runGuarded, type GuardRun, type Met } from './guard-run.ts';

const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'isolation-guard.md');
const LIST = listed('commands');

/** What the CLIs say when their own permissions or sandbox stand in the way. */
const REFUSED =
  /requires approval|needs approval|permission to use|haven't granted|not allowed|has been denied|isolated in the worktree|was blocked|rejected by/i;
const HELD = /Read-only file system|Permission denied|Operation not permitted|sandbox/i;

const own = ({ told }: Met): string => {
  if (told === '') return 'not asked';
  if (REFUSED.test(told)) return 'refused';
  return HELD.test(told) ? 'sandbox' : 'ran';
};

const guards = ({ told, refused }: Met): string => {
  if (told === '') return 'not asked';
  return refused ? '**refused**' : 'ran';
};

describeWith(['claude-cli', 'codex-cli', 'git'], "fanin's guard beside the agents' own", () => {
  it(
    'refuses through each what it must, in root and sub-agent',
    { timeout: 1_800_000 },
    async () => {
      const commands = LIST.map(({ command }) => command);
      const runs: { readonly own: GuardRun; readonly guard: GuardRun }[] = [];
      for (const dialect of GUARDED)
        runs.push({
          own: await runGuarded(dialect, commands, { guarded: false }),
          guard: await runGuarded(dialect, commands, { guarded: true }),
        });
      if (process.env['FANIN_UPDATE_DOCS'] === '1') writeFileSync(PAGE, page(runs));
      for (const [at, { command, expect: wanted }] of LIST.entries())
        for (const { guard } of runs)
          for (const met of [guard.root[at], guard.sub[at]])
            expect(met?.refused, command).toBe(wanted !== 'allow');
    },
  );
});

function page(runs: readonly { readonly own: GuardRun; readonly guard: GuardRun }[]): string {
  const names = GUARDED.map(({ name }) => name);
  const heads = names.flatMap((name) => [`${name}: its own`, `${name}: fanin's`]);
  const rows = LIST.map(({ command, expect: wanted }, at) => {
    const cells = runs.flatMap(({ own: alone, guard }) => [
      both(alone, at, own),
      both(guard, at, guards),
    ]);
    return `| ${cell(command)} | ${wanted} | ${cells.join(' | ')} |`;
  });
  return `# The text guard beside the agents' own

Made by \`node scripts/guard-table.mjs\`, which lets the real programs run the list of
\`test/fixtures/guard/commands.jsonl\` under a scripted model; do not edit. \`/M\` is the main checkout. A cell is
what became of the command in the root agent; where a sub-agent fared otherwise, that stands behind it.

*Its own* is the agent as fanin starts it without a boundary and without the guard: its permission rules
(Claude Code) or its sandbox (Codex). \`sandbox\`: it ran and could not write. *fanin's* is the guard alone:
the agent's own permissions are bypassed. \`deny\`: it must be denied; \`block\`: denied or undecidable.

| command | expected | ${heads.join(' | ')} |
| --- | --- | ${heads.map(() => '---').join(' | ')} |
${rows.join('\n')}
`;
}

function both(run: GuardRun, at: number, say: (met: Met) => string): string {
  const [root, sub] = [run.root[at], run.sub[at]].map((met) =>
    met === undefined ? '–' : say(met),
  );
  return root === sub ? (root ?? '–') : `${root} (sub-agent: ${sub})`;
}

const cell = (command: string): string =>
  `\`${command.replaceAll('\n', '⏎').replaceAll('|', String.raw`\|`)}\``;
