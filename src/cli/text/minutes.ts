import { formatDuration } from '../../domain/config/duration.ts';

const MINUTE = 60_000;

/** An expected time in ms: sizes are estimates, so seconds tell nothing beside minutes. */
export const minutes = (ms: number): string =>
  formatDuration(ms < MINUTE ? Math.round(ms / 1000) * 1000 : Math.round(ms / MINUTE) * MINUTE);
