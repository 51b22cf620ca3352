// npm run record:patterns [-- --missing | --only <pattern or scenario or program>…]: plays the scenarios of
// test/fixtures/patterns/recorded with the real programs, against a model that follows the scenario, and
// keeps their session records there. Nothing but 127.0.0.1 is talked to; each session has a HOME of its own.
// Needs a Node that runs TypeScript, and the programs (npm run agents:install).
import { isRecorded } from '../test/support/patterns/recorded/corpus.ts';
import { keep } from '../test/support/patterns/recorded/keep.ts';
import { play } from '../test/support/patterns/recorded/play.ts';
import { readRecorded, readRecordedLater } from '../test/support/patterns/recorded/scenario.ts';
import { STAGES } from '../test/support/patterns/recorded/stages.ts';

/** Sessions at a time. */
const AT_ONCE = 2;

const [flag, ...only] = process.argv.slice(2);
if (![undefined, '--missing', '--only'].includes(flag) || (flag === '--only') !== only.length > 0) {
  process.stderr.write(
    'usage: record-patterns.mjs [--missing | --only <pattern or scenario or program>…]\n',
  );
  process.exit(2);
}
const all = [...readRecorded(), ...readRecordedLater()]
  .flatMap((scenario) => scenario.players.map((player) => ({ scenario, player })))
  .filter(
    ({ scenario, player }) =>
      (flag === '--missing' && !isRecorded(scenario, player)) ||
      flag === undefined ||
      (only.length > 0 &&
        only.every((word) => [scenario.code, scenario.id, player].includes(word))) ||
      only.includes(`${scenario.code}/${scenario.id}/${player}`),
  );
const waiting = [...all];
await Promise.all(Array.from({ length: AT_ONCE }, recordNext));

async function recordNext() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { scenario, player } = next;
    const stage = STAGES[player];
    const name = `${scenario.code}/${scenario.id}/${player}`;
    const played = await play(scenario, stage);
    const trouble = played.trouble ?? keep(scenario, stage, played);
    if (trouble !== null) process.exitCode = 1;
    played.remove();
    process.stdout.write(`${name}: ${trouble ?? 'recorded'}\n`);
  }
}
