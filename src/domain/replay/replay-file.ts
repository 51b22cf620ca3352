import { generate } from './generator.ts';
import type { Generator } from './generator.ts';
import type { Checks, Workload } from './workload.ts';

/** What is replayed, and on how many slots. */
export interface ReplayFile {
  /** Short name: the file's, without its ending. */
  readonly name: string;
  readonly about: string;
  readonly slots: readonly number[];
  readonly source: RecordedSource | GeneratedSource;
}

/** One workload, as it was. */
interface RecordedSource {
  readonly kind: 'recorded';
  readonly workload: Workload;
}

/** Workloads by a model, for each share of changes that fail. */
interface GeneratedSource {
  readonly kind: 'generated';
  readonly generator: Omit<Generator, 'fails'>;
  readonly fails: readonly number[];
  readonly checks: Checks;
}

/** One line of what a file asks for. */
export interface ReplayPoint {
  readonly slots: number;
  readonly fails: number;
  readonly workload: (seed: number) => Workload;
}

/** Every share that fails with every number of slots. */
export const pointsOf = ({ slots, source }: ReplayFile): readonly ReplayPoint[] => {
  if (source.kind === 'recorded') {
    const { workload } = source;
    return slots.map((each) => ({ slots: each, fails: workload.fails, workload: () => workload }));
  }
  const { generator, checks } = source;
  return source.fails.flatMap((fails) =>
    slots.map((each) => ({
      slots: each,
      fails,
      workload: (seed: number) => generate({ ...generator, fails }, checks, seed),
    })),
  );
};
