import { failure, type Failure } from '../../domain/failure.ts';
import type { AgentSpec } from '../../domain/plan/plan.ts';
import type { LaunchRequest } from '../../ports/agent.ts';

/** The efforts that an agent knows. */
export interface EffortRule {
  /** The agent's name for people. */
  readonly title: string;
  readonly efforts: readonly string[];
  readonly hint: string;
}

/** What is wrong with the effort of an agent's config, or null. Code: `agent-effort-unknown`. */
export function effortProblem({ effort }: AgentSpec, rule: EffortRule): Failure | null {
  if (effort === undefined || rule.efforts.includes(effort)) return null;
  return failure('agent-effort-unknown', `${rule.title} has no effort "${effort}"`, {
    hint: rule.hint,
  });
}

/** The arguments that fanin gives itself. */
export interface ArgumentRule {
  /** Long and short options, each as one is written without its value. */
  readonly reserved: readonly string[];
  /** Matches a reserved short option that has its value, or others, in one word with it. */
  readonly joined: RegExp;
  readonly hint: string;
}

/** What is wrong with the arguments of an agent's config, or null. Code: `agent-argument-reserved`. */
export function argumentProblem(spec: AgentSpec, rule: ArgumentRule): Failure | null {
  const name = optionNames(spec).find(
    (each) => rule.reserved.includes(each) || rule.joined.test(each),
  );
  return name === undefined ? null : reservedArgument(spec, name, rule.hint);
}

/** The arguments of an agent's config, each without the value after its `=`. */
export const optionNames = ({ args }: AgentSpec): readonly string[] =>
  args.map((argument) => argument.split('=')[0] ?? '');

/** An argument that fanin gives itself. Code: `agent-argument-reserved`. */
export const reservedArgument = (spec: AgentSpec, name: string, hint: string): Failure =>
  failure(
    'agent-argument-reserved',
    `agent "${spec.name}" has ${name} among its arguments, which fanin sets itself`,
    { hint },
  );

/** An argument that opens more than its workspace, where nothing else holds it. Code: `bypass-needs-boundary`. */
export const bypassArgument = (spec: AgentSpec, name: string, hint: string): Failure =>
  failure(
    'bypass-needs-boundary',
    `agent "${spec.name}" has ${name} among its arguments, and nothing holds it in its workspace`,
    { hint },
  );

/**
 * What is wrong with the delegation that is asked of an agent without caps, or null; `why` is what
 * is said of it: `Kimi Code keeps no such cap`. Code: `agent-delegation-unsupported`.
 */
export function capProblem({ delegation, task }: LaunchRequest, why: string): Failure | null {
  if (delegation.mode !== 'capped') return null;
  return failure(
    'agent-delegation-unsupported',
    `task "${task}" caps sub-agents at ${delegation.n}, and ${why}`,
    { hint: 'Use `off` or `native`.' },
  );
}
