// npm run test:escape: every way out of the catalogue (test/escape/catalogue), behind the boundary and, one by one, at
// the worktree level; writes the table of docs/isolation.md. `npm test` runs what is behind the boundary alone.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  process.execPath,
  ['scripts/test.mjs', '--project', 'unit', 'test/escape', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      FANIN_ESCAPE: 'table',
      FANIN_DEMAND_CAPABILITIES: 'bubblewrap,iproute2',
    },
  },
);
process.exitCode = status ?? 1;
