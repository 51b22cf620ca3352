import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import type { TokenUsage } from '../../../domain/receipt/token-usage.ts';
import { addUsage, NO_TOKENS, totalTokens } from '../../../domain/receipt/token-usage.ts';
import type { Answer, SessionRecord } from './transcripts.ts';

type UsageFact = Extract<AgentFact, { kind: 'usage' }>;

/**
 * What a session's records add to what it printed: where they lie, its totals (exact, also when it
 * was ended by SIGTERM), and its requests one by one, if they add up to the totals: some requests
 * that the CLI makes for itself are in no transcript. `printed`: the last totals on its output.
 */
export function account(record: SessionRecord, printed: UsageFact | null): readonly AgentFact[] {
  const transcripts = record.files.map((path) => ({ kind: 'transcript', path }) as const);
  const sub = sumOf(record.answers.filter((each) => each.sub));
  const sum = sumOf(record.answers);
  const totals = totalsOf(record, printed);
  if (totals === null) return [...transcripts, ...atLeast(record.answers, sum, sub, printed)];
  if (!isSame(sum, totals.usage)) {
    // The sub-agents' own records are whole even where the CLI's own requests are not.
    return [...transcripts, isWithin(sub, totals.usage) ? { ...totals, sub } : totals];
  }
  return [...transcripts, ...requests(record.answers), { ...totals, sub }];
}

function totalsOf({ totals }: SessionRecord, printed: UsageFact | null): UsageFact | null {
  const exact = printed === null || printed.lowerBound === true ? null : printed;
  if (totals === null) return exact;
  const usage = totals.map((each) => each.usage).reduce(addUsage, NO_TOKENS);
  return { kind: 'usage', usage, models: totals };
}

/** It was killed before it could tell its totals. */
function atLeast(
  answers: readonly Answer[],
  sum: TokenUsage,
  sub: TokenUsage,
  printed: UsageFact | null,
): readonly AgentFact[] {
  if (totalTokens(sum) === 0 || (printed !== null && !isWithin(printed.usage, sum))) return [];
  const usage = { kind: 'usage', usage: sum, sub, models: byModel(answers) } as const;
  return [...requests(answers), { ...usage, lowerBound: true }];
}

const requests = (answers: readonly Answer[]): readonly AgentFact[] =>
  answers.map((answer) => ({ kind: 'request', ...answer }));

function byModel(answers: readonly Answer[]): UsageFact['models'] & {} {
  const models = [...new Set(answers.map(({ model }) => model))];
  return models.map((model) => ({
    model,
    usage: sumOf(answers.filter((each) => each.model === model)),
  }));
}

const sumOf = (answers: readonly Answer[]): TokenUsage =>
  answers.map(({ usage }) => usage).reduce(addUsage, NO_TOKENS);

const KINDS = ['input', 'cacheRead', 'cacheWrite', 'output'] as const;

const isSame = (a: TokenUsage, b: TokenUsage): boolean =>
  KINDS.every((kind) => a[kind] === b[kind]);

const isWithin = (part: TokenUsage, whole: TokenUsage): boolean =>
  KINDS.every((kind) => part[kind] <= whole[kind]);
