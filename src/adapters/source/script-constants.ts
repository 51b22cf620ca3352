/** A part of a text, in UTF-16 units and lines from 0. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly endLine: number;
}

const CONSTANT = /^(?:export )?const [\w$]+\s*(?::[^=]+)?=/u;
const TEXTS = /(["'`])(?:\\.|(?!\1)[^\\])*\1|\/\/.*$/gu;
const MOST_LINES = 400;

/**
 * Constants at the top of a JavaScript file: what begins a line. From the text, as asking the parser for
 * each declaration and where it stands takes as long as all functions.
 */
export const scriptConstants = (lines: readonly string[]): readonly TextPart[] => {
  const found: TextPart[] = [];
  let index = 0;
  for (const [line, text] of lines.entries()) {
    // Cheap first: most lines are no constant.
    if ((text.startsWith('const ') || text.startsWith('export const ')) && CONSTANT.test(text)) {
      const endLine = lastLine(lines, line);
      const start = index + text.indexOf('const ');
      const length = lines.slice(line, endLine + 1).reduce((sum, each) => sum + each.length + 1, 0);
      found.push({ start, end: index + length - 1, line, endLine });
    }
    index += text.length + 1;
  }
  return found;
};

/** Where its brackets are closed. */
const lastLine = (lines: readonly string[], from: number): number => {
  let depth = 0;
  for (let at = from; at < Math.min(lines.length, from + MOST_LINES); at += 1) {
    const bare = (lines[at] ?? '').replaceAll(TEXTS, '');
    for (const char of bare) {
      if (char === '(' || char === '[' || char === '{') depth += 1;
      else if (char === ')' || char === ']' || char === '}') depth -= 1;
    }
    const next = lines[at + 1] ?? '';
    if (depth <= 0 && (bare.trimEnd().endsWith(';') || !/^\s+\S/u.test(next))) return at;
  }
  return from;
};
