import { z } from 'zod';
import { nearest } from '../domain/config/nearest.ts';
import { problem } from '../domain/config/problem.ts';
import type { PathStep, Problem } from '../domain/config/problem.ts';
import { NOT_BUILT } from './config-file-parts.ts';

/** Top-level keys that belong in another file, for the hint. */
export interface Elsewhere {
  readonly elsewhere: readonly string[];
  readonly elsewhereFile: string;
}

/** What a schema found, as problems with people's words. */
export function problemsOf(
  schema: z.core.$ZodType,
  issues: readonly z.core.$ZodIssue[],
  elsewhere: Elsewhere,
): readonly Problem[] {
  return issues.flatMap((issue) => problemsOfIssue(schema, issue, elsewhere));
}

/** The message of an issue for which the schema itself has none. */
export const describeIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `is missing: write ${expectedText(issue.expected)}`;
      return `write ${expectedText(issue.expected)}, not ${kindOf(issue.input)}`;
    case 'invalid_value': {
      const values = issue.values.map(String);
      const given =
        typeof issue.input === 'string' ? JSON.stringify(issue.input) : kindOf(issue.input);
      return `write ${listText(values)}, not ${given}`;
    }
    case 'invalid_union':
      return `write text or a mapping, not ${kindOf(issue.input)}`;
    case 'too_big':
      return `the number is too large: write at most ${issue.maximum}`;
    case 'too_small':
      return `the number is too small: write at least ${issue.minimum}`;
    default:
      return undefined;
  }
};

const problemsOfIssue = (
  schema: z.core.$ZodType,
  issue: z.core.$ZodIssue,
  elsewhere: Elsewhere,
): readonly Problem[] => {
  const path = issue.path.filter((step): step is PathStep => typeof step !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, MAX_UNKNOWN_KEYS)
      .map((key) => unknownKey(schema, path, key, elsewhere));
  }
  if (issue.code === 'invalid_union') {
    const branch = branchOf(issue.errors);
    if (branch !== null) {
      const inner = branch.map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
      return problemsOf(schema, inner, elsewhere);
    }
  }
  if (issue.message.startsWith(NOT_BUILT)) {
    const [message = '', hint = ''] = issue.message.split('\n');
    const part = issue.code === 'invalid_type' ? 'key' : 'value';
    return [problem('not-built', path, message, { part, hint })];
  }
  if (issue.code === 'custom') {
    const code: unknown = issue.params?.['code'];
    const part = issue.params?.['part'] === 'key' ? 'key' : 'value';
    return [problem(typeof code === 'string' ? code : 'bad-value', path, issue.message, { part })];
  }
  return [problem(codeOf(issue), path, issue.message)];
};

/** More of them than anyone reads; looking for what was meant takes time. */
const MAX_UNKNOWN_KEYS = 500;

const codeOf = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
      return 'wrong-type';
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_value':
    case 'not_multiple_of':
    case 'too_big':
    case 'too_small':
    case 'unrecognized_keys':
    case 'custom':
      return 'bad-value';
  }
};

/** The branch of a union that was meant: the one that took the value's type, if just one did. */
const branchOf = (
  branches: readonly (readonly z.core.$ZodIssue[])[],
): readonly z.core.$ZodIssue[] | null => {
  const meant = branches.filter(
    (branch) => !branch.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  );
  return meant.length === 1 ? (meant[0] ?? null) : null;
};

const unknownKey = (
  schema: z.core.$ZodType,
  path: readonly PathStep[],
  key: string,
  { elsewhere, elsewhereFile }: Elsewhere,
): Problem => {
  const known = keysAt(schema, path);
  const meant = nearest(key, known);
  const message = `unknown key ${JSON.stringify(key)}`;
  const hint =
    path.length === 0 && elsewhere.includes(key)
      ? `it belongs in ${elsewhereFile}`
      : meant === null
        ? `known: ${known.join(', ')}`
        : `did you mean "${meant}"?`;
  return problem('unknown-key', [...path, key], message, { part: 'key', hint });
};

/** The keys that a mapping may have at `path`. */
const keysAt = (schema: z.core.$ZodType, path: readonly PathStep[]): readonly string[] => {
  const [step, ...rest] = path;
  if (schema instanceof z.ZodOptional) return keysAt(schema.def.innerType, path);
  if (schema instanceof z.ZodUnion) {
    return schema.def.options.flatMap((option) => keysAt(option, path));
  }
  if (schema instanceof z.ZodRecord) return keysAt(schema.def.valueType, rest);
  if (!(schema instanceof z.ZodObject)) return [];
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.def.shape;
  if (step === undefined) return Object.keys(shape);
  const inner = Object.hasOwn(shape, step) ? shape[step] : undefined;
  return inner === undefined ? [] : keysAt(inner, rest);
};

const expectedText = (expected: string): string => EXPECTED[expected] ?? expected;

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'text',
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

const kindOf = (input: unknown): string => {
  if (input === null || input === undefined) return 'nothing';
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'number' || typeof input === 'boolean') return String(input);
  return typeof input === 'object' ? 'a mapping' : 'text';
};

const listText = (values: readonly string[]): string =>
  values.length < 2
    ? (values[0] ?? '')
    : `${values.slice(0, -1).join(', ')} or ${values.at(-1) ?? ''}`;
