import type { Argument, Node, Redirect, Script } from '../../domain/guard/shell.ts';

/**
 * What a plain line is made of: `2>&1`, an operator, or a word in which nothing is expanded. An `=` may make an assignment
 * of a word that is no option.
 */
const TOKEN =
  / *(?:(&&|\|\||[|;])(?= |$)|(?:(2>&1)|("[^"\\$`!\n]*"|'[^'\n]*'|-[\w%@+=:,./-]*|[\w%@+:,./-]+))(?=[ ;]|$))/y;

/** Words that are no command where one could stand. */
const RESERVED = new Set(
  'if then else elif fi for while until do done case esac in function select time coproc'.split(
    ' ',
  ),
);

type Operator = '&&' | '||';

interface Line {
  readonly body: Node[];
  readonly chain: { readonly operator: Operator; readonly node: Node }[];
  operator: Operator;
  pipeline: Node[];
  words: Argument[];
  redirects: Redirect[];
}

/**
 * The normal form of a line of plain words, as most commands are: what the parser makes of it too, in a tenth of the time.
 * Null: it has more in it than this knows of.
 */
export function plainScript(text: string): Script | null {
  const line = emptyLine();
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const [, operator, joined, word] = TOKEN.exec(text) ?? [];
    at = TOKEN.lastIndex;
    if (at === 0) return null;
    if (joined !== undefined && line.words.length > 0) line.redirects.push({ kind: 'other' });
    else if (word !== undefined && line.redirects.length === 0) {
      if (line.words.length === 0 && !isCommand(word)) return null;
      line.words.push(asWord(word));
    } else if (operator === undefined || line.words.length === 0) return null;
    else take(line, operator);
  }
  if (line.words.length === 0) return null;
  endStatement(line);
  return { body: line.body, broken: false };
}

const emptyLine = (): Line => ({
  body: [],
  chain: [],
  operator: '&&',
  pipeline: [],
  words: [],
  redirects: [],
});

const isCommand = (word: string): boolean => /^[\w./]/.test(word) && !RESERVED.has(word);

function asWord(source: string): Argument {
  const isQuoted = source.startsWith('"') || source.startsWith("'");
  const text = isQuoted ? source.slice(1, -1) : source;
  return { kind: 'word', word: { pieces: [{ kind: 'text', text }], source } };
}

function take(line: Line, operator: string): void {
  if (operator === '|') endCommand(line);
  else if (operator === ';') endStatement(line);
  else {
    endPipeline(line);
    line.operator = operator === '||' ? '||' : '&&';
  }
}

function endCommand(line: Line): void {
  const { words, redirects } = line;
  line.pipeline.push({ kind: 'simple', assignments: [], arguments: words, redirects });
  line.words = [];
  line.redirects = [];
}

function endPipeline(line: Line): void {
  endCommand(line);
  const [only, other] = line.pipeline;
  const node: Node =
    only !== undefined && other === undefined ? only : { kind: 'pipeline', nodes: line.pipeline };
  line.chain.push({ operator: line.operator, node });
  line.pipeline = [];
}

function endStatement(line: Line): void {
  endPipeline(line);
  const [first, ...rest] = line.chain.splice(0);
  if (first === undefined) return;
  line.body.push(rest.length === 0 ? first.node : { kind: 'chain', first: first.node, rest });
  line.operator = '&&';
}
