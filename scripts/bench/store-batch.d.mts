export const EVENTS_PER_BATCH: number;
export const RUN: string;
export function batchOf(index: number): { events: readonly unknown[]; views: readonly unknown[] };
