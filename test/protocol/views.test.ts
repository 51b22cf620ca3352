import { describe, expect, it } from 'vitest';
import {
  attemptViewSchema,
  deliveryViewSchema,
  runViewSchema,
  taskViewSchema,
} from '../../src/protocol/views.ts';

describe('the schemas of views', () => {
  it('know every field of a body, and miss none', () => {
    const task = {
      phase: 'ready',
      held: false,
      agent: 'claude',
      needs: ['a'],
      writes: null,
      locks: [],
      attempts: 1,
      attempt: 'r1-a-1',
      reason: '',
      landed: null,
      holder: null,
    };
    expect(taskViewSchema.parse(task)).toEqual(task);
    for (const field of Object.keys(task)) {
      expect(taskViewSchema.safeParse({ ...task, [field]: undefined }).success).toBe(false);
    }
  });

  it('refuse what is no view', () => {
    for (const schema of [runViewSchema, attemptViewSchema, deliveryViewSchema]) {
      expect(schema.safeParse({}).success).toBe(false);
    }
  });
});
