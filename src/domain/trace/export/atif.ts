import { costOf } from '../../cost/cost.ts';
import { PRICE_TABLE } from '../../cost/price-table.ts';
import { addUsage, NO_TOKENS, type TokenUsage } from '../../receipt/token-usage.ts';
import type { AgentId, TraceAgent } from '../agent.ts';
import type { TraceEvent } from '../event.ts';
import type { Trace } from '../trace.ts';
import { ATIF_VERSION, type AtifTotals, type AtifTrajectory } from './atif-form.ts';
import { stepsOf } from './atif-steps.ts';

/** Sub-agents of sub-agents are nested this deep; what is below is put into the root, with its parent in `extra`. */
const MOST_DEPTH = 12;

/** What is known of a session as a whole, and has no field in the format. */
const aboutSession = (trace: Trace) => ({
  version: trace.version,
  source: trace.source,
  title: trace.title,
  cwd: trace.cwd,
  branch: trace.branch,
  workspaces: trace.workspaces,
  startedAt: trace.startedAt,
  endedAt: trace.endedAt,
  stated: trace.stated,
});

/** The same of an agent. The text of its brief is in its first step. */
const aboutAgent = (agent: TraceAgent) => ({
  parent: agent.parent,
  name: agent.name,
  type: agent.type,
  launch: agent.launch,
  spawnedBy: agent.spawnedBy,
  brief: agent.brief,
  inheritsContext: agent.inheritsContext,
  place: agent.place,
  unit: agent.unit,
  retryOf: agent.retryOf,
  live: agent.live,
  end: agent.end,
  role: agent.role,
  recorded: agent.recorded,
});

/**
 * A session in the Agent Trajectory Interchange Format: the root's trajectory, with those of its sub-agents in it. What
 * the format has no field for stands in `extra.fanin`, so that an import of it comes to the same measures.
 */
export function atifOf(trace: Trace): AtifTrajectory {
  const events = Map.groupBy(trace.events, ({ agent }) => agent);
  const below = childrenOf(trace);
  const [root] = trace.agents;
  const one = (agent: TraceAgent | undefined, depth: number): AtifTrajectory => {
    const id = agent?.id ?? trace.session;
    const children = below.get(id) ?? [];
    const own = events.get(id) ?? [];
    const steps = stepsOf(own, new Set(children.map((child) => child.id)));
    return {
      schema_version: ATIF_VERSION,
      session_id: trace.session,
      trajectory_id: id,
      agent: {
        name: agent?.type ?? trace.source,
        version: trace.programVersion ?? 'unknown',
        ...(agent === undefined || agent.model === null ? {} : { model_name: agent.model }),
      },
      steps,
      final_metrics: totalsOf(own, steps.length),
      extra: {
        fanin: {
          ...(depth === 0 ? aboutSession(trace) : {}),
          ...(agent === undefined ? {} : { agent: aboutAgent(agent) }),
        },
      },
      ...(children.length === 0
        ? {}
        : { subagent_trajectories: children.map((child) => one(child, depth + 1)) }),
    };
  };
  return one(root, 0);
}

/** Every agent but the first stands below one agent: its parent, or the root where that is not there or too far down. */
function childrenOf({ agents }: Trace): ReadonlyMap<AgentId, readonly TraceAgent[]> {
  const [root, ...subs] = agents;
  const parentOf = new Map(agents.map(({ id, parent }) => [id, parent]));
  const depthOf = (id: AgentId): number => {
    let depth = 0;
    for (let at: AgentId | null = id; at !== root?.id; depth += 1) {
      if (at === null || depth > MOST_DEPTH) return MOST_DEPTH + 1;
      at = parentOf.get(at) ?? null;
    }
    return depth;
  };
  return Map.groupBy(subs, ({ id, parent }) =>
    parent === null || depthOf(id) > MOST_DEPTH ? (root?.id ?? '') : parent,
  );
}

function totalsOf(events: readonly TraceEvent[], steps: number): AtifTotals {
  const requests = events.filter((event) => event.kind === 'request');
  const sum = requests.reduce<TokenUsage>((all, { usage }) => addUsage(all, usage), NO_TOKENS);
  const { usd } = costOf(
    requests.map(({ model, usage, of }) => ({ model, tokens: usage, of })),
    PRICE_TABLE,
  );
  return {
    total_prompt_tokens: sum.input + sum.cacheRead + sum.cacheWrite,
    total_completion_tokens: sum.output,
    total_cached_tokens: sum.cacheRead,
    ...(usd === null ? {} : { total_cost_usd: usd }),
    total_steps: steps,
    extra: {
      cache_creation_input_tokens: sum.cacheWrite,
      ...(sum.reasoning === undefined ? {} : { reasoning_output_tokens: sum.reasoning }),
    },
  };
}
