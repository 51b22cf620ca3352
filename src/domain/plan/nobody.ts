import type { AgentSpec, Task } from './plan.ts';

/** Stands in a task whose work was collected: whoever made it was not started by fanin. */
export const NOBODY: AgentSpec = { name: 'nobody', use: 'none', args: [], env: {} };

/** Whether fanin has an agent for the task, and may have it made again by itself. */
export const hasAgent = ({ agent }: Pick<Task, 'agent'>): boolean => agent.use !== NOBODY.use;
