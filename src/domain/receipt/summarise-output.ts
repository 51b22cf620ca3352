import type { AgentFact, ModelUsage } from './agent-fact.ts';
import { emptySummary } from './output-summary.ts';
import type { OutputSummary, SubAgentSummary, UsageSummary } from './output-summary.ts';
import type { TokenUsage } from './token-usage.ts';
import { addUsage, NO_TOKENS } from './token-usage.ts';

export { emptySummary };

/** The summary after one more fact. */
export const summarise = (summary: OutputSummary, fact: AgentFact): OutputSummary => {
  switch (fact.kind) {
    case 'identity':
      return {
        ...summary,
        version: fact.version ?? summary.version,
        model: fact.model ?? summary.model,
        session: fact.session ?? summary.session,
      };
    case 'usage':
      return { ...summary, usage: afterTotals(summary.usage, fact) };
    case 'request':
      return { ...summary, usage: afterRequest(summary.usage, fact) };
    case 'tool':
      return { ...summary, toolCalls: summary.toolCalls + 1 };
    case 'command':
      return {
        ...summary,
        commands: [...summary.commands, { argv: fact.argv, exit: fact.exit, source: 'agent' }],
      };
    case 'refused':
      return { ...summary, refused: [...summary.refused, fact.text] };
    case 'said':
      return { ...summary, finalText: fact.text };
    case 'sub-agent':
      return { ...summary, subAgents: afterSubAgent(summary.subAgents, fact.phase) };
    case 'message':
      return {
        ...summary,
        messages: [...summary.messages, { id: fact.id, way: fact.way }],
        trouble: fact.way === 'resume' ? survived(summary) : summary.trouble,
      };
    case 'question':
      return {
        ...summary,
        questions: [...summary.questions, { question: fact.question, answer: null }],
      };
    case 'answered':
      return { ...summary, questions: answered(summary, fact) };
    case 'trouble':
      return { ...summary, trouble: afterTrouble(summary, fact) };
    case 'transcript':
      return summary.transcripts.includes(fact.path)
        ? summary
        : { ...summary, transcripts: [...summary.transcripts, fact.path] };
    case 'result':
      return {
        ...summary,
        finalText: fact.text === '' ? summary.finalText : fact.text,
        costUsd: fact.costUsd ?? summary.costUsd,
        saysFailed: fact.failed,
      };
    case 'unknown':
      return { ...summary, unknownRecords: summary.unknownRecords + 1 };
  }
};

/** Totals are the agent's own sum, so the last ones count. Requests are kept where they add up to them. */
const afterTotals = (
  before: UsageSummary | null,
  fact: Extract<AgentFact, { kind: 'usage' }>,
): UsageSummary => {
  const requests = before?.requests ?? null;
  return {
    total: fact.usage,
    sub: fact.sub ?? before?.sub ?? null,
    models: fact.models ?? before?.models ?? null,
    requests: requests !== null && addUp(requests, fact.usage) ? requests : null,
    lowerBound: fact.lowerBound === true,
  };
};

const afterRequest = (
  before: UsageSummary | null,
  { model, usage, sub }: Extract<AgentFact, { kind: 'request' }>,
): UsageSummary => ({
  total: addUsage(before?.total ?? NO_TOKENS, usage),
  sub: addUsage(before?.sub ?? NO_TOKENS, sub ? usage : NO_TOKENS),
  models: withModel(before?.models ?? [], { model, usage }),
  requests: [...(before?.requests ?? []), { model, usage }],
  lowerBound: false,
});

const withModel = (
  models: readonly ModelUsage[],
  { model, usage }: ModelUsage,
): readonly ModelUsage[] =>
  models.some((each) => each.model === model)
    ? models.map((each) =>
        each.model === model ? { model, usage: addUsage(each.usage, usage) } : each,
      )
    : [...models, { model, usage }];

const addUp = (requests: readonly ModelUsage[], total: TokenUsage): boolean => {
  const sum = requests.reduce((all, { usage }) => addUsage(all, usage), NO_TOKENS);
  return (
    sum.input === total.input &&
    sum.cacheRead === total.cacheRead &&
    sum.cacheWrite === total.cacheWrite &&
    sum.output === total.output
  );
};

const afterSubAgent = (
  before: SubAgentSummary,
  phase: 'started' | 'ended' | 'refused',
): SubAgentSummary => {
  if (phase === 'refused') return { ...before, refused: before.refused + 1 };
  if (phase === 'ended') return { ...before, ended: before.ended + 1 };
  const started = before.started + 1;
  return { ...before, started, mostAtOnce: Math.max(before.mostAtOnce, started - before.ended) };
};

const answered = (
  { questions }: OutputSummary,
  { id, choice, by }: Extract<AgentFact, { kind: 'answered' }>,
): OutputSummary['questions'] =>
  questions.map((asked) =>
    asked.question.id === id && asked.answer === null
      ? { ...asked, answer: { choice, by } }
      : asked,
  );

/** What ended a turn did not end the attempt if its session went on. */
const survived = ({ trouble }: OutputSummary): OutputSummary['trouble'] =>
  trouble === null ? null : { ...trouble, fatal: false };

const afterTrouble = (
  { trouble }: OutputSummary,
  { code, text, fatal }: Extract<AgentFact, { kind: 'trouble' }>,
): OutputSummary['trouble'] =>
  trouble !== null && trouble.fatal && !fatal ? trouble : { code, text, fatal };
