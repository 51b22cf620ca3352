import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listed } from '../../domain/guard/guard-lists.ts';
import { describeWith } from '../../support/capabilities.ts';
import type { Dialect } from '../../contract/real-agent.ts';
import { GUARDED } from './guarded-dialects.ts';
import { runGuarded, type GuardRun, type Met } from './guard-run.ts';

const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'isolation-guard.md');
const LIST = listed('commands');

/** What the CLIs say when their own permissions or sandbox stand in the way. */
const REFUSED =
  /requires approval|needs approval|permission to use|haven't granted|not allowed|has been denied|isolated in the worktree|was blocked|rejected by|denied by policy|requires user confirmation/i;
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

const SHOWN: readonly Dialect[] = [GUARDED.claude, GUARDED.codex, GUARDED.gemini, GUARDED.kimi];
const NEEDED = ['claude-cli', 'codex-cli', 'gemini-cli', 'kimi-cli', 'git'] as const;

interface Runs {
  readonly own: GuardRun;
  readonly guard: GuardRun;
}

describeWith(NEEDED, "fanin's guard beside the agents' own", () => {
  it(
    'refuses through each what it must, in root and sub-agent',
    { timeout: 3_600_000 },
    async () => {
      const commands = LIST.map(({ command }) => command);
      const runs: Runs[] = [];
      for (const dialect of SHOWN)
        runs.push({
          own: await runOwn(dialect, commands),
          guard: await runInParts(dialect, commands, true),
        });
      if (process.env['FANIN_UPDATE_DOCS'] === '1') writeFileSync(PAGE, page(runs));
      for (const [at, { command, expect: wanted }] of LIST.entries())
        for (const { guard } of runs)
          for (const met of [guard.root[at], guard.sub[at]])
            expect(met?.refused, command).toBe(wanted !== 'allow');
    },
  );
});

/** Sub-agents of the Gemini CLI end after 20 turns. */
const PART = 15;

async function runInParts(
  dialect: Dialect,
  commands: readonly string[],
  guarded: boolean,
): Promise<GuardRun> {
  const [root, sub]: [Met[], Met[]] = [[], []];
  for (let at = 0; at < commands.length; at += PART) {
    const run = await runGuarded(dialect, commands.slice(at, at + PART), { guarded });
    root.push(...run.root);
    sub.push(...run.sub);
  }
  return { root, sub };
}

/** An agent that has nothing of its own would really run all of it, with nothing around it. */
const runOwn = async (dialect: Dialect, commands: readonly string[]): Promise<GuardRun> =>
  dialect.agent.capabilities.heldBy === 'guard'
    ? { root: [], sub: [] }
    : runInParts(dialect, commands, false);

function page(runs: readonly Runs[]): string {
  const names = SHOWN.map(({ name }) => name);
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
(Claude Code, Gemini) or its sandbox (Codex); Kimi Code has nothing of its own, so nothing was run. \`sandbox\`: it
ran and could not write. *fanin's* is the guard alone: the agent's own permissions are bypassed. \`deny\`: it must
be denied; \`block\`: denied or undecidable.

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
