import { readFileSync } from 'node:fs';
import type { Step } from '../scenario.ts';

/** What a `write` puts into a file. */
export function writtenText({ text, args, agent }: Step): string {
  if (text !== null) return `${text}\n`;
  const name = args.replaceAll(/\W+/g, '_');
  return ['open', 'work', 'close']
    .map((each) => `const ${each}_${agent}_${name} = '${each}';\n`)
    .join('');
}

/** What an `edit` takes out and puts in; `x => y` puts a line behind the first one. */
export function replacedText(
  { text, agent }: Step,
  path: string,
): { readonly old: string; readonly put: string } {
  const [old = '', ...rest] = (text ?? '').split(' => ');
  const put = rest.join(' => ');
  if (old !== 'x') return { old, put };
  const first = readFileSync(path, 'utf8').split('\n')[0] ?? '';
  return { old: first, put: `${first}\n// mended by ${agent}` };
}
