/** For authors of adapters: the ports, and the values that cross them. */
export { failure } from './domain/failure.ts';
export type { Failure } from './domain/failure.ts';
export type { AgentSpec } from './domain/plan/plan.ts';
export type { AgentFact } from './domain/receipt/agent-fact.ts';
export { err, ok } from './domain/result.ts';
export type { Result } from './domain/result.ts';
export type {
  Agent,
  AgentCapabilities,
  AgentDecoder,
  Launch,
  LaunchRequest,
} from './ports/agent.ts';
export type { Network, Share } from './ports/boundary.ts';
export type { CommandSpec } from './ports/commands.ts';
export type {
  CheckCopy,
  Needs,
  Removal,
  WorkspaceCapabilities,
  Workspaces,
  WorkspaceSpec,
} from './ports/workspaces.ts';
