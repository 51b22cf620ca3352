/** What of a block is worth sharing. */
export interface Substance {
  readonly lines: number;
  readonly words: number;
  /** The line that it is known by: the first that says something; `''`: none does. */
  readonly first: string;
}

/** One line that brings in or hands on what others define, or says which package this is. */
const BRINGS_IN =
  /^(?:import\b(?!\s*\()|export\s+(?:type\s+)?(?:\*|\{)|from\s+\S+\s+import\b|(?:pub\s+)?(?:use|mod)\s+[\w:]+|using\s+[\w.=\s]+;|#\s*include\b|package\s|require(?:_relative|_once)?\b|(?:const|let|var)\s+[^=]+=\s*require\(|@(?:import|use|forward)\b|extern\s+crate)/u;
/** Opens a list of such lines, and what ends it. */
const OPENS = /[({]\s*(?:\/\/.*)?$|\{[^}]*,$|\\$/u;
const CLOSES = /\bfrom\s+['"]|^[)}]|[)}];?$/u;
/** A part of such a list whose beginning is not in the block, and brackets alone. */
const NAMES_ALONE = /^(?:type\s+)?[\w$*]+(?:\s+as\s+[\w$]+)?,$|^[\])}>;,({[\s]*$/u;
const ENDS_LIST = /^\}\s*from\s+['"]/u;
const GO_PATH = /^(?:[\w.]+\s+)?"[\w./-]+"$/u;
/** Comments, as far as they are left; what every class or switch has. */
const IDLE =
  /^(?:\/\/|\/\*|\*|#(?!\[)|--\s|<!--|;|"""|'''|@[\w.]+(?:\(\))?$|else\b.?$|end$|fi$|done$|break;?$|return;?$|default:$|try\s*\{?$|pass$|<\/[\w.-]+>$)/u;
/** How errors are passed on in Go, and what is alike in every file of a language. */
const EVERYWHERE =
  /^(?:if err != nil \{|return (?:nil, )?err|public static void main\(.*|if __name__ == .*|use strict;?)$/u;

/** Lines of a block that say something of their own, one after the other. */
export const substanceOf = (lines: readonly string[]): Substance => {
  let open = false;
  let first = '';
  let count = 0;
  let words = 0;
  for (const line of lines) {
    const bare = line.trim();
    if (open) {
      open = !CLOSES.test(bare);
      continue;
    }
    if (BRINGS_IN.test(bare)) {
      open = OPENS.test(bare) && !CLOSES.test(bare);
      continue;
    }
    if (isIdle(bare)) continue;
    const said = bare.match(WORD)?.length ?? 0;
    if (first === '' || (said >= TELLING && words < TELLING)) first = bare;
    count += 1;
    words += said;
  }
  return { lines: count, words, first };
};

/** Words that make a line one that a block is known by. */
const TELLING = 3;
const WORD = /[\p{L}\p{N}_$]+/gu;

/** Accessors and their fields. */
const ACCESSOR =
  /^(?:(?:public|private|protected|static|final)\s+)*[\w<>[\],.]+\s+(?:get|set|is)[A-Z]\w*\([^)]*\)\s*\{$|^this\.\w+ = \w+;$|^return (?:this\.)?\w+;$|^(?:private|protected) [\w<>[\],.]+ \w+;$/u;

const isIdle = (bare: string): boolean =>
  bare === '' ||
  NAMES_ALONE.test(bare) ||
  ENDS_LIST.test(bare) ||
  GO_PATH.test(bare) ||
  IDLE.test(bare) ||
  ACCESSOR.test(bare) ||
  EVERYWHERE.test(bare);
