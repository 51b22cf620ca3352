import { clash } from '../../src/domain/plan/clash.ts';
import type { Task } from '../../src/domain/plan/plan.ts';
import { isLive } from '../../src/domain/attempt/attempt.ts';
import { planTask } from '../../src/domain/run/state.ts';
import type { Agent } from '../../src/ports/agent.ts';
import type { SupervisedLaunch, Supervision } from '../../src/ports/supervision.ts';
import type { World } from './world.ts';
import { quietAgent } from '../support/quiet-agent.ts';

/** What an agent does with its task. From the third attempt on every agent is `good`. */
type Character =
  | 'good'
  | 'red'
  | 'mixed'
  | 'meddler'
  | 'idle'
  | 'crashing'
  | 'hanging'
  | 'stubborn'
  | 'lost';

const CHARACTERS: readonly Character[] = [
  'good',
  'good',
  'good',
  'good',
  'red',
  'mixed',
  'mixed',
  'meddler',
  'meddler',
  'idle',
  'crashing',
  'hanging',
  'stubborn',
  'lost',
];

/** The adapter of every agent here; it takes messages when its task's number of characters is even. */
export const robot: Agent = {
  name: 'scripted',
  ...quietAgent,
  launch: ({ brief, task }) => ({
    ok: true,
    value: {
      argv: ['robot'],
      env: {},
      files: [],
      stdin: brief,
      keepOpen: task.length % 2 === 0,
      fixed: {},
    },
  }),
  decoder: () => ({ feed: () => [] }),
};

/** Supervision whose agents live through a script once they have been started. */
export const livingAgents = (world: World): Supervision => {
  const { supervision, launches } = world.agents;
  return {
    ...supervision,
    start: async (launch) => {
      const before = launches.length;
      const started = await supervision.start(launch);
      if (launches.length === before) return started;
      noteClashes(world, launch.attempt);
      world.alive.add(launch.attempt);
      const character = characterOf(world, launch.attempt);
      if (character === 'stubborn') world.agents.ignoreStop(launch.attempt);
      void live(world, launch, character);
      // The supervisor holds the deadline whether or not an engine lives.
      world.time.clock.schedule(launch.deadlineAt - world.time.clock.now(), () =>
        end(world, launch, () => world.agents.due(launch.attempt)),
      );
      return started;
    },
    stop: async (attempt, folder, why) => {
      const launch = launches.find((other) => other.attempt === attempt);
      if (launch === undefined) return;
      if ((await supervision.probe(attempt, folder)).kind !== 'alive') return;
      keep(world, launch);
      await supervision.stop(attempt, folder, why);
      if ((await supervision.probe(attempt, folder)).kind !== 'alive') world.alive.delete(attempt);
      world.time.clock.schedule(launch.killAfterMs, () =>
        end(world, launch, () =>
          world.agents.exit(attempt, { code: null, signal: 'SIGKILL', stopped: why }),
        ),
      );
    },
  };
};

const characterOf = (world: World, attempt: string): Character => {
  const { n } = attemptOf(world, attempt);
  if (n > 2 || !world.may('agents', 1)) return 'good';
  return world.random.chance(world.meddling) ? 'meddler' : world.random.pick(CHARACTERS);
};

const attemptOf = (world: World, id: string) => {
  const found = world
    .runs()
    .flatMap((run) => world.run(run)?.attempts[id] ?? [])
    .at(0);
  if (found === undefined) throw new Error(`${id} was started and is not in the log`);
  return found;
};

const taskOf = (world: World, id: string): Task => {
  const { run, task } = attemptOf(world, id);
  const state = world.run(run);
  if (state === null) throw new Error(`no run ${run}`);
  return planTask(state, task);
};

/** Two agents whose scopes or locks clash must never be alive at once, whatever runs they belong to. */
const noteClashes = (world: World, started: string): void => {
  const mine = taskOf(world, started);
  for (const run of world.runs())
    for (const attempt of Object.values(world.run(run)?.attempts ?? {})) {
      if (attempt.id === started) continue;
      const other = taskOf(world, attempt.id);
      if (!isLive(attempt) && !world.alive.has(attempt.id)) continue;
      if (clash(mine, other) !== null)
        world.broken.push(`${started} was started while ${attempt.id} is ${attempt.phase}`);
    }
};

