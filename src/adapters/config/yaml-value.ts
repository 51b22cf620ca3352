import { isAlias, isCollection, isMap, isScalar, isSeq } from 'yaml';
import type { Alias, Document, Node, Pair, Scalar, YAMLMap } from 'yaml';
import { problem } from '../../domain/config/problem.ts';
import type { PathStep, Problem } from '../../domain/config/problem.ts';
import type { Span } from './excerpt.ts';
import { MAX_DEPTH } from './yaml-depth.ts';

/** Where a value stands, and the key that leads to it. Null: nowhere. */
export interface YamlPlace {
  readonly key: Span | null;
  readonly value: Span | null;
  /** How the value is written: decides what can be marked in it. */
  readonly form: 'plain' | 'quoted' | 'flow' | 'block';
}

/** A document as plain data, with the place of every value by its path (as JSON). */
export interface YamlValue {
  readonly value: unknown;
  readonly places: ReadonlyMap<string, YamlPlace>;
  /** Duplicate keys, keys that are no text, tags, aliases out of bounds. */
  readonly problems: readonly Problem[];
  /** Where those problems are: their paths can be ambiguous. */
  readonly spans: ReadonlyMap<Problem, Span>;
}

/**
 * Turns a document into plain data. Aliases are followed within bounds: not into themselves, and only to
 * so many values in all. Nothing but text, numbers, booleans, null, lists and mappings comes out.
 */
export function yamlValue(document: Document.Parsed): YamlValue {
  const walk: Walk = {
    anchors: new Map(),
    places: new Map(),
    problems: [],
    spans: new Map(),
    following: [],
    aliased: 0,
  };
  const value = visit(walk, document.contents, { path: [], key: null });
  return { value, places: walk.places, problems: walk.problems, spans: walk.spans };
}

/** Values that aliases may add to a document in all. */
const MAX_ALIASED = 10_000;

interface Walk {
  /** What each anchor means so far; the library's own look-up walks the document once for each alias. */
  readonly anchors: Map<string, Node>;
  readonly places: Map<string, YamlPlace>;
  readonly problems: Problem[];
  readonly spans: Map<Problem, Span>;
  /** The aliases that are being followed, the outermost first. */
  readonly following: Alias[];
  aliased: number;
}

interface Spot {
  readonly path: readonly PathStep[];
  readonly key: Span | null;
}

const visit = (walk: Walk, node: unknown, spot: Spot): unknown => {
  const span = spanOf(walk, node);
  if (walk.following.length > 0) {
    walk.aliased += 1;
    if (walk.aliased > MAX_ALIASED) return null;
  }
  walk.places.set(JSON.stringify(spot.path), { key: spot.key, value: span, form: formOf(node) });
  // The text is no deeper, but what aliases put together can be.
  if (spot.path.length > MAX_DEPTH) {
    complain(
      walk,
      spot,
      span,
      problem('too-deep', spot.path, `nested more than ${MAX_DEPTH} deep`),
    );
    return null;
  }
  if (isAlias(node)) return visitAlias(walk, node, spot);
  if (!isScalar(node) && !isCollection(node)) return null;
  if (node.anchor !== undefined && walk.following.length === 0) walk.anchors.set(node.anchor, node);
  const { tag } = node;
  if (tag !== undefined && !PLAIN_TAG.test(tag)) {
    const hint = 'remove the tag';
    complain(
      walk,
      spot,
      span,
      problem('tag', spot.path, `the tag ${tag} means nothing here`, { hint }),
    );
    return null;
  }
  if (isMap(node)) return visitMap(walk, node, spot);
  if (isSeq(node)) {
    return node.items.map((item, index) =>
      visit(walk, item, { path: [...spot.path, index], key: null }),
    );
  }
  return isScalar(node) ? node.value : null;
};

const PLAIN_TAG = /^(?:!|tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq))$/u;

const visitAlias = (walk: Walk, alias: Alias, spot: Spot): unknown => {
  const refuse = (message: string, code = 'alias'): null => {
    complain(walk, spot, spanOf(walk, alias), problem(code, spot.path, message));
    return null;
  };
  // Told once: every further alias would be over the bound as well.
  if (walk.aliased > MAX_ALIASED) return null;
  const anchored = walk.anchors.get(alias.source);
  if (anchored === undefined) {
    return refuse(`there is no anchor &${alias.source} before this alias`);
  }
  if (walk.following.some(({ source }) => source === alias.source)) {
    return refuse(`the alias *${alias.source} leads into itself`);
  }
  // Inside of the anchored value itself: the anchor spans the alias.
  const { range } = anchored;
  const at = alias.range?.[0] ?? 0;
  if (range !== null && range !== undefined && range[0] <= at && at < range[1]) {
    return refuse(`the alias *${alias.source} leads into itself`);
  }
  walk.following.push(alias);
  const value = visit(walk, anchored, spot);
  walk.following.pop();
  if (walk.aliased > MAX_ALIASED && walk.following.length === 0) {
    return refuse(`aliases add more than ${MAX_ALIASED} values`, 'too-many-aliases');
  }
  return value;
};

const visitMap = (walk: Walk, map: YAMLMap, spot: Spot): unknown => {
  const entries = new Map<string, unknown>();
  for (const pair of map.items) {
    const name = keyName(pair);
    const key = spanOf(walk, pair.key);
    if (name === null || name === '__proto__') {
      const message =
        name === null ? 'a key must be plain text' : 'no key can be named "__proto__"';
      complain(walk, spot, key, problem('bad-key', spot.path, message));
    } else if (entries.has(name)) {
      const path = [...spot.path, name];
      const message = `${JSON.stringify(name)} is there twice`;
      const hint = 'keep one, or rename it';
      complain(walk, spot, key, problem('duplicate-key', path, message, { part: 'key', hint }));
    } else {
      entries.set(name, visit(walk, pair.value, { path: [...spot.path, name], key }));
    }
  }
  return Object.fromEntries(entries);
};

const keyName = ({ key }: Pair): string | null => {
  if (!isScalar(key)) return null;
  const { value, source } = key;
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? (source ?? String(value)) : null;
};

const complain = (walk: Walk, spot: Spot, span: Span | null, found: Problem): void => {
  walk.problems.push(found);
  walk.spans.set(found, span ?? spot.key ?? { start: 0, end: 0 });
};

/** While an alias is followed, everything stands where the outermost alias does. */
const spanOf = (walk: Walk, node: unknown): Span | null => {
  const outer = walk.following[0];
  const from: unknown = outer ?? node;
  if (!isAlias(from) && !isMap(from) && !isSeq(from) && !isScalar(from)) return null;
  const range = from.range;
  return range === null || range === undefined ? null : { start: range[0], end: range[1] };
};

const formOf = (node: unknown): YamlPlace['form'] => {
  if (isMap(node) || isSeq(node)) return node.flow === true ? 'flow' : 'block';
  if (!isScalar(node)) return 'plain';
  return scalarForm(node);
};

const scalarForm = ({ type }: Scalar): YamlPlace['form'] => {
  if (type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE') return 'quoted';
  return type === 'BLOCK_FOLDED' || type === 'BLOCK_LITERAL' ? 'block' : 'plain';
};
