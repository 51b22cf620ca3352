import { expect } from 'vitest';
import { supervisionContract } from '../../contract/supervision.ts';
import { memorySupervision } from '../../../src/adapters/simulated/supervision.ts';

supervisionContract('the one in memory', () => {
  let now = 1_000;
  const fake = memorySupervision(() => (now += 1));
  return {
    supervision: fake.supervision,
    other: fake.supervision,
    launch: (attempt, more = {}) => ({
      attempt,
      folder: `/attempts/${attempt}`,
      command: { argv: ['agent'], cwd: '/workspace', env: {} },
      stdin: '',
      keepOpen: true,
      deadlineAt: 60_000,
      killAfterMs: 100,
      ...more,
    }),
    missing: (attempt) => {
      fake.refuse(attempt);
      const command = { argv: ['nowhere'], cwd: '/workspace', env: {} };
      const folder = `/attempts/${attempt}`;
      const times = { deadlineAt: 60_000, killAfterMs: 100 };
      return { attempt, folder, command, stdin: '', keepOpen: true, ...times };
    },
    starts: ({ attempt }) =>
      Promise.resolve(fake.launches.filter((each) => each.attempt === attempt).length),
    received: ({ attempt }, text) => {
      expect(fake.sent(attempt)).toContain(text);
      return Promise.resolve();
    },
    end: ({ attempt }, code) => Promise.resolve(fake.exit(attempt, { code })),
    killSupervisor: ({ attempt }) => Promise.resolve(fake.lose(attempt)),
    close: () => Promise.resolve(),
  };
});
