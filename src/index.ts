/**
 * The library: what the `fanin` command is made of. One of the two published entry points, and
 * with `adapter.ts` the only files that re-export.
 */
export { attemptFolder, readReceipt } from './compose/attempt-reader.ts';
export { loadStartablePlan } from './compose/load-plan.ts';
export type { PlanWish, StartablePlan } from './compose/load-plan.ts';
export { openProject } from './compose/project.ts';
export type { RepositoryPlace } from './compose/project.ts';
export { promoteRun } from './compose/promote.ts';
export type { PromoteReport, PromoteWish } from './compose/promote.ts';
export { openReadModel } from './compose/read-model.ts';
export type { ReadModel, Reader } from './compose/read-model.ts';
export { resumeRun, startRun } from './compose/run-engine.ts';
export type { CarryOptions, RunHandle } from './compose/run-engine.ts';
export { submit } from './compose/submit.ts';
export type { Failure, Place } from './domain/failure.ts';
export type { Plan, Task } from './domain/plan/plan.ts';
export type { Receipt } from './domain/receipt/receipt.ts';
export type { Result } from './domain/result.ts';
export type { PersonCommand } from './domain/run/commands.ts';
export type { RunEvent } from './domain/run/events.ts';
export type { RunState } from './domain/run/state.ts';
export type { AttemptView, DeliveryView, RunView, TaskView } from './domain/run/views.ts';
