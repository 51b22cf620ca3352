import type { Resolution } from './rules.ts';

/** The trailer of a commit that a resolver has made, once a path. */
export const RESOLUTION = 'Fanin-Resolution';

/** The message of a resolution's own commit. */
export const resolutionMessage = (task: string, resolutions: readonly Resolution[]): string =>
  [
    `${task}: resolve ${resolutions.length === 1 ? (resolutions[0]?.path ?? '') : `${String(resolutions.length)} files`} with the target`,
    'Made by fanin on the way to the target, and checked as part of what lands.',
    resolutions
      .map((each) => `${RESOLUTION}: ${resolutionText(each)}`.replaceAll(/[\s\p{Cc}]+/gu, ' '))
      .join('\n'),
  ]
    .join('\n\n')
    .concat('\n');

/** `package.json (manifest): merged by key` */
export const resolutionText = ({ path, resolver, did }: Resolution): string =>
  `${path} (${resolver}): ${did}`;
