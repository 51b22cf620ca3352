import type {
  Assignment as BashAssignment,
  Command,
  CompoundList,
  ParsedScript,
  Pipeline,
  PipelineNode,
  AndOr,
  Redirection,
  Statement,
  TestExpression,
  Function as BashFunction,
  Coproc,
  Case,
  If,
} from 'unbash';
import type {
  Argument,
  Assignment,
  Node,
  Redirect,
  Script,
  Word,
} from '../../domain/guard/shell.ts';
import { wordReader } from './words.ts';

/** The normal form of the parser's script. */
export function toScript(script: ParsedScript | undefined): Script {
  if (script === undefined) return { body: [], broken: true };
  return {
    body: script.commands.map(statement),
    broken: script.errors !== undefined && script.errors.length > 0,
  };
}

const reader = wordReader(toScript);

function statement({ command, background }: Statement): Node {
  const inner = node(command);
  return background === true ? { kind: 'background', node: inner } : inner;
}

const list = (commands: CompoundList | undefined): readonly Node[] =>
  (commands?.commands ?? []).map(statement);

function node(each: PipelineNode | AndOr | CompoundList): Node {
  switch (each.type) {
    case 'Command':
      return simple(each);
    case 'AndOr':
      return chain(each);
    case 'Pipeline':
      return pipeline(each);
    case 'Redirected':
      return { kind: 'redirected', node: node(each.command), redirects: redirects(each.redirects) };
    case 'Subshell':
      return { kind: 'subshell', body: list(each.body) };
    case 'BraceGroup':
      return { kind: 'group', body: list(each.body) };
    case 'CompoundList':
      return { kind: 'group', body: list(each) };
    case 'If':
      return conditional(each);
    case 'While':
      return { kind: 'while', condition: list(each.clause), body: list(each.body) };
    case 'For':
    case 'Select':
      return {
        kind: 'for',
        name: each.name.value,
        words: each.wordlist?.flatMap((word) => reader.words(word)) ?? null,
        body: list(each.body),
      };
    case 'ArithmeticFor':
      return {
        kind: 'while',
        condition: [
          { kind: 'words', words: [numbers(each.initialize), numbers(each.test)] },
          { kind: 'words', words: [numbers(each.update)] },
        ],
        body: list(each.body),
      };
    case 'Case':
      return cases(each);
    case 'TestCommand':
      return { kind: 'words', words: testWords(each.expression) };
    case 'ArithmeticCommand':
      return { kind: 'words', words: [numbers(each.expression)] };
    case 'Function':
      return named(each);
    case 'Coproc':
      return coprocess(each);
  }
}

/** `! command` and `time command` run in the shell itself. */
function pipeline({ commands }: Pipeline): Node {
  const [first, ...rest] = commands.map(node);
  if (first !== undefined && rest.length === 0) return first;
  return { kind: 'pipeline', nodes: first === undefined ? [] : [first, ...rest] };
}

function chain({ commands, operators }: AndOr): Node {
  const [first, ...rest] = commands.map(node);
  return {
    kind: 'chain',
    first: first ?? { kind: 'group', body: [] },
    rest: rest.map((each, at) => ({ operator: operators[at] ?? '&&', node: each })),
  };
}

function conditional({ clause, then, elif, else: otherwise }: If): Node {
  return {
    kind: 'if',
    branches: [
      { condition: list(clause), body: list(then) },
      ...elif.map((each) => ({ condition: list(each.clause), body: list(each.then) })),
    ],
    otherwise: otherwise === undefined ? null : list(otherwise),
  };
}

const cases = ({ word, items }: Case): Node => ({
  kind: 'case',
  word: reader.one(word),
  patterns: items.flatMap((item) => item.pattern.map((each) => reader.one(each))),
  bodies: items.map((item) => list(item.body)),
});

const named = ({ name, body }: BashFunction): Node => ({
  kind: 'function',
  name: name.value,
  body: node(body),
});

/** `coproc name …`: where the parser took a command's first word for a name, it is still a command. */
function coprocess({ body }: Coproc): Node {
  return { kind: 'background', node: node(body) };
}

function simple(command: Command): Node {
  const name = command.name === undefined ? [] : reader.words(command.name);
  return {
    kind: 'simple',
    assignments: command.prefix.flatMap((each) =>
      each.type === 'Assignment' ? [assignment(each)] : [],
    ),
    arguments: [...name.map(asArgument), ...command.args.flatMap(argumentsOf)],
    redirects: redirects(command.redirects),
  };
}

const asArgument = (word: Word): Argument => ({ kind: 'word', word });

function argumentsOf(each: Command['args'][number]): readonly Argument[] {
  return each.type === 'Assignment'
    ? [{ kind: 'assignment', assignment: assignment(each) }]
    : reader.words(each).map(asArgument);
}

function assignment({ name, value, append, index }: BashAssignment): Assignment {
  const isArray = value.type === 'ArrayValue';
  return {
    name,
    value: isArray ? null : reader.one(value),
    elements: isArray ? value.elements.flatMap((word) => reader.words(word)) : [],
    appends: append === true || index !== undefined,
    index: index === undefined ? null : reader.one(index),
  };
}

const redirects = (all: readonly Redirection[]): readonly Redirect[] => all.map(redirect);

function redirect(each: Redirection): Redirect {
  if (each.type === 'HereString') return { kind: 'text', word: reader.one(each.target) };
  if (each.type === 'HereDoc') {
    const { parts, text } = each.body;
    const isLiteral = each.delimiter?.quoted === true || parts === undefined;
    const pieces = isLiteral ? [{ kind: 'text', text } as const] : reader.pieces(parts);
    return { kind: 'text', word: { pieces, source: text } };
  }
  const { operator, target, descriptor } = each;
  const number = descriptor?.type === 'FileDescriptor' ? descriptor.value : 1;
  if (target === undefined) return { kind: 'other' };
  if (operator === '<') return { kind: 'read', target: reader.one(target) };
  if (operator === '<&' || (operator === '>&' && /^\d+-?$|^-$/.test(target.value)))
    return { kind: 'other' };
  return { kind: 'write', target: reader.one(target), descriptor: number };
}

const numbers = (expression: Parameters<typeof reader.scripts>[0]): Word => ({
  pieces: [{ kind: 'number', scripts: reader.scripts(expression) }],
  source: '',
});

function testWords(expression: TestExpression): readonly Word[] {
  switch (expression.type) {
    case 'TestUnary':
      return [reader.one(expression.operand)];
    case 'TestBinary':
      return [reader.one(expression.left), reader.one(expression.right)];
    case 'TestLogical':
      return expression.operands.flatMap(testWords);
    case 'TestNot':
      return testWords(expression.operand);
    case 'TestGroup':
      return testWords(expression.expression);
  }
}
