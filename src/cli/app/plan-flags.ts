import { orThrow } from './or-throw.ts';
import { parseDuration, parsePercent } from '../../domain/config/duration.ts';
import type { LayerValues } from '../../domain/config/layers.ts';
import type { Delegation } from '../../domain/plan/delegation.ts';
import { text, valued } from './common-flags.ts';

/** Flags that stand over plan and config, for every command that loads a plan. */
export interface PlanFlags {
  readonly plan?: string;
  readonly prompt?: readonly string[];
  readonly agent?: string;
  readonly model?: string;
  readonly effort?: string;
  readonly delegation?: Delegation;
  readonly questions?: number;
  readonly checks?: readonly string[];
  readonly deadline?: number;
  readonly live?: number;
  readonly wall?: number;
  readonly reserve?: number;
  readonly agentTime?: number;
  readonly tokens?: number;
  readonly usd?: number;
  readonly retries?: number;
  readonly grace?: number;
  readonly concurrency?: 'auto' | 'on' | 'off';
  readonly serialBelow?: number;
  readonly review?: 'human' | 'checks';
  readonly reviewLimit?: number;
  readonly base?: string;
  readonly isolation?: 'auto' | 'worktree' | 'sandbox';
  readonly target?: string;
}

/** To be spread into a command's flags. */
export const PLAN_FLAGS = {
  plan: valued('The plan; default: plan.yaml, fanin.plan.yaml', 'file'),
  prompt: {
    kind: 'parsed',
    parse: text,
    optional: true,
    variadic: true,
    brief: 'A task, as a prompt; can be repeated',
    placeholder: 'text',
  },
  agent: valued('The agent of tasks that name none', 'name'),
  model: valued('Its model', 'name'),
  effort: valued('Its effort', 'name'),
  delegation: {
    kind: 'parsed',
    parse: delegation,
    optional: true,
    brief: 'Native sub-agents: off, capped:2, native',
    placeholder: 'mode',
  },
  questions: {
    kind: 'parsed',
    parse: orThrow(parseDuration),
    optional: true,
    brief: 'How long a question waits for you; 0s: not',
    placeholder: '1m',
  },
  checks: {
    kind: 'parsed',
    parse: text,
    optional: true,
    variadic: ',',
    brief: 'Checks of every task',
    placeholder: 'names',
  },
  deadline: {
    kind: 'parsed',
    parse: orThrow(parseDuration),
    optional: true,
    brief: 'Longest time of an attempt',
    placeholder: '30m',
  },
  live: {
    kind: 'parsed',
    parse: wholeNumber,
    optional: true,
    brief: 'Agents alive at once',
    placeholder: 'n',
  },
  wall: {
    kind: 'parsed',
    parse: orThrow(parseDuration),
    optional: true,
    brief: 'Longest time of the run',
    placeholder: '60m',
  },
  agentTime: {
    kind: 'parsed',
    parse: orThrow(parseDuration),
    optional: true,
    brief: 'Time that agents work, all together',
    placeholder: '3h',
  },
  tokens: {
    kind: 'parsed',
    parse: tokenCount,
    optional: true,
    brief: 'Tokens of all attempts together',
    placeholder: '5M',
  },
  usd: {
    kind: 'parsed',
    parse: dollarAmount,
    optional: true,
    brief: 'Their cost in USD',
    placeholder: '20',
  },
  retries: {
    kind: 'parsed',
    parse: wholeNumber,
    optional: true,
    brief: 'How often a failed task is made again by itself',
    placeholder: 'n',
  },
  reserve: {
    kind: 'parsed',
    parse: orThrow(parsePercent),
    optional: true,
    brief: 'Share of it kept for landing',
    placeholder: '20%',
  },
  grace: {
    kind: 'parsed',
    parse: orThrow(parseDuration),
    optional: true,
    brief: 'How long before its deadline an agent is told',
    placeholder: '1m',
  },
  concurrency: {
    kind: 'enum',
    values: ['auto', 'on', 'off'],
    optional: true,
    brief: 'Whether agents may work side by side',
  },
  serialBelow: {
    kind: 'parsed',
    parse: orThrow(parseDuration),
    optional: true,
    brief: 'Less work than that runs serially',
    placeholder: '30m',
  },
  review: {
    kind: 'enum',
    values: ['human', 'checks'],
    optional: true,
    brief: 'Who lets a delivery land',
  },
  reviewLimit: {
    kind: 'parsed',
    parse: wholeNumber,
    optional: true,
    brief: 'Deliveries that may wait for you',
    placeholder: 'n',
  },
  isolation: {
    kind: 'enum',
    values: ['auto', 'worktree', 'sandbox'],
    optional: true,
    brief: 'What holds agents to their workspaces',
  },
  base: valued('Branch or commit to start from', 'rev'),
  target: valued('Branch to land on', 'branch'),
} as const;

/** What the flags set, as a layer over plan and config. */
export function layerOf(flags: PlanFlags): LayerValues {
  return {
    concurrency: flags.concurrency,
    serialBelow: flags.serialBelow,
    isolation: flags.isolation,
    target: flags.target,
    base: flags.base,
    grace: flags.grace,
    'limits.live': flags.live,
    'limits.wall': flags.wall,
    'limits.agent': flags.agentTime,
    'limits.tokens': flags.tokens,
    'limits.usd': flags.usd,
    'limits.reserve': flags.reserve,
    'limits.retries': flags.retries,
    'review.by': flags.review,
    'review.limit': flags.reviewLimit,
    'defaults.agent': flags.agent,
    'defaults.model': flags.model,
    'defaults.effort': flags.effort,
    questions: flags.questions,
    'defaults.delegation': flags.delegation,
    'defaults.deadline': flags.deadline,
    'defaults.checks': flags.checks,
  };
}

/** The parser of the command line takes what is wrong as an error. */
function tokenCount(input: string): number {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)([kM]?)$/u.exec(input) ?? [];
  if (digits === '') throw new Error('write 250000, 800k or 5M');
  const factor = unit === 'M' ? 1_000_000 : unit === 'k' ? 1000 : 1;
  return Math.round(Number(digits) * factor);
}

function dollarAmount(input: string): number {
  if (!/^\d+(?:\.\d+)?$/u.test(input)) throw new Error('write an amount like 20 or 1.50');
  return Number(input);
}

function delegation(input: string): Delegation {
  const capped = /^capped:\s*([1-9]\d{0,2})$/u.exec(input)?.[1];
  if (capped !== undefined) return { mode: 'capped', n: Number(capped) };
  if (input === 'off' || input === 'native') return { mode: input };
  throw new Error('write off, native or capped:2');
}

function wholeNumber(input: string): number {
  if (!/^\d{1,6}$/u.test(input)) throw new Error('not a whole number');
  return Number(input);
}
