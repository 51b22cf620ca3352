import { delegationText } from '../plan/delegation.ts';
import type { AgentSpec, CheckDefinition } from '../plan/plan.ts';
import type { Config } from './config.ts';
import { formatDuration, formatPercent } from './duration.ts';
import { FLAG_OF, LAYERED_KEYS } from './layers.ts';
import type { Layered, LayeredKey, LayeredValues, LayerName } from './layers.ts';
import type { PathStep } from './problem.ts';

/** A row of `fanin config --origin`. */
export interface OriginRow {
  readonly key: string;
  readonly value: string;
  /** `default`, `fanin.config.yaml:3`, `plan.yaml:7` or `flag --live`. */
  readonly origin: string;
}

/** Where a path of a layer's file stands, as `file:line`; null when it is not written there. */
export type PlaceOf = (layer: 'config' | 'plan', path: readonly PathStep[]) => string | null;

/** One row for each value that more than one place may set, in a fixed order. */
export const originRows = (layered: Layered, placeOf: PlaceOf): readonly OriginRow[] =>
  LAYERED_KEYS.map((key) => ({
    key,
    value: SHOW[key](layered.values),
    origin: originText(layered.origins[key] ?? 'default', key, placeOf),
  }));

/** One row for each value that the config alone can set: set-up, checks, agents, environment, workspaces. */
export const configRows = (config: Config, placeOf: PlaceOf): readonly OriginRow[] => {
  const row = (path: readonly string[], value: string): OriginRow => ({
    key: path.join('.'),
    value,
    origin: placeOf('config', path) ?? 'default',
  });
  return [
    row(['setup'], config.setup === null ? 'none' : commandText(config.setup)),
    ...config.checks.map((check) => row(['checks', check.name], commandText(check))),
    ...config.agents.map((agent) => row(['agents', agent.name], agentText(agent))),
    ...Object.entries(config.env).map(([name, value]) => row(['defaults', 'env', name], value)),
    row(['workspaces', 'root'], config.workspacesRoot ?? 'beside the repository'),
    row(['workspaces', 'bring'], config.bring.join(', ') || 'nothing'),
    row(['landing', 'sign'], String(config.landing.sign)),
    row(['landing', 'hooks'], String(config.landing.hooks)),
    row(['landing', 'push'], config.landing.push ?? 'nowhere'),
  ];
};

const originText = (layer: LayerName, key: LayeredKey, placeOf: PlaceOf): string => {
  switch (layer) {
    case 'default':
      return 'default';
    case 'config':
    case 'plan':
      return placeOf(layer, key.split('.')) ?? layer;
    case 'flag':
      return `flag ${FLAG_OF[key] ?? key}`;
  }
};

const SHOW: Readonly<Record<LayeredKey, (values: LayeredValues) => string>> = {
  concurrency: (values) => values.concurrency,
  undeclared: (values) => values.undeclared,
  conflicts: (values) => values.conflicts,
  duplicates: (values) => values.duplicates,
  assemble: (values) => values.assemble,
  target: ({ target }) => target ?? "the run's own",
  base: ({ base }) => base ?? 'the current branch',
  serialBelow: (values) => formatDuration(values.serialBelow),
  grace: (values) => formatDuration(values.grace),
  questions: ({ questions }) => (questions === 0 ? 'not waited for' : formatDuration(questions)),
  isolation: (values) => values.isolation,
  'limits.live': (values) => String(values['limits.live']),
  'limits.wall': ({ 'limits.wall': wall }) => (wall === null ? 'none' : formatDuration(wall)),
  'limits.agent': ({ 'limits.agent': agent }) => (agent === null ? 'none' : formatDuration(agent)),
  'limits.tokens': ({ 'limits.tokens': tokens }) => (tokens === null ? 'none' : String(tokens)),
  'limits.usd': ({ 'limits.usd': usd }) => (usd === null ? 'none' : `$${usd}`),
  'limits.reserve': (values) => formatPercent(values['limits.reserve']),
  'limits.retries': (values) => String(values['limits.retries']),
  'review.by': (values) => values['review.by'],
  'review.limit': (values) => String(values['review.limit']),
  'queue.mode': (values) => values['queue.mode'],
  'queue.slots': (values) => String(values['queue.slots']),
  'queue.squash': (values) => String(values['queue.squash']),
  'defaults.agent': (values) => values['defaults.agent'],
  'defaults.model': (values) => values['defaults.model'] ?? 'none',
  'defaults.effort': (values) => values['defaults.effort'] ?? 'none',
  'defaults.delegation': (values) => delegationText(values['defaults.delegation']),
  'defaults.deadline': (values) => formatDuration(values['defaults.deadline']),
  'defaults.checks': ({ 'defaults.checks': checks }) =>
    checks === null ? 'all' : checks.join(' ') || 'none',
};

const commandText = ({ run, timeoutMs }: CheckDefinition): string =>
  `${run} (at most ${formatDuration(timeoutMs)})`;

const agentText = ({ use, model }: AgentSpec): string =>
  model === undefined ? use : `${use}, model ${model}`;
