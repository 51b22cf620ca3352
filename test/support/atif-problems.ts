type Json = Readonly<Record<string, unknown>>;

/** The fields of version 1.7; the format's own models refuse any other. */
const FIELDS = {
  trajectory:
    'schema_version session_id trajectory_id agent steps notes final_metrics continued_trajectory_ref extra subagent_trajectories',
  agent: 'name version model_name tool_definitions extra',
  step: 'step_id timestamp source model_name reasoning_effort message reasoning_content tool_calls observation metrics llm_call_count is_copied_context extra',
  call: 'tool_call_id function_name arguments',
  observation: 'results',
  result: 'source_call_id content subagent_trajectory_ref',
  ref: 'trajectory_id session_id trajectory_path extra',
  metrics:
    'prompt_tokens completion_tokens cached_tokens cost_usd prompt_token_ids completion_token_ids logprobs extra',
  totals:
    'total_prompt_tokens total_completion_tokens total_cached_tokens total_cost_usd total_steps extra',
} as const;

/** Fields that only steps of an agent have. */
const OF_AGENTS = ['model_name', 'reasoning_content', 'tool_calls', 'metrics', 'llm_call_count'];

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** What is wrong with a document, as it is written, by the rules of ATIF 1.7; empty: nothing. */
export function atifProblems(document: string): readonly string[] {
  const problems: string[] = [];
  const ids = new Set<unknown>();
  const trajectory = (each: Json, where: string): void => {
    const say = (ok: boolean, what: string): void =>
      void (ok || problems.push(`${where}: ${what}`));
    const only = (value: Json, of: keyof typeof FIELDS): void => {
      for (const name of Object.keys(value))
        say(FIELDS[of].split(' ').includes(name), `${of} has no field ${name}`);
    };
    only(each, 'trajectory');
    say(each['schema_version'] === 'ATIF-v1.7', 'version');
    say(typeof each['session_id'] === 'string', 'session_id');
    say(typeof each['trajectory_id'] === 'string', 'trajectory_id');
    say(!ids.has(each['trajectory_id']), 'trajectory_id twice');
    ids.add(each['trajectory_id']);
    const agent = each['agent'] as Json;
    only(agent, 'agent');
    say(typeof agent['name'] === 'string' && typeof agent['version'] === 'string', 'agent');
    const children = (each['subagent_trajectories'] ?? []) as readonly Json[];
    const below = new Set(children.map((child) => child['trajectory_id']));
    const steps = each['steps'] as readonly Json[];
    say(steps.length > 0, 'no steps');
    for (const [at, step] of steps.entries()) {
      only(step, 'step');
      say(step['step_id'] === at + 1, `step ${at + 1} has id ${String(step['step_id'])}`);
      say(['system', 'user', 'agent'].includes(String(step['source'])), 'source');
      say(typeof step['message'] === 'string', 'message');
      const time = step['timestamp'];
      say(time === undefined || (typeof time === 'string' && TIME.test(time)), 'timestamp');
      for (const name of OF_AGENTS)
        say(step['source'] === 'agent' || !(name in step), `${name} of no agent`);
      const calls = (step['tool_calls'] ?? []) as readonly Json[];
      for (const call of calls) {
        only(call, 'call');
        say(typeof call['arguments'] === 'object' && call['arguments'] !== null, 'arguments');
      }
      const observation = (step['observation'] ?? { results: [] }) as Json;
      only(observation, 'observation');
      for (const result of observation['results'] as readonly Json[]) {
        only(result, 'result');
        say(
          calls.some((call) => call['tool_call_id'] === result['source_call_id']),
          'a result of no call',
        );
        for (const ref of (result['subagent_trajectory_ref'] ?? []) as readonly Json[]) {
          only(ref, 'ref');
          say(below.has(ref['trajectory_id']), 'a reference to nothing');
        }
      }
      if ('metrics' in step) only(step['metrics'] as Json, 'metrics');
    }
    only(each['final_metrics'] as Json, 'totals');
    for (const child of children) trajectory(child, `${where}/${String(child['trajectory_id'])}`);
  };
  trajectory(JSON.parse(document) as Json, 'root');
  return problems;
}
