// `node scripts/check-architecture.mjs [folder]`: applies .dependency-cruiser.mjs to the folder's
// src (and web/src), this project's when none is named. It fails when it saw no module: with a
// TypeScript it cannot use, dependency-cruiser reads nothing and finds nothing wrong.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import config from '../.dependency-cruiser.mjs';

const baseDir = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..'));
const sources = ['src', 'web/src'].filter((folder) => existsSync(join(baseDir, folder)));
const options = {
  ...config.options,
  baseDir,
  validate: true,
  ruleSet: { forbidden: config.forbidden },
};
const { output } = await cruise(sources, options, config.options.enhancedResolveOptions);
const { summary } = output;

const comments = new Map(config.forbidden.map((rule) => [rule.name, rule.comment]));
for (const { rule, from, to, cycle } of summary.violations) {
  const path = cycle?.length > 0 ? cycle.map(({ name }) => name).join(' -> ') : to;
  const what = path === from ? from : `${from} -> ${path}`;
  process.stdout.write(`${rule.name}: ${what}\n  ${comments.get(rule.name)}\n`);
}
process.stdout.write(
  `${summary.totalCruised} modules, ${summary.totalDependenciesCruised} dependencies, ` +
    `${summary.violations.length} violations\n`,
);
if (summary.totalCruised === 0) {
  process.stdout.write('no module seen: dependency-cruiser cannot read TypeScript here\n');
}
process.exitCode = summary.totalCruised === 0 || summary.violations.length > 0 ? 1 : 0;
