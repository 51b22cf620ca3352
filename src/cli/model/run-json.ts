import type { AttemptModel, RunModel } from './run-model.ts';

/**
 * A run for scripts: the views as they are, by task, attempt and delivery. `schema` is bumped with every
 * change of shape.
 */
export function runJson(model: RunModel): string {
  const attempts = model.tasks.flatMap(({ made }) => made);
  return JSON.stringify({
    schema: 1,
    run: { id: model.id, ...model.run, engine: model.engine, inbox: model.inbox },
    tasks: model.tasks.map(({ made: _made, ...task }) => task),
    attempts: attempts.map(attemptJson),
    deliveries: attempts.flatMap(({ id, delivery }) =>
      delivery === null ? [] : [{ id, ...delivery }],
    ),
  });
}

const attemptJson = ({ delivery: _delivery, receipt, live, ...attempt }: AttemptModel) => ({
  ...attempt,
  tokens: live?.tokens ?? null,
  lastTool: live?.lastTool ?? null,
  subAgents: live?.subAgents ?? 0,
  rateLimitedSince: live?.rateLimitedSince ?? null,
  diskBytes: live?.diskBytes ?? null,
  checkpoint: live?.checkpoint ?? null,
  findings: receipt?.findings ?? [],
});
