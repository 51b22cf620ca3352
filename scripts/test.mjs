// Runs vitest with the given arguments and has the last word: what was not run and why, then
// `N passed, N failed` alone on a line. A run that ends without counts (it crashed, it found no
// tests) is a failure too. It does not build: `npm test` does, before it calls this.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');

const folder = mkdtempSync(join(tmpdir(), 'fanin-test-'));
const summaryFile = join(folder, 'summary.json');
const code = await runVitest(process.argv.slice(2));
const summary = readSummary() ?? { passed: 0, failed: 0, notes: [] };
rmSync(folder, { recursive: true, force: true });
if (code !== 0 && summary.failed === 0) {
  process.stdout.write(`vitest ended with ${code} though no test failed: counted as one failure\n`);
  summary.failed = 1;
}
for (const note of summary.notes) process.stdout.write(`${note}\n`);
process.stdout.write(`${summary.passed} passed, ${summary.failed} failed\n`);
process.exitCode = summary.failed > 0 ? code || 1 : code;

function runVitest(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [VITEST, 'run', ...args], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, FANIN_TEST_SUMMARY: summaryFile },
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => child.kill(signal));
    }
    child.on('exit', (exit, signal) => resolve(exit ?? 128 + constants.signals[signal]));
  });
}

/** What test/support/reporter.ts left: `passed`, `failed`, and `notes` to print before them. */
function readSummary() {
  try {
    return JSON.parse(readFileSync(summaryFile, 'utf8'));
  } catch {
    return undefined;
  }
}
