import type { ConfigEntry } from './environment.ts';

/**
 * A config file's text that git reads as these settings, in their order. For folders that nobody but
 * fanin has written to yet: it takes no git to make one.
 */
export const configText = (entries: readonly ConfigEntry[]): string =>
  entries.map(([key, value]) => sectionOf(key, value)).join('');

const sectionOf = (key: string, value: string): string => {
  const first = key.indexOf('.');
  const last = key.lastIndexOf('.');
  const section = key.slice(0, first);
  const sub = first === last ? '' : ` "${key.slice(first + 1, last).replaceAll(/["\\]/g, '\\$&')}"`;
  return `[${section}${sub}]\n\t${key.slice(last + 1)} = "${escaped(value)}"\n`;
};

const escaped = (value: string): string =>
  value
    .replaceAll(/["\\]/g, '\\$&')
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`);
