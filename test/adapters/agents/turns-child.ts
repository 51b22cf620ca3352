/**
 * A driver of turns by itself: `node turns-child.ts <folder>`. Its agent is a shell that says when
 * it starts (`started-<n>`), takes its prompt into `session` once there is a file `go-<n>`, and ends
 * with a file `end-<n>`. Looks are counted in `looks`; with a file `must-end` it must not go on.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { driveTurns } from '../../../src/adapters/agents/turns-driver.ts';
import type { LegPlan } from '../../../src/adapters/agents/turns-driver.ts';

const AGENT = `
cd "$1"; n=$(($(cat count 2>/dev/null || echo 0) + 1)); echo $n > count; : > started-$n
until [ -e go-$n ]; do sleep 0.02; done
echo "$2" >> session; echo begun
until [ -e end-$n ]; do sleep 0.02; done
`;

const [folder = ''] = process.argv.slice(2);
const leg = (prompt: string): LegPlan => ({
  argv: ['sh', '-c', AGENT, 'sh', folder, prompt],
  stdin: '',
});

await driveTurns({
  first: leg('brief'),
  resume: (_, text) => leg(text),
  sessionOf: (line) => (line === 'begun' ? 's1' : null),
  interrupt: 'SIGTERM',
  account: () => Promise.resolve([]),
  look: () => appendFileSync(join(folder, 'looks'), '.'),
  mustEnd: () => (existsSync(join(folder, 'must-end')) ? 'it must not go on' : null),
});
