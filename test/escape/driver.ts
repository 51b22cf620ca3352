/**
 * Runs where the agent runs, by Node: each row by `sh` in the work copy, one after another, and prints what each said
 * as JSON, by id. Rows come on standard input. After a row of git's the work copy is put back.
 */
export const DRIVER = `
const { spawnSync } = require('node:child_process');
const rows = JSON.parse(require('node:fs').readFileSync(0, 'utf8')), said = {};
for (const { id, group, run } of rows) {
  const sh = (text) => spawnSync('sh', ['-c', text], { env: { ...process.env, ID: id }, stdio: ['ignore', 'pipe', 'pipe'], timeout: 8000, killSignal: 'SIGKILL', maxBuffer: 1e6 });
  const { stdout, stderr } = sh(run);
  said[id] = String(stdout ?? '').slice(0, 200000) + '\\n' + String(stderr ?? '').slice(0, 2000);
  if (group === 'git') sh('git rebase --abort; git bisect reset -q; git checkout -qf "$BRANCHES/work"; git reset -q --hard "$START"; git clean -qfdx');
}
process.stdout.write(JSON.stringify(said));
`;
