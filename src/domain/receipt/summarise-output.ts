import type { OutputSummary } from './build-receipt.ts';
import type { TokenUsage } from './receipt.ts';

/** One thing an agent's output told, as the agent's decoder reads it. Unknown records are counted, never fatal. */
export type AgentFact =
  | {
      readonly kind: 'identity';
      readonly version: string | null;
      readonly model: string | null;
      readonly session: string | null;
    }
  /** `lowerBound`: there is more that the agent tells at its end only (the output of a live answer). */
  | { readonly kind: 'usage'; readonly usage: TokenUsage; readonly lowerBound?: true }
  | { readonly kind: 'tool'; readonly text: string }
  | { readonly kind: 'command'; readonly argv: string; readonly exit: number | null }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'said'; readonly text: string }
  | {
      readonly kind: 'result';
      readonly text: string;
      readonly failed: boolean;
      readonly costUsd: number | null;
    }
  | { readonly kind: 'unknown'; readonly what: string };

/** What is known before the first fact. */
export const emptySummary: OutputSummary = {
  version: null,
  model: null,
  usage: null,
  costUsd: null,
  commands: [],
  refused: [],
  finalText: '',
  unknownRecords: 0,
};

/** The summary after one more fact. Usage facts are totals, so the last one counts. */
export const summarise = (summary: OutputSummary, fact: AgentFact): OutputSummary => {
  switch (fact.kind) {
    case 'identity':
      return {
        ...summary,
        version: fact.version ?? summary.version,
        model: fact.model ?? summary.model,
      };
    case 'usage':
      return { ...summary, usage: fact.usage };
    case 'command':
      return {
        ...summary,
        commands: [...summary.commands, { argv: fact.argv, exit: fact.exit, source: 'agent' }],
      };
    case 'refused':
      return { ...summary, refused: [...summary.refused, fact.text] };
    case 'said':
      return { ...summary, finalText: fact.text };
    case 'result':
      return {
        ...summary,
        finalText: fact.text === '' ? summary.finalText : fact.text,
        costUsd: fact.costUsd ?? summary.costUsd,
      };
    case 'unknown':
      return { ...summary, unknownRecords: summary.unknownRecords + 1 };
    case 'tool':
      return summary;
  }
};
