import { mkdirSync, writeFileSync } from 'node:fs';
import { encodeEvent } from '../../src/protocol/events.ts';
import { sampleEvents } from './sample-events.ts';

// Writes the fixture log of a release, once, before that release: `node test/support/make-log-fixture.ts 0.1.0`.
// Never for a release that is out: its log is what is on people's disks.

const [, , release] = process.argv;
if (release === undefined) throw new Error('which release?');
const folder = new URL(`../fixtures/logs/${release}/`, import.meta.url);
mkdirSync(folder, { recursive: true });
for (const run of ['r0wq3k1', 'r0wq3k2', 'r0wq3k3']) {
  const lines = sampleEvents(run).map((event, index) =>
    JSON.stringify({ seq: index + 1, run, at: 1_764_400_000_000 + index, ...encodeEvent(event) }),
  );
  // Exclusive: a fixture that is there is never written again.
  writeFileSync(new URL(`${run}.jsonl`, folder), `${lines.join('\n')}\n`, { flag: 'wx' });
}
