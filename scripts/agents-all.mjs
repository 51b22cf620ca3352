// npm run test:agents:all [-- name…]: the contract with every real agent program, and the table of
// docs/agents.md from what it saw. CI runs three of them in `npm test`; the rest need long.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const CELLS = join(ROOT, 'test', 'fixtures', 'agent-cells', 'cells.json');
const NAMES = ['claude-code', 'codex', 'kimi', 'opencode', 'gemini', 'acp'];
const DEMANDED = 'git,proc,claude-cli,codex-cli,kimi-cli,opencode-cli,gemini-cli,acp-cli';

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !NAMES.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`no agent ${unknown.join(', ')}; there are ${NAMES.join(', ')}\n`);
  process.exit(2);
}
const names = asked.length === 0 ? NAMES : asked;
const folder = mkdtempSync(join(tmpdir(), 'fanin-cells-'));
const seen = join(folder, 'cells.jsonl');
writeFileSync(seen, '');
const filters = names.map((name) => `test/e2e/agents/${name}.`);
const { status } = spawnSync(
  process.execPath,
  ['scripts/test.mjs', '--project', 'e2e', '--project', 'agents-all', ...filters],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      FANIN_AGENTS: 'all',
      FANIN_AGENT_CELLS: seen,
      FANIN_DEMAND_CAPABILITIES: DEMANDED,
    },
  },
);
const cells = readFileSync(seen, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));
rmSync(folder, { recursive: true, force: true });
// Of an agent that was run, everything is as this run saw it; the others stay as they were.
const run = new Set(cells.map(({ agent }) => agent));
const kept = JSON.parse(readFileSync(CELLS, 'utf8')).filter(({ agent }) => !run.has(agent));
const all = [...kept, ...cells].toSorted(
  (a, b) => a.agent.localeCompare(b.agent) || a.what.localeCompare(b.what),
);
writeFileSync(CELLS, `${JSON.stringify(all, null, 2)}\n`);
process.stdout.write(
  `${cells.length} cells of ${run.size} agents; FANIN_UPDATE_DOCS=1 npx vitest run --project unit test/docs writes docs/agents.md\n`,
);
process.exitCode = status ?? 1;
