import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import type { AgentSpec } from '../plan/plan.ts';
import { treePath } from '../setup/shape.ts';
import { ADAPTERS } from './adapters.ts';
import { BUILT_IN_AGENTS } from './built-in-agents.ts';
import { priceProblems } from '../cost/price.ts';
import type { Price } from '../cost/price.ts';
import { checkValues } from './check-values.ts';
import { checkListProblems, commandOf, oneCommandProblems } from './commands.ts';
import type { Config } from './config.ts';
import { defaultLayer, overlay } from './layers.ts';
import type { LayerValues } from './layers.ts';
import { isInside, joinPath } from './lexical-path.ts';
import { grantProblems, grantsOf } from './grants.ts';
import { resolveRuleProblems, resolveRulesOf } from './resolvers.ts';
import { didYouMean } from './nearest.ts';
import { problem } from './problem.ts';
import type { PathStep, Problem } from './problem.ts';
import type { WrittenAgent, WrittenConfig } from './written-config.ts';

/** What is copied of a folder to be brought in when nothing is written, in bytes. */
const COPY_LIMIT = 512 * 1024 * 1024;

/** What an attempt may take on the disk when nothing is written, in bytes. */
export const DISK_LIMIT = 20 * 1024 ** 3;

/**
 * A written config over the defaults. `root` is the main work tree, absolute.
 * Errors: all problems, with paths into the config file.
 */
export function resolveConfig(
  written: WrittenConfig,
  root: string,
): Result<Config, readonly Problem[]> {
  const values = configValues(written);
  const problems = [
    ...checkValues('config', values),
    ...commandProblems(written),
    ...agentProblems(written),
    ...defaultsProblems(written),
    ...rootProblems(written, root),
    ...grantProblems(written),
    ...resolveRuleProblems(written),
    ...bringProblems(written),
    ...priceRowProblems(written),
  ];
  if (problems.length > 0) return err(problems);
  const workspaces = written.workspaces?.root;
  return ok({
    layered: overlay(defaultLayer(), 'config', values),
    setup: written.setup === undefined ? null : commandOf('setup', written.setup),
    checks: Object.entries(written.checks ?? {}).map(([name, check]) => commandOf(name, check)),
    agents: agentSpecs(written, root),
    prices: pricesOf(written),
    grants: grantsOf(written),
    resolve: resolveRulesOf(written),
    env: written.defaults?.env ?? {},
    workspacesRoot: workspaces === undefined ? null : joinPath(root, workspaces),
    bring: (written.workspaces?.bring ?? []).flatMap((path) => treePath(path) ?? []),
    landing: {
      sign: written.landing?.sign ?? false,
      hooks: written.landing?.hooks ?? false,
      push: written.landing?.push ?? null,
    },
    copyLimit: written.workspaces?.copyLimit ?? COPY_LIMIT,
    diskLimit: written.workspaces?.disk ?? DISK_LIMIT,
  });
}

/** Names of the agents that a config knows, the built-in one included. */
const agentNames = (written: WrittenConfig): readonly string[] => [
  ...new Set([...Object.keys(BUILT_IN_AGENTS), ...Object.keys(written.agents ?? {})]),
];

const configValues = (written: WrittenConfig): LayerValues => ({
  target: written.target,
  conflicts: written.conflicts,
  duplicates: written.duplicates,
  serialBelow: written.serialBelow,
  grace: written.grace,
  isolation: written.defaults?.isolation ?? written.isolation,
  'limits.live': written.limits?.live,
  'limits.wall': written.limits?.wall,
  'limits.agent': written.limits?.agent,
  'limits.tokens': written.limits?.tokens,
  'limits.usd': written.limits?.usd,
  'limits.reserve': written.limits?.reserve,
  'limits.retries': written.limits?.retries,
  'review.by': written.review?.by,
  'review.limit': written.review?.limit,
  'queue.mode': written.queue?.mode,
  'queue.slots': written.queue?.slots,
  'queue.squash': written.queue?.squash,
  'defaults.agent': written.defaults?.agent,
  'defaults.model': written.defaults?.model,
  'defaults.effort': written.defaults?.effort,
  'defaults.delegation': written.defaults?.delegation,
  questions: written.questions,
  'defaults.deadline': written.defaults?.deadline,
  'defaults.checks': written.defaults?.checks,
});

const commandProblems = ({ setup, checks = {} }: WrittenConfig): readonly Problem[] => [
  ...(setup === undefined ? [] : oneCommandProblems(['setup'], setup)),
  ...checkListProblems(checks),
];

const agentProblems = (written: WrittenConfig): readonly Problem[] =>
  Object.entries(written.agents ?? {}).flatMap(([name, agent]) => {
    const path = ['agents', name];
    const problems: Problem[] = [];
    if (!/^[\w.-]{1,60}$/u.test(name)) {
      const message = `${JSON.stringify(name)} cannot name an agent`;
      problems.push(problem('bad-agent', path, message, { part: 'key' }));
    }
    problems.push(...OWN_KEYS.flatMap((own) => ownKeyProblems(path, agent, own)));
    return problems;
  });

