import type { PlacedPath } from '../place.ts';

/** Whether a file is a text for people: no test is about it. */
export const isProse = ({ path }: Pick<PlacedPath, 'path'>): boolean =>
  /\.(?:md|mdx|rst|txt|adoc)$|(?:^|\/)(?:LICEN[CS]E|CHANGELOG|AUTHORS|NOTICE)$/i.test(path);
