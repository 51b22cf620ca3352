import type { RunView, View } from '../../src/domain/run/views.ts';

/** A run's view, at work unless told otherwise. */
export const runView = (run: string, goal: string, more: Partial<RunView> = {}): View => ({
  kind: 'run',
  run,
  id: run,
  body: {
    goal,
    phase: 'running',
    end: null,
    endReason: null,
    startedAt: 1,
    endedAt: null,
    base: 'b',
    targetRef: 't',
    target: 'c',
    tasks: ['a'],
    wallMs: null,
    agentMs: null,
    agentUsedMs: 0,
    wallUsedMs: 0,
    busySince: null,
    reviewBy: 'human',
    reviewLimit: 3,
    window: { arrivals: 0, reviews: 0 },
    limit: { live: 0, may: 1, binding: 'ramp', terms: [] },
    admission: 'serial',
    ...more,
  },
});
