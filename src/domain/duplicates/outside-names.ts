import type { DefinitionKind } from './definition.ts';

/** A name that the outside knows something by, and where it stands. */
export interface OutsideName {
  readonly kind: Extract<DefinitionKind, 'route' | 'table' | 'command'>;
  readonly name: string;
  /** In UTF-16 units from the start of the text. */
  readonly index: number;
}

/**
 * Routes, tables and commands that a text defines. They are told from calls by what stands around:
 * a client's `get('/users')` has no handler behind it.
 */
export const outsideNames = (text: string, path: string): readonly OutsideName[] => {
  if (!MAY_HAVE.test(text)) return [];
  return [...routesIn(text), ...tablesIn(text, path), ...commandsIn(text)].filter(
    ({ index }) => !isComment(text, index),
  );
};

const MAY_HAVE = /['"`(]\/|create\s+table|[tT]able|command|Use:|['"](?:GET|POST|PUT|DELETE) \//iu;

const METHODS = 'get|post|put|patch|delete|head|options|all';
const PATH = String.raw`(["'\x60])(\/[^"'\x60\s]*)\2`;

const CALL = new RegExp(
  String.raw`[\w)\]]\s*\.(${METHODS}|GET|POST|PUT|PATCH|DELETE)\(\s*${PATH}\s*,(?!\s*[{\[\d"'])`,
  'gu',
);
const DECORATED = new RegExp(String.raw`@[\w.]+\.(${METHODS}|route)\(\s*${PATH}([^)\n]*)`, 'gu');
const GO = /\.(?:HandleFunc|Handle)\(\s*(["`])([^"`\n]*\/[^"`\n]*)\1/gu;
const RUST = new RegExp(
  String.raw`\.route\(\s*(["])(\/[^"]*)\1\s*,\s*(?:\w+::)*(${METHODS})\(`,
  'gu',
);
const RUST_ATTRIBUTE = new RegExp(String.raw`#\[(${METHODS})\(\s*${PATH}`, 'gu');
const JAVA =
  /@(Get|Post|Put|Patch|Delete|Request)Mapping\(([^)\n]*?"(\/[^"]*)"[^)\n]*)\)(?!\s*(?:@\w+\s*)*(?:public |abstract |final )*(?:class|interface)\b)/gu;
const JAVA_PREFIX =
  /@RequestMapping\([^)\n]*?"(\/[^"]*)"[^)\n]*\)\s*(?:@\w+(?:\([^)\n]{0,300}\))?\s*){0,9}(?:public |abstract |final )*(?:class|interface)\b/u;

const routesIn = (text: string): readonly OutsideName[] => {
  const found: OutsideName[] = [];
  const add = (method: string | undefined, path: string | undefined, index: number): void => {
    if (path === undefined) return;
    const name = method === undefined ? path : `${method.toUpperCase()} ${path}`;
    found.push({ kind: 'route', name, index });
  };
  for (const match of text.matchAll(DECORATED)) {
    const [, method, , path, rest = ''] = match;
    const named = /methods\s*=\s*[[(]\s*["'](\w+)/u.exec(rest)?.[1];
    add(method === 'route' ? (named ?? 'get') : method, path, match.index);
  }
  const decorated = new Set(found.map(({ name }) => name));
  for (const match of text.matchAll(CALL)) {
    const isDecorator = decorated.has(`${(match[1] ?? '').toUpperCase()} ${match[3] ?? ''}`);
    if (!isDecorator) add(match[1], match[3], match.index);
  }
  for (const match of text.matchAll(GO)) add(undefined, match[2], match.index);
  for (const match of text.matchAll(RUST)) add(match[3], match[2], match.index);
  for (const match of text.matchAll(RUST_ATTRIBUTE)) add(match[1], match[3], match.index);
  const prefix = JAVA_PREFIX.exec(text)?.[1] ?? '';
  for (const match of text.matchAll(JAVA)) {
    const [, kind = '', inner = '', path = ''] = match;
    const method = kind === 'Request' ? (/RequestMethod\.(\w+)/u.exec(inner)?.[1] ?? 'all') : kind;
    add(method, `${prefix}${path}`, match.index);
  }
  return found;
};

const TABLE = /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?[`"[]?((?:\w+\.)?\w+)/giu;
const TABLE_CALL = /\b(?:createTable|create_table|(?:pg|mysql|sqlite)Table)\(\s*["'](\w+)["']/gu;
const TABLE_NAME = /__tablename__\s*=\s*["'](\w+)["']|@Table\([^)\n]*name\s*=\s*"(\w+)"/gu;

const tablesIn = (text: string, path: string): readonly OutsideName[] => {
  const found: OutsideName[] = [];
  const isSource = /\.\w+$/u.test(path) && !/\.(?:md|txt|rst)$/u.test(path);
  for (const pattern of isSource ? [TABLE, TABLE_CALL, TABLE_NAME] : [])
    for (const match of text.matchAll(pattern)) {
      const name = match[1] ?? match[2];
      if (name !== undefined) found.push({ kind: 'table', name, index: match.index });
    }
  return found;
};

/** commander and yargs, click and typer, cobra, argparse. */
const COMMAND =
  /\.(?:command|add_parser)\(\s*["']([\w:-]+)[^"'\n]*["']|&cobra\.Command\{[^}]*?Use:\s*"([\w-]+)/gu;

const commandsIn = (text: string): readonly OutsideName[] =>
  [...text.matchAll(COMMAND)].flatMap((match) => {
    const name = match[1] ?? match[2];
    return name === undefined ? [] : [{ kind: 'command' as const, name, index: match.index }];
  });

const isComment = (text: string, index: number): boolean => {
  const line = text.slice(text.lastIndexOf('\n', index - 1) + 1, index).trimStart();
  return /^(?:\/\/|\*|\/\*|#(?!\[)|--)/u.test(line);
};

/** Two routes are one where they differ in what their parameters are called. */
export const outsideKey = ({ kind, name }: Pick<OutsideName, 'kind' | 'name'>): string => {
  const plain =
    kind === 'route'
      ? name.replaceAll(/:\w+|\{[^}]*\}|<[^>]*>/gu, ':').replace(/(?<=.)\/$/u, '')
      : name.toLowerCase();
  return `${kind} ${plain}`;
};
