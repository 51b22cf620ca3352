/** One rule of a Seatbelt policy, as far as files go. */
interface Rule {
  readonly allow: boolean;
  readonly operations: readonly string[];
  readonly filters: readonly Expression[];
}

type Expression = string | readonly Expression[];

/** What a Seatbelt policy says about a path: of the rules that match, the last one counts. */
export const policyOf = (text: string) => {
  const rules = read(text).flatMap(ruleOf);
  return (operation: string, path: string): boolean =>
    rules.findLast(
      ({ operations, filters }) =>
        operations.some((each) => covers(each, operation)) &&
        (filters.length === 0 || filters.some((filter) => matches(filter, path))),
    )?.allow ?? false;
};

const ruleOf = (expression: Expression): readonly Rule[] => {
  if (typeof expression === 'string') return [];
  const [action, ...rest] = expression;
  if (action !== 'allow' && action !== 'deny') return [];
  const operations = rest.filter((each): each is string => typeof each === 'string');
  const filters = rest.filter((each) => typeof each !== 'string' && each[0] !== 'with');
  return [{ allow: action === 'allow', operations, filters }];
};

const covers = (pattern: string, operation: string): boolean =>
  pattern === 'default' ||
  pattern === operation ||
  (pattern.endsWith('*') && operation.startsWith(pattern.slice(0, -1)));

const matches = (filter: Expression, path: string): boolean => {
  if (typeof filter === 'string') return false;
  const [name, ...parts] = filter;
  const [first = ''] = parts;
  if (name === 'require-all') return parts.every((part) => matches(part, path));
  if (name === 'require-not') return !matches(first, path);
  if (typeof first !== 'string') return false;
  if (name === 'literal') return path === first;
  if (name === 'subpath') return first === '/' || path === first || path.startsWith(`${first}/`);
  // The rest asks for other things than a path: a kind of file, a port.
  return name === 'regex' && new RegExp(first, 'u').test(path);
};

const TOKEN = /;[^\n]*|#?"(?:[^"\\]|\\.)*"|[()]|[^\s()";]+/gu;

function read(text: string): readonly Expression[] {
  const open: Expression[][] = [[]];
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '(') open.push([]);
    else if (token === ')') {
      const done = open.pop() ?? [];
      open.at(-1)?.push(done);
    } else if (!token.startsWith(';')) open.at(-1)?.push(atom(token));
  }
  return open[0] ?? [];
}

const atom = (token: string): string => {
  if (token.startsWith('#"')) return token.slice(2, -1);
  return token.startsWith('"') ? (JSON.parse(token) as string) : token;
};