const live = async (
  world: World,
  launch: SupervisedLaunch,
  character: Character,
): Promise<void> => {
  const { random, workspaces, sleep, agents } = world;
  const { attempt } = launch;
  const path = launch.command.cwd;
  const task = attempt.split('-')[1] ?? '';
  const alive = async (): Promise<boolean> =>
    (await agents.supervision.probe(attempt, launch.folder)).kind === 'alive';
  if (world.shares && character !== 'idle' && random.chance(0.7)) share(world, attempt, path);
  if (character === 'meddler') {
    workspaces.edit(path, 'shared.txt', `${attempt} was here\n`);
    // Long enough now and then for others to see it in a checkpoint.
    await sleep(random.below(7000));
  }
  for (let k = 1; k <= 1 + random.below(3); k += 1) {
    await sleep(50 + random.below(1500));
    if (!(await alive())) return;
    tellUsage(world, attempt, k * (500 + random.below(500)));
    if (character !== 'idle')
      workspaces.edit(path, `${task}/f${k}.txt`, `${attempt} version ${k}\n`);
    if (character !== 'idle' && random.chance(0.4)) workspaces.commit(path);
  }
  if (world.compares) workspaces.edit(path, `${task}/chunk.js`, HELPER);
  if (character === 'red') workspaces.edit(path, `${task}/bug.txt`, 'RED\n');
  if (character === 'mixed') workspaces.edit(path, `${task}/mix.txt`, 'MIX\n');
  if (character === 'hanging' || character === 'stubborn') return;
  await sleep(random.below(500));
  if (!(await alive())) return;
  end(world, launch, () => {
    if (character === 'lost') agents.lose(attempt);
    else agents.exit(attempt, { code: character === 'crashing' ? 1 : 0 });
  });
};

/** What each of them could have taken from another. */
const HELPER = `/** Cuts a list into parts of a size. */
export function chunk(list, size) {
  const parts = [];
  for (let at = 0; at < list.length; at += size) parts.push(list.slice(at, at + size));
  return parts;
}
`;

/** What an agent's line in the list that all add to is. */
export const entryOf = (attempt: string): string => `- ${attempt}`;

/** Adds to what every other one adds to as well. */
const share = ({ random, workspaces }: World, attempt: string, path: string): void => {
  const list = workspaces.files(path).get('CHANGELOG.md') ?? '';
  workspaces.edit(path, 'CHANGELOG.md', `${list}${entryOf(attempt)}\n`);
  if (random.chance(0.4)) workspaces.edit(path, `migrations/0001_${attempt}.sql`, 'select 1;\n');
  if (random.chance(0.4)) workspaces.edit(path, 'gen.txt', `${attempt}\n`);
};

/** The host goes down, with every agent on it: of what no checkpoint holds only empty files are left. */
export const crashHost = (world: World): void => {
  for (const launch of world.agents.launches) {
    if (!world.alive.has(launch.attempt)) continue;
    const { cwd } = launch.command;
    const held = world.held.get(launch.attempt);
    for (const [path, text] of world.workspaces.files(cwd))
      if (held?.get(path) !== text) world.workspaces.edit(cwd, path, '');
    // What a stubborn one had when it was asked to stop went down as well.
    world.left.delete(launch.attempt);
    end(world, launch, () => world.agents.lose(launch.attempt));
  }
  for (const kill of world.running.keys()) kill();
};

const tellUsage = ({ files }: World, attempt: string, output: number): void => {
  const usage = { input: 0, cacheRead: 0, cacheWrite: 0, output };
  files.output.set(attempt, [...(files.output.get(attempt) ?? []), { kind: 'usage', usage }]);
};

const end = (world: World, launch: SupervisedLaunch, how: () => void): void => {
  keep(world, launch);
  how();
  world.alive.delete(launch.attempt);
};

/** Remembers what lies in the workspace, for the rule that nothing is lost. */
const keep = (world: World, { attempt, command }: SupervisedLaunch): void => {
  if (world.workspaces.exists(command.cwd) && !world.left.has(attempt))
    world.left.set(attempt, new Map(world.workspaces.files(command.cwd)));
};
