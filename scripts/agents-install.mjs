// `npm run agents:install [--lock] [name…]`: puts the pinned coding-agent CLIs that the tests drive
// into .cache/agents, one line each. Plain JavaScript for any Node >= 18, no packages. `--lock`
// makes the lock files anew, after a pin was changed.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installAgent } from './agents/install.mjs';
import { readPins } from './agents/pins.mjs';
import { StepError } from './bootstrap/errors.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

const args = process.argv.slice(2);
const relock = args.includes('--lock');
const asked = args.filter((arg) => arg !== '--lock');
const pins = readPins();
const unknown = asked.filter((name) => !pins.some((pin) => pin.name === name));
if (unknown.length > 0) {
  const known = pins.map(({ name }) => name).join(', ');
  process.stderr.write(`no agent ${unknown.join(', ')}; there are ${known}\n`);
  process.exit(2);
}
for (const pin of pins.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  const title = `${pin.name} ${pin.version}`;
  try {
    process.stdout.write(`${title}: ${await installAgent(ROOT, pin, { relock })}\n`);
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    process.stderr.write(`${title}: ${error.message}\n`);
    process.exitCode = 1;
  }
}
