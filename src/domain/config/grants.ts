import { NO_GRANTS, parseEndpoint } from '../plan/grants.ts';
import type { Grants } from '../plan/grants.ts';
import { problem } from './problem.ts';
import type { PathStep, Problem } from './problem.ts';
import type { WrittenConfig } from './written-config.ts';

/** What the config's `sandbox` comes to. Without problems only. */
export const grantsOf = ({ sandbox }: WrittenConfig): Grants => {
  if (sandbox === undefined) return NO_GRANTS;
  const { network = 'none', read = [], write = [], env = [] } = sandbox;
  return { network: networkOf(network), read, write, env };
};

const networkOf = (written: 'none' | 'all' | readonly string[]): Grants['network'] => {
  if (written === 'all') return 'all';
  return written === 'none'
    ? []
    : written.map(parseEndpoint).filter((endpoint) => endpoint !== null);
};

/** What is wrong with the config's `sandbox`. */
export const grantProblems = ({ sandbox }: WrittenConfig): readonly Problem[] => {
  if (sandbox === undefined) return [];
  const { network = 'none', read = [], write = [], env = [] } = sandbox;
  return [
    ...(typeof network === 'string' ? [] : network.flatMap(hostProblem)),
    ...pathProblems('read', read),
    ...pathProblems('write', write),
    ...env.flatMap(nameProblem),
  ];
};

const hostProblem = (written: string, index: number): readonly Problem[] =>
  parseEndpoint(written) === null
    ? [
        bad(['sandbox', 'network', index], `${JSON.stringify(written)} names no host`, {
          hint: 'write registry.example.com, *.example.com or localhost:5432',
        }),
      ]
    : [];

const pathProblems = (key: 'read' | 'write', paths: readonly string[]): readonly Problem[] =>
  paths.flatMap((path, index) => {
    const parts = path.split('/');
    const isWhole = ['/', '~', '~/'].includes(path);
    if (/^(~|)\/./.test(path) && !parts.includes('..') && !isWhole) return [];
    const hint = isWhole
      ? 'name the files that are needed'
      : 'write an absolute path, or one below ~/';
    return [bad(['sandbox', key, index], `${JSON.stringify(path)} cannot be given`, { hint })];
  });

const nameProblem = (name: string, index: number): readonly Problem[] =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
    ? []
    : [bad(['sandbox', 'env', index], `${JSON.stringify(name)} cannot name a variable`, {})];

const bad = (path: readonly PathStep[], message: string, more: { readonly hint?: string }) =>
  problem('bad-grant', path, message, more);
