import { writeSync } from 'node:fs';
import { openStore } from '../../../src/adapters/store/sqlite-store.ts';

// Appends for ever, and says after each append which event was the last. Arguments: state folder, run.
const [, , stateDir = '', run = ''] = process.argv;
const opened = openStore(stateDir);
if (!opened.ok) throw new Error(JSON.stringify(opened.error));
const { store } = opened.value;
const loaded = await store.load(run);
if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
let after = loaded.value.at(-1)?.seq ?? 0;
let count = loaded.value.length;
for (;;) {
  const tasks = [`t${count % 7}`, `t${(count + 1) % 7}`, `t${(count + 2) % 7}`];
  const done = await store.append({
    run,
    at: count,
    after,
    events: tasks.map((task) => ({ type: 'task.readied', at: count, task })),
    views: [
      {
        kind: 'task',
        run,
        id: 'last',
        body: {
          phase: `${count + tasks.length} events`,
          held: false,
          holder: null,
          agent: 'a',
          needs: [],
          writes: null,
          locks: tasks,
          attempts: 0,
          attempt: null,
          reason: 'x'.repeat((count * 37) % 5000),
          landed: null,
        },
      },
    ],
    answers: [],
  });
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  after = done.value;
  count += tasks.length;
  writeSync(1, `${after}\n`);
}
