import { expect, it } from 'vitest';
import { batchOf, EVENTS_PER_BATCH } from '../../scripts/bench/store-batch.mjs';
import { eventSchema } from '../../src/protocol/events-schemas.ts';

it('the bench of the store writes events as they are today', () => {
  const { events } = batchOf(7);
  expect(events).toHaveLength(EVENTS_PER_BATCH);
  for (const event of events) expect(eventSchema.safeParse(event).error).toBeUndefined();
});
