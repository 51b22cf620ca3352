import type { LanguageFamily } from './definition.ts';

/** What a token is: a name that its author was free to choose, one that is somebody else's, a keyword or sign, a literal. */
export type TokenKind = 'free' | 'foreign' | 'called' | 'fixed' | 'literal';

/** Told of each token; `hash` is of its text, whatever quotes a literal has. */
export type TokenVisit = (kind: TokenKind, start: number, end: number, hash: number) => void;

/**
 * Cuts a text into tokens, character by character: the base of a comparison is read whole. Comments and
 * what separates alone are left out.
 */
export const scanTokens = (text: string, family: LanguageFamily, visit: TokenVisit): void => {
  const size = text.length;
  let names = 0;
  let afterDot = false;
  for (let at = 0; at < size;) {
    const code = text.charCodeAt(at);
    if (code <= 32) {
      at += 1;
      continue;
    }
    const comment = commentEnd(text, at, code, family);
    if (comment > at) {
      at = comment;
      continue;
    }
    if (isNamePart(code) && !isDigit(code)) {
      const end = nameEnd(text, at);
      const hash = hashOf(text, at, end);
      if (KEYWORDS.has(hash)) visit('fixed', at, end, hash);
      else {
        const next = text.charCodeAt(end);
        const isCalled = next === OPEN || (next === BANG && family === 'rust');
        names += 1;
        // The first name is its own.
        visit(isCalled && names > 1 ? 'called' : afterDot ? 'foreign' : 'free', at, end, hash);
      }
      at = end;
      afterDot = false;
    } else if (isDigit(code)) {
      const end = nameEnd(text, at);
      visit('literal', at, end, hashOf(text, at, end));
      at = end;
      afterDot = false;
    } else if (isQuote(code, text, at, family)) {
      const [from, to, end] = quoted(text, at, code, family);
      visit('literal', from, to, hashOf(text, from, to) ^ 1);
      at = end;
      afterDot = false;
    } else {
      afterDot = code === DOT || (code === COLON && text.charCodeAt(at - 1) === COLON);
      if (!IDLE.has(code)) visit('fixed', at, at + 1, code);
      at += 1;
    }
  }
};

const OPEN = 40;
const BANG = 33;
const DOT = 46;
const COLON = 58;
const HASH = 35;
const SLASH = 47;
const STAR = 42;
const BACKSLASH = 92;
const SINGLE = 39;
const DOUBLE = 34;
const BACKTICK = 96;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

const isNamePart = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  isDigit(code) ||
  code === 95 ||
  code === 36 ||
  code > 127;

const nameEnd = (text: string, start: number): number => {
  let end = start + 1;
  while (end < text.length && isNamePart(text.charCodeAt(end))) end += 1;
  return end;
};

/** Where a comment that begins here ends; the same place: there is none. */
const commentEnd = (text: string, at: number, code: number, family: LanguageFamily): number => {
  const isLine =
    family === 'python' ? code === HASH : code === SLASH && text.charCodeAt(at + 1) === SLASH;
  if (isLine) {
    const end = text.indexOf('\n', at);
    return end === -1 ? text.length : end;
  }
  if (family === 'python' || code !== SLASH || text.charCodeAt(at + 1) !== STAR) return at;
  const end = text.indexOf('*/', at + 2);
  return end === -1 ? text.length : end + 2;
};

/** A lifetime of Rust (`'a`) begins no literal. */
const isQuote = (code: number, text: string, at: number, family: LanguageFamily): boolean =>
  code === DOUBLE ||
  code === BACKTICK ||
  (code === SINGLE &&
    (family !== 'rust' || text[at + 2] === "'" || text.charCodeAt(at + 1) === BACKSLASH));

/** From where to where a literal goes without its quotes, and where it ends. */
const quoted = (
  text: string,
  at: number,
  code: number,
  family: LanguageFamily,
): readonly [number, number, number] => {
  const isTriple =
    family === 'python' && text.charCodeAt(at + 1) === code && text.charCodeAt(at + 2) === code;
  const width = isTriple ? 3 : 1;
  const spansLines = isTriple || code === BACKTICK || family === 'rust';
  let end = at + width;
  for (; end < text.length; end += 1) {
    const each = text.charCodeAt(end);
    if (each === BACKSLASH) end += 1;
    else if (each === 10 && !spansLines) break;
    else if (each === code && (!isTriple || text.startsWith(text.slice(at, at + 3), end))) break;
  }
  return [at + width, Math.min(end, text.length), Math.min(end + width, text.length)];
};

/** FNV-1a over UTF-16 units. */
const hashOf = (text: string, start: number, end: number): number => {
  let value = 0x811c9dc5;
  for (let at = start; at < end; at += 1)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value | 0;
};

const IDLE = new Set(';,{}()'.split('').map((char) => char.charCodeAt(0)));

const KEYWORDS = new Set(
  (
    'if else for while return break continue switch case throw try catch finally new await yield in of not and or ' +
    'raise except with lambda match loop let const var mut do def fn func function async range defer go select ' +
    'instanceof typeof is null undefined None nil true false True False this self class struct'
  )
    .split(' ')
    .map((word) => hashOf(word, 0, word.length)),
);
