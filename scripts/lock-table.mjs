// node scripts/lock-table.mjs [pairs]: how many generated pairs of dependency changes land with a lock file that a frozen
// install takes, for npm and for pnpm. Needs no registry: packages are tarballs that lie in the repository. Node 24.
import { lockPair, PAIR_BASE } from '../test/support/lock-pairs.ts';
import { packageAt } from '../test/support/lock-packages.ts';
import { lockScene } from '../test/support/lock-scene.ts';

const pairs = Number(process.argv[2] ?? 50);

/** Why a pair did not land as it should; null: it did. */
const tried = async (scene, base, seed) => {
  const pair = lockPair(seed);
  const a = await scene.deliver('a', scene.files(pair.ours, base));
  const b = await scene.deliver('b', scene.files(pair.theirs, base));
  const { commits, leftOut } = await scene.merge(a, b);
  if (leftOut.length > 0) return leftOut[0].text.split('\n').slice(0, 3).join(' ');
  const landed = commits.at(-1).commit;
  const wanted = Object.entries(pair.both).map(
    ([name, version]) => `${name} ${packageAt(name, version)}`,
  );
  const manifest = JSON.parse(await scene.show(landed, 'package.json'));
  const found = Object.entries(manifest.dependencies).map(([name, at]) => `${name} ${at}`);
  if (found.toSorted().join() !== wanted.toSorted().join()) return `it needs ${found.join()}`;
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
for (const client of ['npm', 'pnpm']) {
  const started = performance.now();
  const landed = await landedBy(client);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${client}: ${landed} of ${pairs} pairs land with a frozen install (${seconds} s)`);
  missed += pairs - landed;
}
process.exit(missed === 0 ? 0 : 1);
