// node scripts/guard-table.mjs: the guard's whole list of commands through the real Claude Code, Codex,
// Gemini CLI and Kimi Code, as root agent and as sub-agent, and the table of docs/isolation-guard.md from what was seen.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const { status } = spawnSync(
  process.execPath,
  ['scripts/test.mjs', '--project', 'agents-all', 'test/e2e/agents/guard-table.'],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      FANIN_AGENTS: 'all',
      FANIN_UPDATE_DOCS: '1',
      FANIN_DEMAND_CAPABILITIES: 'git,claude-cli,codex-cli,gemini-cli,kimi-cli',
    },
  },
);
process.exitCode = status ?? 1;
