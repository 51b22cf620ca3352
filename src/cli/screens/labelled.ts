import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';

/** A paragraph behind its label, which stands out. */
export const labelled = (label: string, text: string, look: Look): readonly string[] => {
  const [first = '', ...more] = wrap(text, look.width, `${label}  `, ' '.repeat(label.length + 2));
  return [look.paint('bold', label) + first.slice(label.length), ...more];
};
