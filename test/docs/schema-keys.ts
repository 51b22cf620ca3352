/** A key of a written file, with `<name>` for what people name; `words`: what it takes, where that is fixed. */
export interface SchemaKey {
  readonly key: string;
  readonly words: readonly string[];
}

/**
 * The keys that a JSON Schema allows, in its order. A key whose value is an object is listed only
 * where it can also be written in another way, or where people name what is in it.
 */
export function keysOf(schema: unknown, path: readonly string[] = []): readonly SchemaKey[] {
  const node = record(schema);
  const own = path.length === 0 ? [] : [{ key: path.join('.'), words: wordsOf(node) }];
  const forms = list(node['anyOf']).map(record);
  if (forms.length > 0) return [...own, ...forms.flatMap((form) => keysOf(form, path).slice(1))];
  const named = node['propertyNames'] === undefined ? null : record(node['additionalProperties']);
  if (named !== null) return isPlain(named) ? own : keysOf(named, [...path, '<name>']);
  const properties = Object.entries(record(node['properties'] ?? {}));
  if (properties.length === 0) return own;
  const inner = properties.flatMap(([name, each]) => keysOf(each, [...path, name]));
  return path.at(-1) === '<name>' || isForm(path) ? [...own, ...inner] : inner;
}

/** Written as text or as an object: the object is reached over `anyOf`. */
const isForm = (path: readonly string[]): boolean => path.join('.') === 'setup';

/** Values without keys of their own: environment variables. */
const isPlain = (node: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(node['type']) || (node['type'] !== 'object' && node['anyOf'] === undefined);

function wordsOf(node: Readonly<Record<string, unknown>>): readonly string[] {
  if (typeof node['const'] === 'string') return [node['const']];
  return list(node['enum']).filter((word) => typeof word === 'string');
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function record(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new Error('not a schema');
  return value as Readonly<Record<string, unknown>>;
}
