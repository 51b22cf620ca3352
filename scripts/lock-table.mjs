// node scripts/lock-table.mjs [pairs] [client…]: how many generated pairs of dependency changes land with a lock file that
// a frozen install takes, for each client that is there. Needs no registry: packages are files in the repository, of a
// proxy's folder, or of an index at 127.0.0.1. Node 24.
import { spawnSync } from 'node:child_process';
import { needsIn } from '../test/support/lock-reading.ts';
import { lockPair, PAIR_BASE } from '../test/support/lock-pairs.ts';
import { lockScene } from '../test/support/lock-scene.ts';

const [count = '50', ...named] = process.argv.slice(2);
const pairs = Number(count);

/** What the clients that are no dependency of this repository are started by. */
const PROGRAMS = { cargo: ['cargo', '--version'], go: ['go', 'version'], poetry: ['poetry', '-V'] };

const clients =
  named.length > 0 ? named : ['npm', 'pnpm', 'yarn', 'yarn-berry', 'cargo', 'go', 'poetry'];

/** Why a pair did not land as it should; null: it did. */
const tried = async (scene, base, seed) => {
  const pair = lockPair(seed);
  const a = await scene.deliver('a', await scene.files(pair.ours, base));
  const b = await scene.deliver('b', await scene.files(pair.theirs, base));
  const { commits, leftOut } = await scene.merge(a, b);
  if (leftOut.length > 0) return leftOut[0].text.split('\n').slice(0, 5).join(' ');
  const landed = commits.at(-1).commit;
  const manifest = await scene.show(landed, scene.client.manifest);
  const said = (needs) =>
    Object.keys(needs)
      .toSorted()
      .map((name) => `${name} ${needs[name]}`)
      .join();
  const found = said(needsIn(scene.name, manifest));
  if (found !== said(pair.both)) return `it needs ${found}`;
  return scene.install(landed);
};

/** How many of the pairs land. */
const landedBy = async (client) => {
  const scene = await lockScene(client, PAIR_BASE);
  let landed = 0;
  try {
    const base = await scene.show(scene.base, scene.lock);
    for (let seed = 1; seed <= pairs; seed += 1) {
      const why = await tried(scene, base, seed);
      landed += why === null ? 1 : 0;
      if (why !== null) console.log(`${client} pair ${seed}: ${why}`);
    }
  } finally {
    await scene.remove();
  }
  return landed;
};

let missed = 0;
for (const client of clients) {
  const [program, ...args] = PROGRAMS[client] ?? ['node', '-v'];
  if (spawnSync(program, args).status !== 0) {
    console.log(`${client}: not there`);
    continue;
  }
  const started = performance.now();
  const landed = await landedBy(client);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${client}: ${landed} of ${pairs} pairs land with a frozen install (${seconds} s)`);
  missed += pairs - landed;
}
process.exit(missed === 0 ? 0 : 1);
