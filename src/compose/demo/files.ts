import type { Script, Step } from '../../adapters/agents/scripted/script.ts';
import { LIBRARY } from './library.ts';
import { DEMO_TASKS } from './work.ts';
import type { DemoTask } from './work.ts';

/** The first commit of the demo's repository: path → content. `check`: the shell command that runs the library's tests. */
export const demoFiles = (check: string): Readonly<Record<string, string>> => ({
  ...LIBRARY,
  'fanin.config.yaml': config(check),
  'plan.yaml': plan(),
  'demo.script.json': `${JSON.stringify(script(), null, 2)}\n`,
});

const config = (check: string): string => `# What fanin needs to know of this repository.

# Run by fanin itself, on the very tree that is delivered and on the one that would land.
checks:
  unit: { run: ${JSON.stringify(check)}, timeout: 1m }

# What passes lands by itself; what does not waits for a person.
review: { by: checks }

# Real processes in real work copies, with steps from a file in place of a model.
agents:
  scripted: { use: scripted, script: demo.script.json }

defaults: { agent: scripted, deadline: 1m, checks: [unit] }
`;

const plan = (): string => `goal: Round off tally
# Short work like this would run one task at a time by itself (concurrency: auto); here it is to be seen.
concurrency: on
limits: { live: 4, wall: 5m, retries: 0 }
tasks:
${DEMO_TASKS.map(planTask).join('\n')}
`;

const planTask = ({ id, prompt, writes, size, deadline }: DemoTask): string =>
  [
    `  ${id}:`,
    `    prompt: ${prompt}`,
    `    writes: [${writes.join(', ')}]`,
    `    size: ${size}`,
    ...(deadline === undefined ? [] : [`    deadline: ${deadline}`]),
  ].join('\n');

const script = (): Script => ({ tasks: Object.fromEntries(DEMO_TASKS.flatMap(entries)) });

const entries = ({ id, steps, again }: DemoTask): readonly Entry[] =>
  again === undefined
    ? [[id, steps]]
    : [
        [id, steps],
        [`${id}#2`, again],
      ];

type Entry = readonly [task: string, steps: readonly Step[]];
