import { parseDocument } from 'yaml';
import type { Document, YAMLError } from 'yaml';
import { problemText } from '../../domain/config/problem.ts';
import type { PathStep, Problem } from '../../domain/config/problem.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { placeOf } from './excerpt.ts';
import type { Span } from './excerpt.ts';
import { MAX_DEPTH, tooDeepAt } from './yaml-depth.ts';
import { yamlValue } from './yaml-value.ts';
import type { YamlPlace } from './yaml-value.ts';

/** A YAML file that was read, and the way back from its values to its lines. */
export interface YamlSource {
  /** As people see it: relative to the repository where it lies in it. */
  readonly file: string;
  readonly value: unknown;
  /** Duplicate keys, bad keys, tags, aliases: what is wrong beneath the level of any schema. */
  readonly problems: readonly Problem[];
  /** Failures for `problems` and those of later stages, with line, column and excerpt, in the order of the file. */
  readonly failures: (problems: readonly Problem[]) => readonly Failure[];
  /** The line of what is written at `path`; null when nothing is. */
  readonly lineOf: (path: readonly PathStep[]) => number | null;
}

/** Before everything that stands in the file. */
const NOWHERE: Span = { start: -1, end: -1 };

/** How many failures of one file are told; a count stands for the rest. */
const MAX_FAILURES = 20;

/**
 * Reads one YAML document (1.2, core schema). Errors: where it is no YAML, one for each line; codes
 * `yaml-syntax`, `multiple-documents`, `too-deep`.
 * Problems inside of a document: `duplicate-key`, `bad-key`, `tag`, `alias`, `too-many-aliases`, `too-deep`.
 */
export function parseYamlSource(
  file: string,
  text: string,
): Result<YamlSource, readonly Failure[]> {
  const deep = tooDeepAt(text);
  if (deep !== null) {
    const where = placeOf(file, text, { start: deep, end: deep + 1 });
    return err([failure('too-deep', TOO_DEEP, { where })]);
  }
  const document: Document.Parsed = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    prettyErrors: false,
    // Checked while walking: in here the time grows with the square of the keys.
    uniqueKeys: false,
    // Not `silent`: that would let further documents pass.
    logLevel: 'error',
  });
  if (document.errors.length > 0) {
    const all = document.errors
      .slice(0, MAX_SYNTAX_ERRORS)
      .map((error) => syntaxFailure(file, text, error));
    return err(bounded(file, oneForEachLine(all), (each) => each));
  }
  const { value, places, problems, spans } = yamlValue(document);
  const spanFor = (problem: Problem): Span =>
    spans.get(problem) ??
    (problem.flag === undefined ? problemSpan(text, places, problem) : NOWHERE);
  return ok({
    file,
    value,
    problems,
    failures: (all) => {
      const found = [...problems, ...all].toSorted((a, b) => spanFor(a).start - spanFor(b).start);
      return bounded(file, found, (each) => located(file, text, each, spanFor(each)));
    },
    lineOf: (path) => {
      const place = places.get(JSON.stringify(path));
      const span = place?.key ?? place?.value ?? null;
      return span === null ? null : (placeOf(file, text, span).line ?? null);
    },
  });
}

/** At most `MAX_FAILURES` failures, and how many there are besides: finding a line takes time. */
const bounded = <T>(
  file: string,
  found: readonly T[],
  failureOf: (each: T) => Failure,
): readonly Failure[] => {
  const shown = found.slice(0, MAX_FAILURES).map(failureOf);
  const more = found.length - shown.length;
  if (more === 0) return shown;
  const what = more === 1 ? '1 more problem' : `${more} more problems`;
  return [...shown, failure('more-problems', `${what} in this file`, { where: { file } })];
};

const TOO_DEEP = `nested more than ${MAX_DEPTH} deep`;

/** Bounds the time for files that are no YAML at all. */
const MAX_SYNTAX_ERRORS = 200;

/** What follows on the same line is nearly always a consequence. */
const oneForEachLine = (failures: readonly Failure[]): readonly Failure[] =>
  failures.filter(
    ({ where }, index) =>
      failures.findIndex((other) => other.where?.line === where?.line) === index,
  );

const syntaxFailure = (file: string, text: string, { code, message, pos }: YAMLError): Failure => {
  const [start] = pos;
  const where = placeOf(file, text, { start: Math.min(start, text.length), end: start + 1 });
  if (code === 'MULTIPLE_DOCS') {
    const hint = 'keep one document and remove the line `---`';
    return failure('multiple-documents', 'the file holds more than one document', { where, hint });
  }
  const said = `not valid YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  const hint = SYNTAX_HINTS.get(code);
  return failure('yaml-syntax', said, hint === undefined ? { where } : { where, hint });
};

const SYNTAX_HINTS: ReadonlyMap<string, string> = new Map([
  ['BLOCK_AS_IMPLICIT_KEY', 'put text that holds `: ` in quotes'],
  ['MISSING_CHAR', 'close it, or put text that holds brackets, braces or commas in quotes'],
  ['TAB_AS_INDENT', 'indent with spaces'],
  ['BAD_SCALAR_START', 'put text that starts with this character in quotes'],
  ['UNEXPECTED_TOKEN', 'check the indentation, or put the text in quotes'],
]);

const located = (file: string, text: string, each: Problem, span: Span): Failure =>
  failure(each.code, problemText(each), {
    // A flag stands in no file.
    ...(each.flag === undefined ? { where: placeOf(file, text, span) } : {}),
    ...(each.hint === undefined ? {} : { hint: each.hint }),
  });

/** What to mark: as much of the path as is written. */
const problemSpan = (
  text: string,
  places: ReadonlyMap<string, YamlPlace>,
  { path, part, offset }: Problem,
): Span => {
  const place = places.get(JSON.stringify(path));
  if (place === undefined) {
    return path.length === 0
      ? { start: 0, end: 1 }
      : problemSpan(text, places, { code: '', message: '', path: path.slice(0, -1), part: 'key' });
  }
  const { key, value, form } = place;
  // The whole document: marked where it starts.
  if (path.length === 0 && value !== null && form === 'block') {
    return { start: value.start, end: value.start + 1 };
  }
  if (part === 'key' && key !== null) return key;
  const empty = value === null || value.start === value.end;
  // What a block holds starts on the next line; the key before it tells more.
  if (empty || form === 'block') return key ?? value ?? { start: 0, end: 1 };
  return offset === undefined ? value : offsetSpan(text, value, form, offset);
};

const offsetSpan = (text: string, span: Span, form: YamlPlace['form'], offset: number): Span => {
  const start = span.start + (form === 'quoted' ? 1 : 0) + offset;
  const before = text.slice(span.start + 1, start);
  const escaped = form === 'quoted' && /[\\'\n]/u.test(before);
  if (form === 'flow' || escaped || start >= span.end) return span;
  return { start, end: start + 1 };
};
