import { parse as parseBash } from 'unbash';
import type {
  ArithmeticExpression,
  ParameterExpansionPart,
  ParsedScript,
  Word as BashWord,
  WordPart,
} from 'unbash';
import type { Change, Piece, Script, Word } from '../../domain/guard/shell.ts';
import { braceOptions } from './braces.ts';

/** Makes a script of the parser's; the other half of the normal form is in nodes.ts. */
export type ToScript = (script: ParsedScript | undefined) => Script;

/** Reads the parser's words. */
export interface WordReader {
  /** A word as the words that its braces make of it. */
  words(word: BashWord): readonly Word[];
  /** Where no braces are expanded: assignments, targets, patterns. */
  one(word: BashWord | undefined): Word;
  pieces(parts: readonly WordPart[]): readonly Piece[];
  scripts(expression: ArithmeticExpression | undefined): readonly Script[];
}

const MOST_WORDS = 64;

const UNKNOWN: Piece = { kind: 'variable', name: '', quoted: true, change: { kind: 'unknown' } };

/** The reader for words in which `toScript` makes scripts of substitutions. */
export function wordReader(toScript: ToScript): WordReader {
  const reader: WordReader = {
    words: (word) => expanded(word).map((each) => reader.one(each)),
    one: (word) => {
      if (word === undefined) return { pieces: [], source: '' };
      const { parts, text, value } = word;
      return {
        pieces: withTilde(parts === undefined ? [literal(value)] : reader.pieces(parts), text),
        source: text,
      };
    },
    pieces: (parts) => parts.flatMap((part) => pieceOf(part, false, reader, toScript)),
    scripts: (expression) => arithmeticScripts(expression, reader, toScript),
  };
  return reader;
}

const literal = (text: string): Piece => ({ kind: 'text', text });

/** A tilde counts where it is the first character as it was written. */
function withTilde(pieces: readonly Piece[], text: string): readonly Piece[] {
  if (!text.includes('~')) return pieces;
  const [first, ...rest] = pieces;
  // `of=~/x`: after the sign of what looks like an assignment it counts too.
  const before = /^[-\w]+=(?=~)/.exec(text)?.[0];
  if (before !== undefined && first?.kind === 'text' && first.text.startsWith(`${before}~`)) {
    const behind = { kind: 'text', text: first.text.slice(before.length) } as const;
    const inner = withTilde([behind, ...rest], text.slice(before.length));
    return [literal(before), ...inner];
  }
  if (!text.startsWith('~') || first?.kind !== 'text' || !first.text.startsWith('~')) return pieces;
  const end = first.text.indexOf('/');
  const user = end === -1 ? first.text.slice(1) : first.text.slice(1, end);
  const behind = end === -1 ? '' : first.text.slice(end);
  return [{ kind: 'tilde', user }, literal(behind), ...rest];
}

function pieceOf(
  part: WordPart,
  quoted: boolean,
  reader: WordReader,
  toScript: ToScript,
): readonly Piece[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [literal(part.value)];
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.length === 0
        ? [literal('')]
        : part.parts.flatMap((each) => pieceOf(each, true, reader, toScript));
    case 'Glob':
      return [{ kind: part.kind === 'star' ? 'any-text' : 'any-character' }];
    case 'ExtendedGlob':
      return [{ kind: 'any-text' }];
    case 'SimpleExpansion':
      return [{ kind: 'variable', name: part.text.slice(1), quoted, change: null }];
    case 'ParameterExpansion':
      return [parameter(part, quoted, reader)];
    case 'CommandExpansion':
      return [{ kind: 'output', script: toScript(part.script), quoted }];
    case 'ArithmeticExpansion':
      return [{ kind: 'number', scripts: reader.scripts(part.expression) }];
    case 'ProcessSubstitution':
      return [{ kind: 'process', script: toScript(part.script) }];
    case 'BraceExpansion':
      // Those with few options have become words of their own.
      return [UNKNOWN];
  }
}

function parameter(part: ParameterExpansionPart, quoted: boolean, reader: WordReader): Piece {
  const { index } = part;
  // An element that is computed may be any of them.
  const element = index === undefined ? '' : `[${index.parts === undefined ? index.value : '?'}]`;
  return {
    kind: 'variable',
    name: part.parameter + element,
    quoted,
    change: changeOf(part, reader),
  };
}

function changeOf(part: ParameterExpansionPart, reader: WordReader): Change | null {
  const { operation, prefix } = part;
  if (prefix === '#') return { kind: 'length' };
  if (operation === undefined) return prefix === '!' ? { kind: 'indirect' } : null;
  if (prefix === '!') return { kind: 'unknown' };
  switch (operation.type) {
    case 'Default':
      return { kind: 'default', operator: operation.operator, word: reader.one(operation.operand) };
    case 'Remove':
      return { kind: 'remove', operator: operation.operator, word: reader.one(operation.operand) };
    case 'Replace':
      return {
        kind: 'replace',
        operator: operation.operator,
        word: reader.one(operation.pattern),
        by: reader.one(operation.replacement),
      };
    case 'Slice': {
      const length = operation.length === undefined ? null : reader.one(operation.length);
      return { kind: 'slice', from: reader.one(operation.offset), length };
    }
    case 'CaseModification':
      return { kind: 'case', operator: operation.operator };
    case 'Transform':
    case 'Names':
    case 'Unknown':
      return { kind: 'unknown' };
  }
}

/** The words that braces make of one; the word itself where there are none, or too many. */
function expanded(word: BashWord): readonly BashWord[] {
  const brace = (word.parts ?? []).find((part) => part.type === 'BraceExpansion');
  if (brace === undefined) return [word];
  const options = braceOptions(brace.text);
  if (options === null || combinations(word) > MOST_WORDS) return [word];
  const from = brace.pos - word.pos;
  const to = brace.end - word.pos;
  const texts = options.map((option) => word.text.slice(0, from) + option + word.text.slice(to));
  const words = texts.flatMap((text) => {
    const again = rereadWord(text);
    return again === null ? [] : expanded(again);
  });
  return words.length > MOST_WORDS || words.length < options.length ? [word] : words;
}

/** How many words all its braces together would make. */
const combinations = ({ parts }: BashWord): number =>
  (parts ?? [])
    .filter((part) => part.type === 'BraceExpansion')
    .reduce((product, { text }) => product * (braceOptions(text)?.length ?? MOST_WORDS), 1);

function rereadWord(text: string): BashWord | null {
  const statement = parseBash(`: ${text}`).commands[0]?.command;
  if (statement?.type !== 'Command') return null;
  const [word] = statement.suffix;
  return word?.type === 'Word' ? word : null;
}

function arithmeticScripts(
  expression: ArithmeticExpression | undefined,
  reader: WordReader,
  toScript: ToScript,
): readonly Script[] {
  const inside = (each: ArithmeticExpression | undefined) =>
    arithmeticScripts(each, reader, toScript);
  switch (expression?.type) {
    case undefined:
      return [];
    case 'ArithmeticCommandExpansion':
      return [toScript(expression.script)];
    case 'ArithmeticWord':
      return reader
        .pieces(expression.parts ?? [])
        .flatMap((piece) =>
          piece.kind === 'output' ? [piece.script] : piece.kind === 'number' ? piece.scripts : [],
        );
    case 'ArithmeticUnary':
      return inside(expression.operand);
    case 'ArithmeticBinary':
      return [...inside(expression.left), ...inside(expression.right)];
    case 'ArithmeticTernary':
      return [expression.test, expression.consequent, expression.alternate].flatMap(inside);
    case 'ArithmeticGroup':
      return inside(expression.expression);
  }
}
