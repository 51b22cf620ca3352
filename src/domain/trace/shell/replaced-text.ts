import { joined, lexical } from '../../guard/paths.ts';
import type { RunProgram } from './command-line.ts';

/** What `sed -i` puts into files, and which: by its text, in the place of something else. */
export interface ReplacedText {
  /** Absolute. */
  readonly paths: readonly string[];
  readonly text: string;
}

/** Null: it is no `sed` that changes files, or its script says more than what is put in for what. */
export function replacedText({ fields, cwd }: RunProgram): ReplacedText | null {
  const [name = '', ...args] = fields;
  if (!/(?:^|\/)g?sed$/.test(name) || !args.some((each) => IN_PLACE.test(each))) return null;
  const words = args.filter((each) => !each.startsWith('-'));
  const told = args.flatMap((each, index) =>
    /^(?:-e|--expression)$/.test(each) ? (args[index + 1] ?? []) : [],
  );
  const scripts = told.length > 0 ? told : words.slice(0, 1);
  const texts = scripts.map(putIn);
  if (texts.length === 0 || texts.includes(null)) return null;
  const paths = words.filter((each) => !scripts.includes(each));
  return {
    paths: paths.flatMap((path) =>
      path.startsWith('/') ? lexical(path) : cwd === null ? [] : lexical(joined(cwd, path)),
    ),
    text: texts.join('\n'),
  };
}

const IN_PLACE = /^(?:-[a-zA-Z]*i|--in-place)/;

/** The second half of `s/a/b/`, with any sign in the place of `/`. */
function putIn(script: string): string | null {
  const sign = /^(?:\d+|\$)?s([^\w\s\\])/.exec(script)?.[1];
  if (sign === undefined) return null;
  const parts = script.slice(script.indexOf(sign)).split(sign);
  const [, , by, flags] = parts;
  return parts.length === 4 && by !== undefined && /^[gIip\d]*$/.test(flags ?? '') ? by : null;
}
