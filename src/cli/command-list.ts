import type { Route } from './app/command.ts';

/** One command: what it is for, and the file that has it. */
export interface ListedCommand {
  readonly name: string;
  readonly brief: string;
  readonly group: 'Work' | 'Look' | 'Decide' | 'Set up and tidy';
  readonly load: () => Promise<Route>;
}

/**
 * Every command, in the order of the help. A command is one file in `commands/` that exports `route`,
 * and one entry here; nothing is loaded before it is asked for.
 */
export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'run',
    group: 'Work',
    brief: 'Carry out a plan, or tasks given by -p',
    load: async () => (await import('./commands/run.ts')).route,
  },
  {
    name: 'collect',
    group: 'Work',
    brief: 'Take in branches and worktrees that fanin did not start',
    load: async () => (await import('./commands/collect.ts')).route,
  },
  {
    name: 'plan',
    group: 'Work',
    brief: 'What a run would look like; starts nothing',
    load: async () => (await import('./commands/plan.ts')).route,
  },
  {
    name: 'simulate',
    group: 'Look',
    brief: 'How policies would fare with modelled agents; simulated',
    load: async () => (await import('./commands/simulate.ts')).route,
  },
  {
    name: 'replay',
    group: 'Look',
    brief: 'How merge queues would fare with given changes; simulated',
    load: async () => (await import('./commands/replay.ts')).route,
  },
  {
    name: 'steer',
    group: 'Work',
    brief: 'Tell a running agent something',
    load: async () => (await import('./commands/steer.ts')).route,
  },
  {
    name: 'stop',
    group: 'Work',
    brief: 'Stop the run, or one agent',
    load: async () => (await import('./commands/stop.ts')).route,
  },
  {
    name: 'retry',
    group: 'Work',
    brief: 'Make a failed or returned task again',
    load: async () => (await import('./commands/retry.ts')).route,
  },
  {
    name: 'drop',
    group: 'Work',
    brief: 'Give a task up',
    load: async () => (await import('./commands/drop.ts')).route,
  },
  {
    name: 'limit',
    group: 'Work',
    brief: 'Change how many agents run at once',
    load: async () => (await import('./commands/limit.ts')).route,
  },
  {
    name: 'status',
    group: 'Look',
    brief: 'What runs, what waits, and for what',
    load: async () => (await import('./commands/status.ts')).route,
  },
  {
    name: 'logs',
    group: 'Look',
    brief: 'What an agent or a check has printed',
    load: async () => (await import('./commands/logs.ts')).route,
  },
  {
    name: 'diff',
    group: 'Look',
    brief: 'What an attempt has changed',
    load: async () => (await import('./commands/diff.ts')).route,
  },
  {
    name: 'conflicts',
    group: 'Look',
    brief: 'Which branches and worktrees conflict, before they are merged',
    load: async () => (await import('./commands/conflicts.ts')).route,
  },
  {
    name: 'duplicates',
    group: 'Look',
    brief: 'What branches and worktrees have written twice, or define twice',
    load: async () => (await import('./commands/duplicates.ts')).route,
  },
  {
    name: 'lost',
    group: 'Look',
    brief: 'Which landings took back what others had landed',
    load: async () => (await import('./commands/lost.ts')).route,
  },
  {
    name: 'receipt',
    group: 'Look',
    brief: 'The evidence for an attempt beside its claims',
    load: async () => (await import('./commands/receipt.ts')).route,
  },
  {
    name: 'log',
    group: 'Look',
    brief: 'What has landed, by whom, and on what evidence',
    load: async () => (await import('./commands/log.ts')).route,
  },
  {
    name: 'brief',
    group: 'Look',
    brief: 'What an attempt was told, or what came back of it',
    load: async () => (await import('./commands/brief.ts')).route,
  },
  {
    name: 'open',
    group: 'Look',
    brief: 'A port of an attempt, as one of this host',
    load: async () => (await import('./commands/open.ts')).route,
  },
  {
    name: 'path',
    group: 'Look',
    brief: 'Where an attempt works',
    load: async () => (await import('./commands/path.ts')).route,
  },
  {
    name: 'events',
    group: 'Look',
    brief: 'The log of a run',
    load: async () => (await import('./commands/events.ts')).route,
  },
  {
    name: 'trace',
    group: 'Look',
    brief: 'What the concurrency of agents’ sessions did',
    load: async () => (await import('./commands/trace.ts')).route,
  },
  {
    name: 'stats',
    group: 'Look',
    brief: 'What landed work cost, and what was thrown away',
    load: async () => (await import('./commands/stats.ts')).route,
  },
  {
    name: 'salvage',
    group: 'Look',
    brief: 'Find and bring back work by checkpoint or harvest',
    load: async () => (await import('./commands/salvage.ts')).route,
  },
  {
    name: 'guard',
    group: 'Look',
    brief: 'Whether a command may run in a workspace',
    load: async () => (await import('./commands/guard.ts')).route,
  },
  {
    name: 'review',
    group: 'Decide',
    brief: 'Look at deliveries; approve, return, reject or park them',
    load: async () => (await import('./commands/review.ts')).route,
  },
  {
    name: 'answer',
    group: 'Decide',
    brief: 'Answer a question of a running agent',
    load: async () => (await import('./commands/answer.ts')).route,
  },
  {
    name: 'demo',
    group: 'Set up and tidy',
    brief: 'See it work on a small repository, with scripted agents',
    load: async () => (await import('./commands/demo.ts')).route,
  },
  {
    name: 'promote',
    group: 'Decide',
    brief: 'Take what has landed into your branch',
    load: async () => (await import('./commands/promote.ts')).route,
  },
  {
    name: 'undo',
    group: 'Decide',
    brief: 'Take a landed task off the target again',
    load: async () => (await import('./commands/undo.ts')).route,
  },
  {
    name: 'init',
    group: 'Set up and tidy',
    brief: 'Write a config for this repository',
    load: async () => (await import('./commands/init.ts')).route,
  },
  {
    name: 'config',
    group: 'Set up and tidy',
    brief: 'What the config comes to, and from where',
    load: async () => (await import('./commands/config.ts')).route,
  },
  {
    name: 'trust',
    group: 'Set up and tidy',
    brief: 'Let the set-up scripts of the repository run in workspaces',
    load: async () => (await import('./commands/trust.ts')).route,
  },
  {
    name: 'doctor',
    group: 'Set up and tidy',
    brief: 'Whether everything is there that a run needs',
    load: async () => (await import('./commands/doctor.ts')).route,
  },
  {
    name: 'clean',
    group: 'Set up and tidy',
    brief: 'Remove workspaces whose work is held elsewhere',
    load: async () => (await import('./commands/clean.ts')).route,
  },
];
