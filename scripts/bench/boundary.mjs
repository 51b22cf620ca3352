import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { programShares } from '../../dist/adapters/boundary/program-shares.js';
import { hostBoundary } from '../../dist/compose/boundary.js';
import { interleaved, median, spread } from './measure.mjs';

/** An ordinary user for what runs inside, where root runs this. */
const NOBODY = 65_534;
const NETWORKS = [
  { network: { mode: 'none' }, words: 'no network' },
  {
    network: { mode: 'allow', endpoints: [{ host: 'listed.example', port: null }] },
    words: 'an allowlist',
  },
];
const COMMANDS = [['true'], ['node', '-e', '0']];

/** A command behind the boundary over the bare one, and the self-test; medians of `pairs` interleaved pairs. */
export const benchBoundary = async (pairs = 20) => {
  const boundary = hostBoundary();
  if (boundary === null) return [];
  const folder = mkdtempSync(join(tmpdir(), 'fanin-bench-'));
  try {
    const home = join(folder, 'home');
    mkdirSync(home);
    if (process.getuid() === 0) chownSync(home, NOBODY, NOBODY);
    const rows = [];
    for (const { network, words } of NETWORKS) {
      const profile = { home, network, uid: NOBODY, shares: programShares([process.execPath]) };
      const way = await boundary.enclose(join(folder, 'state'), profile);
      if (!way.ok) throw new Error(way.error.message);
      for (const argv of COMMANDS) rows.push(await startRow(way.value, argv, { words, pairs }));
    }
    const proofs = [];
    for (let turn = 0; turn < Math.min(pairs, 10); turn += 1) {
      proofs.push(await timed(() => boundary.prove()));
    }
    rows.push({
      name: `the self-test (${spread(proofs)} ms)`,
      value: median(proofs),
      unit: 'ms',
      goal: '< 300 ms',
    });
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

async function startRow(way, argv, { words, pairs }) {
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const wrapped = way.wrap({ argv, cwd: '/tmp', env });
  const { left, right } = await interleaved(
    pairs,
    () => timed(() => once(wrapped)),
    () => timed(() => once({ argv, cwd: '/tmp', env })),
  );
  return {
    name: `\`${argv.join(' ')}\` behind the boundary, ${words} (${pairs} pairs, ${spread(left)} ms)`,
    value: median(left),
    unit: 'ms',
    baseline: { name: 'bare', value: median(right) },
    ratio: median(left.map((ms, index) => ms / right[index])),
  };
}

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function once({ argv: [program, ...args], cwd, env }) {
  const { status, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: exit ${status}\n${stderr}`);
}
