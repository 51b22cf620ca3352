import { TROUBLE_WORDS } from '../../domain/receipt/trouble.ts';
import type { AgentFact } from '../../ports/agent.ts';
import { isRecord, type JsonRecord } from '../../domain/json-record.ts';

/**
 * The fact in a line `{"fanin": <fact>}` of a driver; null for a line of the agent itself. What a
 * fact says may go into the log, which must be readable for ever, and a driver may be of an older
 * fanin, or somebody else may write such a line: one of another shape is unknown.
 */
export function driverFact(record: JsonRecord): AgentFact | null {
  const fact = record['fanin'];
  if (!isRecord(fact)) return null;
  return isFact(fact) ? fact : { kind: 'unknown', what: 'a fact of another shape' };
}

const isFact = (fact: JsonRecord): fact is JsonRecord & AgentFact =>
  isKind(fact['kind']) && fits(fact, SHAPES[fact['kind']]);

const isKind = (kind: unknown): kind is AgentFact['kind'] =>
  typeof kind === 'string' && Object.hasOwn(SHAPES, kind);

type Rule = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Rule>>;

const fits = (value: unknown, shape: Shape): boolean =>
  isRecord(value) && Object.entries(shape).every(([key, rule]) => rule(value[key]));

const text: Rule = (value) => typeof value === 'string';
const flag: Rule = (value) => typeof value === 'boolean';
const number: Rule = (value) => typeof value === 'number' && Number.isFinite(value);
const count: Rule = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const oneOf =
  (...words: readonly string[]): Rule =>
  (value) =>
    typeof value === 'string' && words.includes(value);
const orNull =
  (rule: Rule): Rule =>
  (value) =>
    value === null || rule(value);
const optional =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined || rule(value);
const listOf =
  (rule: Rule): Rule =>
  (value) =>
    Array.isArray(value) && value.every(rule);
const shaped =
  (shape: Shape): Rule =>
  (value) =>
    fits(value, shape);

const usage = shaped({
  input: count,
  cacheRead: count,
  cacheWrite: count,
  output: count,
  reasoning: optional(count),
});
const modelUsage = { model: orNull(text), usage };
const question = shaped({
  id: text,
  kind: oneOf('permission', 'clarification'),
  text,
  options: listOf(text),
  default: text,
  until: number,
});

const SHAPES: Readonly<Record<AgentFact['kind'], Shape>> = {
  identity: { version: orNull(text), model: orNull(text), session: orNull(text) },
  usage: {
    usage,
    sub: optional(usage),
    models: optional(listOf(shaped(modelUsage))),
    lowerBound: optional((value) => value === true),
  },
  request: { sub: flag, ...modelUsage },
  tool: { text },
  command: { argv: text, exit: orNull(number) },
  refused: { text },
  said: { text },
  'sub-agent': { id: text, phase: oneOf('started', 'ended', 'refused'), name: text },
  message: { id: text, way: oneOf('mid-turn', 'resume', 'too-late') },
  question: { question },
  answered: { id: text, choice: text, by: oneOf('person', 'default') },
  trouble: { code: oneOf(...Object.keys(TROUBLE_WORDS)), text, fatal: flag },
  transcript: { path: text },
  result: { text, failed: flag, costUsd: orNull(number) },
  unknown: { what: text },
};
