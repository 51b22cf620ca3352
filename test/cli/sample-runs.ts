import type { RunModel } from '../../src/cli/model/run-model.ts';
import {
  attempt,
  delivery,
  greenReceipt,
  model,
  receipt,
  sha,
  task,
  NOW,
  MINUTE,
} from './sample-model.ts';

/** A run in full swing: something of everything. */
export const busyModel = (): RunModel =>
  model([
    task('core', 'landed', {
      landed: sha('d'),
      made: [
        attempt('core', {
          receipt: greenReceipt('core'),
          removed: true,
          delivery: delivery('core', 'landed', { landed: sha('d') }),
        }),
      ],
    }),
    task('seq', 'running', {
      needs: ['core'],
      made: [
        attempt('seq', {
          phase: 'running',
          outcome: null,
          endedAt: null,
          startedAt: NOW - 3 * MINUTE,
          deadlineAt: NOW + 29 * MINUTE,
          commit: null,
          live: { tokens: 410_000, lastTool: 'edit src/seq/main.c' },
        }),
      ],
    }),
    task('docs', 'delivered', {
      made: [
        attempt('docs', {
          receipt: receipt('docs'),
          delivery: delivery('docs', 'awaiting-review', {
            blocking: ["README.md is outside the task's scope"],
          }),
        }),
      ],
    }),
    task('parser', 'ready', { reason: 'seq holds src/**/index.ts until it has landed' }),
    task('verify', 'waiting', { needs: ['docs', 'seq'], reason: 'after docs, seq' }),
    task('schema', 'failed', {
      reason: 'stopped at its deadline; its work is kept as bbbbbbb',
      attempts: 2,
      attempt: 'r7k-schema-2',
      made: [
        attempt('schema', { outcome: 'empty', commit: null, removed: true }),
        attempt('schema', {
          n: 2,
          outcome: 'salvaged',
          kept: 'it holds what is held nowhere else',
        }),
      ],
    }),
    task('ci', 'parked', {
      reason: 'returned (conflict): conflict in ci.yml',
      made: [
        attempt('ci', { delivery: delivery('ci', 'returned', { reason: 'conflict in ci.yml' }) }),
      ],
    }),
    task('old', 'dropped', { reason: 'not needed' }),
  ]);

/** A run whose agent asks something, with a sub-agent at work. */
export const askingModel = (): RunModel =>
  model([
    task('core', 'running', {
      made: [
        attempt('core', {
          phase: 'running',
          outcome: null,
          endedAt: null,
          startedAt: NOW - 3 * MINUTE,
          deadlineAt: NOW + 29 * MINUTE,
          commit: null,
          live: { tokens: 4_100, lastTool: 'Bash make', subAgents: 2, diskBytes: 412_000_000 },
          asks: [
            {
              id: 'q1',
              kind: 'permission',
              text: 'May I run make?',
              options: ['allow', 'refuse'],
              default: 'refuse',
              until: NOW + 45_000,
            },
          ],
        }),
      ],
    }),
  ]);
