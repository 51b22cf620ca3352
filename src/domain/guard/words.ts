import { expandVariable } from './expansion.ts';
import type { Machine } from './machine.ts';
import { textReaches } from './reaching.ts';
import type { Piece, Word } from './shell.ts';
import type { State } from './state.ts';
import { ANYTHING, MARK, MOST_ALTERNATIVES, withPatterns } from './value.ts';

/** Fields that a word, or a list of words, may come to. */
export type Fields = readonly string[];

/** A part of a value; `split`: spaces in it end a field. */
interface Part {
  readonly text: string;
  readonly split: boolean;
  /** The ends of an array's elements. */
  readonly fields: Fields | null;
}

const MOST = 16;

/** The lists of fields that words may come to; never none. */
export function fieldLists(words: readonly Word[], state: State, machine: Machine): Fields[] {
  // Most words can come to one thing alone, and need no further lists.
  const only: string[] = [];
  let lists: Fields[] = [only];
  for (const word of words) {
    const options = wordFields(word, state, machine);
    if (lists[0] === only && options.length === 1) {
      only.push(...(options[0] ?? []));
      continue;
    }
    const next = lists.flatMap((list) => options.map((fields) => [...list, ...fields]));
    lists = next.length > MOST ? lists.map((list) => [...list, MARK.any]) : next;
  }
  return lists;
}

/** The fields that one word may come to. */
function wordFields(word: Word, state: State, machine: Machine): readonly Fields[] {
  const plain = plainText(word.pieces);
  if (plain !== null) return [[plain]];
  const isQuoted = /^["']/.test(word.source);
  const separators = state.variables.get('IFS')?.flat().join('') ?? '';
  const results = parts(word.pieces, state, machine).map((each) =>
    fieldsOf(each, isQuoted, separators),
  );
  const different = new Map(results.map((fields) => [fields.join('\0'), fields]));
  return different.size > MOST_ALTERNATIVES ? [ANYTHING] : [...different.values()];
}

/** What a word says that has nothing to expand; null: it has, or is empty. */
function plainText(pieces: readonly Piece[]): string | null {
  let text = '';
  for (const piece of pieces) {
    if (piece.kind !== 'text') return null;
    text += piece.text;
  }
  return pieces.length === 0 ? null : text;
}

/** What one word may come to where it is not split: assignments, redirections. */
export function wordTexts(word: Word, state: State, machine: Machine): readonly string[] {
  const texts = parts(word.pieces, state, machine).map((each) =>
    each.map(({ text, fields }) => (fields === null ? text : fields.join(' '))).join(''),
  );
  const different = [...new Set(texts)];
  return different.length > MOST_ALTERNATIVES ? ANYTHING : different;
}

function parts(pieces: readonly Piece[], state: State, machine: Machine): readonly Part[][] {
  let lists: Part[][] = [[]];
  for (const piece of pieces) {
    const options = pieceParts(piece, state, machine);
    const next = lists.flatMap((list) => options.map((part) => [...list, part]));
    lists = next.length > MOST ? lists.map((list) => [...list, whole(MARK.any)]) : next;
  }
  return lists;
}

/** What is made up to be read as a file has no reason to name other work copies. */
function objectToGiven(machine: Machine, state: State, text: string): void {
  if (textReaches(machine, state, text) === null) return;
  machine.object({
    verdict: 'undecidable',
    rule: 'names-main',
    reason: 'A text that names a place outside the workspace is given to a program as a file.',
    instead: `Name a path below ${machine.ground.workspace}.`,
  });
}

const whole = (text: string): Part => ({ text, split: false, fields: null });

function pieceParts(piece: Piece, state: State, machine: Machine): readonly Part[] {
  switch (piece.kind) {
    case 'text':
      return [whole(piece.text)];
    case 'any-text':
      return [whole(MARK.star)];
    case 'any-character':
      return [whole(MARK.one)];
    case 'tilde':
      return tilde(piece.user, state, machine).map(whole);
    case 'number':
      for (const script of piece.scripts) machine.nodes(script.body, state);
      return [whole(MARK.below)];
    case 'process': {
      const { output } = machine.nodes(piece.script.body, { ...state, input: null });
      for (const text of output ?? []) objectToGiven(machine, state, text);
      return [whole('/dev/fd/63')];
    }
    case 'output':
      return outputParts(piece, state, machine);
    case 'variable':
      return expandVariable(piece, state, machine, (word) => wordTexts(word, state, machine)).map(
        (fields) => variablePart(fields, piece.quoted),
      );
  }
}

function variablePart(fields: Fields, quoted: boolean): Part {
  const texts = quoted ? fields : fields.map(withPatterns);
  return texts.length === 1
    ? { text: texts[0] ?? '', split: !quoted, fields: null }
    : { text: '', split: !quoted, fields: texts };
}

function outputParts(
  { script, quoted }: Extract<Piece, { kind: 'output' }>,
  state: State,
  machine: Machine,
): readonly Part[] {
  const { output } = machine.nodes(script.body, { ...state, stayed: [] });
  const texts = output === null ? ANYTHING : output.map((text) => text.replace(/\n+$/, ''));
  return texts.map((text) => variablePart([text], quoted));
}

function tilde(user: string, state: State, machine: Machine): readonly string[] {
  if (user === '+') return state.cwds;
  if (user === '-') return state.before.length === 0 ? ANYTHING : state.before;
  const home = variableTexts('HOME', state, machine);
  if (user === '') return home;
  // Homes of people usually lie side by side.
  return home.map((each) => (each.endsWith(`/${user}`) ? each : MARK.any));
}

/** What a variable may hold, as plain texts. */
function variableTexts(name: string, state: State, machine: Machine): readonly string[] {
  const holding = state.variables.get(name);
  if (holding !== undefined) return holding.map((fields) => fields[0] ?? '');
  const given = machine.world.variable(name);
  return given === undefined ? ANYTHING : [given];
}

/** Parts side by side to fields: what was unquoted is split at its spaces. */
function fieldsOf(parts: readonly Part[], isQuoted: boolean, separators: string): Fields {
  const fields: string[] = [];
  let field: string | null = isQuoted ? '' : null;
  for (const part of parts) {
    const texts = part.fields ?? (part.split ? spaced(part.text, separators) : [part.text]);
    for (const [at, text] of texts.entries()) {
      if (at > 0 && field !== null) {
        fields.push(field);
        field = null;
      }
      if (text !== '' || !part.split) field = (field ?? '') + text;
    }
    if (part.fields?.length === 0 && isQuoted && parts.length === 1) field = null;
  }
  return field === null ? fields : [...fields, field];
}

/** Fields at spaces; an empty first or last one where the text begins or ends with space. */
const spaced = (text: string, separators: string): readonly string[] =>
  Array.from(separators).reduce(
    (fields: readonly string[], each) => fields.flatMap((field) => field.split(each)),
    text.split(/[ \t\n]+/),
  );
