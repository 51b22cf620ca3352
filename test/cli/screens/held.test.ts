import { describe, expect, it } from 'vitest';
import type { AttemptModel } from '../../../src/cli/model/run-model.ts';
import { heldLines } from '../../../src/cli/screens/held.ts';
import { timeOfDay } from '../../../src/cli/text/figures.ts';
import { attempt, look, model, NOW, sha, task } from '../sample-model.ts';

const CHECKPOINT = { seq: 3, at: NOW };
const lines = (more: Partial<AttemptModel>, all = true): string => {
  const made = [attempt('core', { workspace: '/srv/w', removed: false, commit: null, ...more })];
  return heldLines(model([task('core', 'running', { made })]), look(400), all).join('\n');
};
const live = (checkpoint: AttemptModel['live']): Partial<AttemptModel> => ({
  phase: 'running',
  outcome: null,
  live: checkpoint,
});
const figures = { tokens: null, lastTool: null };

describe('where work is held', () => {
  it('names workspace and checkpoint of an agent at work', () => {
    expect(lines(live({ ...figures, checkpoint: CHECKPOINT }))).toContain(
      `workspace /srv/w; checkpoint at ${timeOfDay(NOW)}, refs/fanin/checkpoints/r7k/core/1/3 in store.git`,
    );
    expect(lines(live(figures))).toContain('workspace /srv/w; no checkpoint yet');
    expect(lines(live(null))).toContain('no checkpoint yet');
  });

  it('names the checkpoint of an attempt that ended without a harvest, unasked', () => {
    const ended = {
      phase: 'ended',
      outcome: 'failed',
      live: { ...figures, checkpoint: CHECKPOINT },
    };
    expect(lines({ ...ended, workspace: null }, false)).toContain(
      'refs/fanin/checkpoints/r7k/core/1/3',
    );
    expect(lines({ ...ended, commit: sha('a') }, false)).not.toContain('checkpoint');
  });
});