/** A key that some adapters cannot do without, and some cannot have. */
interface OwnKey {
  readonly key: 'run' | 'script';
  readonly needs: readonly string[];
  readonly not: readonly string[];
}

const OWN_KEYS: readonly OwnKey[] = [
  { key: 'run', needs: ['command', 'acp'], not: ['scripted'] },
  { key: 'script', needs: ['scripted'], not: ADAPTERS.filter((name) => name !== 'scripted') },
];

const ownKeyProblems = (
  path: readonly PathStep[],
  agent: WrittenAgent,
  { key, needs, not }: OwnKey,
): readonly Problem[] => {
  const value = agent[key];
  if (value === undefined) {
    const message = `an agent that uses ${agent.use} needs \`${key}\``;
    return needs.includes(agent.use) ? [problem('bad-agent', path, message)] : [];
  }
  const at = [...path, key];
  if (not.includes(agent.use)) {
    const message = `an agent that uses ${agent.use} has no \`${key}\``;
    return [problem('bad-agent', at, message, { part: 'key' })];
  }
  if (value.trim() !== '') return [];
  const message = `an agent that uses ${agent.use} needs something in \`${key}\``;
  return [problem('bad-agent', at, message)];
};

const defaultsProblems = (written: WrittenConfig): readonly Problem[] => {
  const { agent, checks = [] } = written.defaults ?? {};
  const agents = agentNames(written);
  const known = Object.keys(written.checks ?? {});
  const problems = checks.flatMap((name, index) =>
    known.includes(name) ? [] : [unknownCheck(['defaults', 'checks', index], name, known)],
  );
  if (agent === undefined || agents.includes(agent)) return problems;
  return [unknownAgent(['defaults', 'agent'], agent, agents), ...problems];
};

/** The problem of a check that the config does not have. */
export const unknownCheck = (
  path: readonly PathStep[],
  name: string,
  known: readonly string[],
): Problem =>
  problem('unknown-check', path, `there is no check ${JSON.stringify(name)}`, {
    hint: didYouMean(
      name,
      known,
      known.length === 0 ? 'the config has no checks' : `the config has ${known.join(', ')}`,
    ),
  });

/** The problem of an agent that the config does not have; names the known ones. */
export const unknownAgent = (
  path: readonly PathStep[],
  name: string,
  known: readonly string[],
): Problem =>
  problem('unknown-agent', path, `there is no agent ${JSON.stringify(name)}`, {
    hint: `${didYouMean(name, known, '')} known: ${known.join(', ')}`.trim(),
  });

const rootProblems = (written: WrittenConfig, root: string): readonly Problem[] => {
  const path = written.workspaces?.root;
  if (path === undefined) return [];
  const where = ['workspaces', 'root'];
  if (path.trim() === '') return [problem('bad-workspaces-root', where, 'the folder is empty')];
  if (!isInside(root, joinPath(root, path))) return [];
  const message = 'workspaces cannot lie inside the main checkout';
  return [problem('bad-workspaces-root', where, message, { hint: 'for instance ../workspaces' })];
};

const bringProblems = (written: WrittenConfig): readonly Problem[] =>
  (written.workspaces?.bring ?? []).flatMap((path, index) => {
    if (treePath(path) !== null) return [];
    const message = `${JSON.stringify(path)} is no path inside the repository`;
    const hint = 'for instance node_modules or .venv, seen from the root';
    return [problem('bad-path', ['workspaces', 'bring', index], message, { hint })];
  });

const agentSpecs = (written: WrittenConfig, root: string): readonly AgentSpec[] =>
  Object.entries({ ...BUILT_IN_AGENTS, ...written.agents }).map(([name, agent]) => ({
    name,
    use: agent.use,
    ...(agent.run === undefined ? {} : { run: agent.run }),
    ...(agent.script === undefined ? {} : { script: joinPath(root, agent.script) }),
    ...(agent.model === undefined ? {} : { model: agent.model }),
    ...(agent.effort === undefined ? {} : { effort: agent.effort }),
    args: agent.args ?? [],
    env: agent.env ?? {},
  }));

const pricesOf = (written: WrittenConfig): readonly Price[] =>
  Object.entries(written.prices ?? {}).map(([model, price]) => ({
    model,
    input: price.input,
    output: price.output,
    cacheRead: price.cache_read ?? null,
    cacheWrite: price.cache_write ?? null,
  }));

const priceRowProblems = (written: WrittenConfig): readonly Problem[] =>
  pricesOf(written).flatMap((price) =>
    priceProblems(price).map((message) => problem('bad-price', ['prices', price.model], message)),
  );
