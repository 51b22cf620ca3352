import { trailerLines } from './trailers.ts';
import type { LandingTrailers } from './trailers.ts';

/** Longest subject taken from a prompt, in characters. */
const MOST = 60;

/** The message of the commit that lands a delivery. */
export const landingMessage = (of: {
  readonly prompt: string;
  readonly goal: string;
  readonly trailers: LandingTrailers;
}): string => {
  const [first = ''] = of.prompt.trim().split('\n');
  const subject = first.length > MOST ? `${first.slice(0, MOST - 1)}…` : first;
  return [
    `${of.trailers.task}: ${subject}`,
    ...(of.goal === '' ? [] : [of.goal]),
    trailerLines(of.trailers).join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
};
