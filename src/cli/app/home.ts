import type { Cli } from './cli.ts';

/** The person's home folder; empty: none is known. */
export const homeOf = ({ env }: Cli): string => env['HOME'] ?? '';
