import { readOptions } from '../../guard/options.ts';
import type { RunProgram } from './command-line.ts';

/** A file that a program takes in. `run`: it carries it out. */
export interface ReadPath {
  readonly path: string;
  readonly how: 'shell' | 'run';
}

const MOST_PATHS = 40;

/** The files that a program reads, as far as its arguments name them; folders and patterns are none. */
export function readsOf({ fields }: RunProgram): readonly ReadPath[] {
  const [first = '', ...args] = fields;
  if (first.includes('/') && isFile(first)) return [{ path: first, how: 'run' }];
  const name = first.replace(/^.*\//, '');
  const runs = RUNNERS[name];
  if (runs !== undefined && Object.hasOwn(RUNNERS, name)) {
    const options = readOptions(args, runs, true);
    const script = options.values.size === 0 ? options.operands[0] : undefined;
    return script === undefined || !isFile(script) ? [] : [{ path: script, how: 'run' }];
  }
  const reader = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  if (reader === undefined || (name === 'sed' && args.some((each) => IN_PLACE.test(each))))
    return [];
  const { operands } = readOptions(args, reader.valued);
  return operands
    .slice(reader.skip)
    .filter(isFile)
    .slice(0, MOST_PATHS)
    .map((path) => ({ path, how: 'shell' }));
}

/** `sed -i` shows nothing of what it changes. */
const IN_PLACE = /^(?:-[a-zA-Z]*i|--in-place)/;

/** Not a folder, a pattern, standard input or what could not be told. */
const isFile = (path: string): boolean =>
  path !== '-' &&
  !/[*?…]|\/$/.test(path) &&
  path !== '.' &&
  path !== '..' &&
  !path.startsWith('/dev/');

interface Reader {
  /** Options that take a value. */
  readonly valued: string;
  /** Operands in front that are no files: a script, a pattern. */
  readonly skip: number;
}

const READERS: Readonly<Record<string, Reader>> = {
  cat: { valued: '', skip: 0 },
  bat: { valued: '-l -r --language --line-range', skip: 0 },
  head: { valued: '-n -c --lines --bytes', skip: 0 },
  tail: { valued: '-n -c --lines --bytes', skip: 0 },
  less: { valued: '', skip: 0 },
  nl: { valued: '-b -w -s', skip: 0 },
  wc: { valued: '', skip: 0 },
  sort: { valued: '-k -t -o -S -T --key --field-separator', skip: 0 },
  uniq: { valued: '-f -s -w', skip: 0 },
  cut: { valued: '-b -c -d -f --fields --delimiter', skip: 0 },
  column: { valued: '-s -c -o', skip: 0 },
  diff: { valued: '-U -C', skip: 0 },
  cmp: { valued: '', skip: 0 },
  sed: { valued: '-e -f --expression --file', skip: 1 },
  awk: { valued: '-F -v -f', skip: 1 },
  jq: { valued: '--arg --argjson', skip: 1 },
};

/** Programs that carry out a file, with their options that take a value. Such an option means: no file. */
const RUNNERS: Readonly<Record<string, string>> = {
  bash: '-c -o',
  sh: '-c -o',
  zsh: '-c -o',
  dash: '-c',
  source: '',
  '.': '',
  node: '-e -p --eval --print -r --require --import',
  bun: '-e',
  deno: '',
  python: '-c -m',
  python3: '-c -m',
  ruby: '-e',
  perl: '-e -E',
  php: '-r',
};
