import type { Finding } from '../../attempt/attempt.ts';
import type { DeliveredTree } from './delivered-tree.ts';
import { blocking, shown, some } from './tell.ts';

/** Other repositories that a delivery brings in: git fetches from where it is told to, and runs what it finds. */
export const submoduleFindings = (tree: DeliveredTree): readonly Finding[] => {
  const before = new Set(tree.submodulesBefore.map(([key, value]) => `${key}\n${value}`));
  const changed = tree.submodules.filter(([key, value]) => !before.has(`${key}\n${value}`));
  const unsafe = changed.flatMap(([key, value]) => {
    const why = whyUnsafe(key, value);
    return why === null ? [] : [`${shown(key)} = ${shown(value)} (${why})`];
  });
  const urls = changed.filter(([key]) => key.endsWith('.url'));
  return [
    ...unsafe.map((text) => blocking('submodule-unsafe', '.gitmodules', `.gitmodules: ${text}.`)),
    ...(urls.length === 0 || unsafe.length > 0
      ? []
      : [
          blocking(
            'submodule-changed',
            '.gitmodules',
            `The delivery has code fetched from elsewhere: ${some(urls.map(([, url]) => url))}.`,
          ),
        ]),
    ...disguised(tree),
    ...unlisted(tree),
  ];
};

const whyUnsafe = (key: string, value: string): string | null => {
  const [, name = '', part = ''] = /^submodule\.(.*)\.([^.]*)$/s.exec(key) ?? [];
  if (name.split(/[/\\]/).includes('..') || name === '')
    return 'its name leads out of .git/modules';
  if (value.startsWith('-')) return 'git takes it for an option';
  if (/\p{Cc}/u.test(value)) return 'it has control characters in it';
  if (part === 'update' && value.trimStart().startsWith('!')) return 'git runs it as a command';
  if (part === 'path')
    return value.split(/[/\\]/).includes('..') ? 'it leads out of the tree' : null;
  return part === 'url' ? whyUnsafeUrl(value) : null;
};

/** Relative addresses are relative to the upstream's, as git has it. */
const whyUnsafeUrl = (url: string): string | null => {
  if (/^[a-z0-9-]+::/i.test(url)) return 'git runs a program of that name';
  if (/^(?:file:|[/~]|[a-z]:[/\\])/i.test(url)) return 'it is a path on the machine that fetches';
  const host = /^(?:[a-z+]+:\/\/)?(?:[^/@]*@)?([^/:]*)/i.exec(url)?.[1] ?? '';
  if (host.startsWith('-')) return 'ssh takes it for an option';
  return /^(?:https?|ssh|git|git\+ssh|ftps?):\/\//i.test(url) || /^(?:\.\.?\/|[^/]+:)/.test(url)
    ? null
    : 'git does not say what it would do with it';
};

const disguised = ({ entries }: DeliveredTree): readonly Finding[] =>
  entries
    .filter(({ isNew, path, mode }) => isNew && mode === '120000' && /^\.gitmodules$/i.test(path))
    .map(({ path }) =>
      blocking('submodule-unsafe', path, `${path} is a link: git would read it from elsewhere.`),
    );

const unlisted = ({ entries, submodules }: DeliveredTree): readonly Finding[] => {
  const listed = new Set(
    submodules.flatMap(([key, value]) => (key.endsWith('.path') ? [value] : [])),
  );
  return entries
    .filter(({ isNew, mode, path }) => isNew && mode === '160000' && !listed.has(path))
    .map(({ path }) =>
      blocking(
        'gitlink-unlisted',
        path,
        `${shown(path)} stands for a commit of another repository, and nothing says of which: its files are not delivered.`,
      ),
    );
};
