import { afterEach, beforeEach } from 'vitest';
import { openAgentBench } from './agent-bench.ts';
import type { AgentBench, BenchStart, StartedAgent } from './agent-bench.ts';
import { marker } from './script.ts';
import type { Scripts } from './script.ts';

/** A bench that is another one in each test. */
export interface BenchForEach extends Pick<AgentBench, 'fixedOf'> {
  readonly workspace: string;
  /** Starts the CLI on the script `main`, as is usual in this suite but for `more`. */
  begin(scripts: Scripts, more?: Partial<BenchStart>): Promise<StartedAgent>;
  /** A new one in place of that which the test has used. */
  renew(): Promise<void>;
}

/** To be called in a suite, for all its tests; `usual` is what they start when they say nothing else. */
export function benchForEach(usual: Pick<BenchStart, 'dialect' | 'delegation'>): BenchForEach {
  let bench: AgentBench;
  beforeEach(() => {
    bench = openAgentBench();
  });
  afterEach(() => bench.close());
  return {
    get workspace() {
      return bench.workspace;
    },
    fixedOf: (dialect, delegation) => bench.fixedOf(dialect, delegation),
    begin: (scripts, more = {}) =>
      bench.start({ ...usual, scripts, brief: `Do it. ${marker('main')}`, ...more }),
    renew: async () => {
      await bench.close();
      bench = openAgentBench();
    },
  };
}
