import { linesOf } from './pieces.ts';
import type { Piece } from './pieces.ts';

/**
 * The lines of a `go.mod`: one entry for each module that is required, replaced or excluded, alone or in a block. Null:
 * it is not in the form that Go writes.
 */
export const goPieces = (text: string): readonly Piece[] | null => {
  const pieces: Piece[] = [];
  let block: string | null = null;
  for (const line of linesOf(text)) {
    const [verb = '', ...rest] = line.trim().split(/\s+/u);
    if (verb === '' || verb.startsWith('//')) pieces.push(around(line));
    else if (verb === ')') {
      if (block === null) return null;
      pieces.push(around(line));
      block = null;
    } else if (block !== null) pieces.push(entry(block, [verb, ...rest], BLOCK));
    else if (rest.join(' ') === '(') {
      block = verb;
      pieces.push(around(line));
    } else if (rest.includes('(')) return null;
    else pieces.push(entry(verb, rest, ALONE));
  }
  return block === null ? pieces : null;
};

const around = (line: string): Piece => ({ id: null, section: '', text: line, value: line.trim() });

const BLOCK = 'block';
const ALONE = 'alone';

const entry = (verb: string, words: readonly string[], form: string): Piece => {
  const inKey = keyLength(verb, words);
  const key = words.slice(0, inKey).join(' ');
  return asLine({ verb, key, value: words.slice(inKey).join(' '), form });
};

/** How many words of a line say what it is about; the others are what it says. */
const keyLength = (verb: string, words: readonly string[]): number => {
  if (['module', 'go', 'toolchain'].includes(verb)) return 0;
  if (verb === 'require') return 1;
  return verb === 'replace' ? words.indexOf('=>') : words.length;
};

interface Line {
  readonly verb: string;
  readonly key: string;
  readonly value: string;
  readonly form: string;
}

const asLine = ({ verb, key, value, form }: Line): Piece => {
  const said = [key, value].filter((part) => part !== '').join(' ');
  const kind = value.endsWith('// indirect') ? `${verb} indirect` : verb;
  return {
    id: key === '' ? verb : `${verb} ${key}`,
    section: `${form} ${kind}`,
    text: form === BLOCK ? `\t${said}\n` : `${verb} ${said}\n`,
    value,
  };
};

/** Their lines in the form that they would have in our text: in a block where ours has one for their like. */
export const goLinesLike = (ours: readonly Piece[], theirs: readonly Piece[]): readonly Piece[] => {
  const forms = new Map(ours.map(({ id, section }) => [id, section]));
  const sections = new Set(ours.map(({ section }) => section));
  return theirs.map((piece) => {
    const { id, value } = piece;
    if (id === null) return piece;
    const [verb = '', ...words] = id.split(' ');
    const own = forms.get(id);
    const [, ...kind] = piece.section.split(' ');
    const inBlock = own?.startsWith(BLOCK) ?? sections.has(`${BLOCK} ${kind.join(' ')}`);
    const line = asLine({ verb, key: words.join(' '), value, form: inBlock ? BLOCK : ALONE });
    return own === undefined ? line : { ...line, section: own };
  });
};
