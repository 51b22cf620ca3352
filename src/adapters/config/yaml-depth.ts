import { Lexer, Parser } from 'yaml';

/** Collections within collections that a document may have; a block in a block counts as one each. */
export const MAX_DEPTH = 64;

/**
 * Where `text` nests deeper than any sensible document, as an offset; null when it does not. What composes
 * documents recurses, and running out of stack in there can end the process, so this looks first, with the
 * parts of the library that keep a stack of their own.
 */
export function tooDeepAt(text: string): number | null {
  const parser = new Parser();
  let offset = 0;
  for (const lexeme of new Lexer().lex(text)) {
    // Whole documents come out at their end; they are not needed, the parser's stack is.
    Array.from(parser.next(lexeme));
    if (parser.stack.length > MAX_STACK) return Math.min(offset, text.length);
    offset = parser.offset;
  }
  return null;
}

/** The parser's stack also holds the document and the scalar that is being read. */
const MAX_STACK = MAX_DEPTH + 2;
