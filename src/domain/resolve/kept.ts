import type { Resolution } from './rules.ts';

/** Where it lies in an attempt's folder: a JSON list of what resolvers did on the way of the delivery that has landed. */
export const RESOLUTIONS_FILE = 'resolutions.json';

/** A resolution with its commit; null: it was squashed into the landing's. */
export interface KeptResolution extends Resolution {
  readonly commit: string | null;
}
