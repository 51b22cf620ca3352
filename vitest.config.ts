import { defineConfig } from 'vitest/config';
import { ClosingLineReporter } from './test/support/reporter.ts';

const E2E = 'test/e2e/**/*.test.ts';
/** Real agents that take long: `npm run test:agents:all` runs them, `npm test` does not. */
const AGENTS_ALL = 'test/e2e/**/*.all.test.ts';

export default defineConfig({
  test: {
    reporters: ['default', new ClosingLineReporter()],
    pool: 'forks',
    maxWorkers: 2,
    coverage: { include: ['src/**'], reportsDirectory: 'coverage', reporter: ['text', 'html'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [E2E, '**/fixtures/**'],
          testTimeout: 10_000,
          hookTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          // Real git, real processes, the built binary: after the unit tests. Two files at a time: they
          // wait more than they compute.
          name: 'e2e',
          include: [E2E],
          exclude: [AGENTS_ALL],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      ...(process.env['FANIN_AGENTS'] === 'all'
        ? [
            {
              extends: true as const,
              test: {
                name: 'agents-all',
                include: [AGENTS_ALL],
                testTimeout: 120_000,
                hookTimeout: 120_000,
                maxWorkers: 1,
                fileParallelism: false,
                sequence: { groupOrder: 2 },
              },
            },
          ]
        : []),
    ],
  },
});
