import { makeLongTrace } from './made-trace.mjs';
import { interleaved, median, spread } from './measure.mjs';

/** Sub-agents and events of the session; half of each tells how the time grows. */
const SIZES = [
  [100, 100_000],
  [200, 200_000],
];

/**
 * Finding patterns in a long made session, against measuring the same one: both look at every event. Needs a Node that
 * runs TypeScript.
 */
export const benchPatterns = async (pairs = 20) => {
  const { findPatterns } = await import('../../src/domain/trace/patterns/detect.ts');
  const { measureSession } = await import('../../src/domain/trace/measures/session-measures.ts');
  const rounds = Math.min(pairs, 5);
  const rows = [];
  for (const [subAgents, events] of SIZES) {
    const trace = makeLongTrace(subAgents, events);
    const found = findPatterns(trace).length;
    const { left, right } = await interleaved(
      rounds,
      () => timed(() => findPatterns(trace)),
      () => timed(() => measureSession(trace)),
    );
    rows.push({
      name: `patterns of ${subAgents} sub-agents, ${trace.events.length.toLocaleString('en')} events (${found} findings; ${spread(left)}; ${rounds} pairs)`,
      value: median(left),
      unit: 'ms',
      baseline: { name: `measures of the same session (${spread(right)})`, value: median(right) },
      ratio: median(left.map((ms, index) => ms / right[index])),
    });
  }
  return rows;
};

const timed = (work) => {
  const started = performance.now();
  work();
  return performance.now() - started;
};
