import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TokenUsage } from '../../../src/domain/receipt/token-usage.ts';
import { addUsage, NO_TOKENS } from '../../../src/domain/receipt/token-usage.ts';
import { overlapOf } from '../../../src/domain/trace/measures/overlap.ts';
import type { Trace } from '../../../src/domain/trace/trace.ts';
import { findFiles } from '../../../src/adapters/traces/find-files.ts';
import type { TraceImporter } from '../../../src/ports/traces.ts';

/** What was read by hand in one sample; see the fixtures' README. */
export interface HandChecked {
  readonly run: { readonly from: number; readonly to: number };
  readonly agents: readonly {
    readonly id: string;
    readonly parent: string | null;
    readonly state: string;
    readonly by: string;
    readonly tokens: TokenUsage;
    readonly from?: number;
    readonly to?: number;
    readonly role?: string;
  }[];
  readonly tokens: TokenUsage;
  readonly overlap: Readonly<Record<string, number>>;
}

export const SAMPLES = 'test/fixtures/traces';

/** The samples of one agent, by name. */
export function samplesOf(agent: string): readonly (readonly [string, HandChecked])[] {
  const all = JSON.parse(readFileSync(join(SAMPLES, 'hand-checked.json'), 'utf8')) as Readonly<
    Record<string, HandChecked>
  >;
  return Object.entries(all).filter(([name]) => name.startsWith(agent));
}

/** The only session of a folder. */
export async function readOnly(importer: TraceImporter, folder: string): Promise<Trace> {
  const { files } = await findFiles([folder]);
  const sessions = await importer.sessions(files);
  const [only, more] = sessions;
  if (only === undefined || more !== undefined)
    throw new Error(`${folder} has ${sessions.length} sessions`);
  return importer.read(only);
}

/** A trace in the words of the table. */
export function asChecked(trace: Trace): HandChecked {
  const { runMs, activeMs, twoOrMoreMs, agentMs, peak } = overlapOf(trace);
  const tokensOf = (agent: string): TokenUsage => plain(usageOf(trace, (each) => each === agent));
  return {
    run: { from: trace.startedAt ?? -1, to: trace.endedAt ?? -1 },
    agents: trace.agents.map(({ id, kind, parent, end, live, role }) => ({
      id,
      parent,
      state: end.state,
      by: end.by,
      tokens: tokensOf(id),
      ...(kind === 'root' ? {} : { from: live[0]?.from ?? -1, to: live.at(-1)?.to ?? -1, role }),
    })),
    tokens: plain(usageOf(trace, () => true)),
    overlap: { runMs: runMs ?? -1, activeMs, twoOrMoreMs, agentMs, peak },
  };
}

/** All requests of some agents. */
export const usageOf = (trace: Trace, wanted: (agent: string) => boolean): TokenUsage =>
  trace.events
    .flatMap((event) => (event.kind === 'request' && wanted(event.agent) ? [event.usage] : []))
    .reduce<TokenUsage>(addUsage, NO_TOKENS);

const plain = ({ input, cacheRead, cacheWrite, output }: TokenUsage): TokenUsage => ({
  input,
  cacheRead,
  cacheWrite,
  output,
});
