import { parseScope } from '../plan/scope.ts';
import { RESOLVERS } from '../resolve/rules.ts';
import type { ResolveRules } from '../resolve/rules.ts';
import { commandOf, oneCommandProblems } from './commands.ts';
import { problem } from './problem.ts';
import type { Problem } from './problem.ts';
import type { WrittenConfig } from './written-config.ts';

/** What the config's `resolve` comes to: all resolvers where nothing is written. Without problems only. */
export const resolveRulesOf = ({ resolve = {} }: WrittenConfig): ResolveRules => {
  const { resolvers = RESOLVERS, generated = [] } = resolve;
  return {
    resolvers: resolvers === 'off' ? [] : RESOLVERS.filter((name) => resolvers.includes(name)),
    generated: generated.map(({ paths, ...command }) => {
      const { run, timeoutMs } = commandOf('generated', command);
      return { paths, run, timeoutMs };
    }),
  };
};

/** What is wrong with the config's `resolve`. */
export const resolveRuleProblems = ({ resolve = {} }: WrittenConfig): readonly Problem[] =>
  (resolve.generated ?? []).flatMap(({ paths, ...command }, index) => {
    const at = ['resolve', 'generated', index];
    const scope = parseScope(paths);
    const empty = paths.length === 0 ? [problem('bad-path', [...at, 'paths'], NO_PATHS)] : [];
    const globs = scope.ok
      ? []
      : scope.error.map(({ pattern, index: nth, error }) =>
          problem('bad-path', [...at, 'paths', nth], `\`${pattern}\`: ${error.message}`),
        );
    return [...empty, ...globs, ...oneCommandProblems(at, command)];
  });

const NO_PATHS = 'no path is named';
