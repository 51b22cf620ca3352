import type { RunState } from '../../domain/run/state.ts';
import type { PersonCommand } from '../../domain/run/commands.ts';
import { present } from '../../domain/simulation/desk.ts';
import { streamOf } from '../../domain/simulation/random.ts';
import type { ModelReviewer } from '../../domain/simulation/scenario.ts';
import { drawFrom } from '../../domain/simulation/spread.ts';
import type { Clock } from '../../ports/clock.ts';

/** Where a modelled reviewer sits. */
export interface ReviewerDesk {
  readonly model: ModelReviewer;
  readonly seed: number;
  readonly clock: Clock;
  /** When the run started, in epoch ms. */
  readonly start: number;
  readonly run: () => RunState | null;
  readonly submit: (command: PersonCommand) => void;
}

/** Somebody who deals with what waits, one thing at a time, while they are there. */
export interface Reviewer {
  /** The log has grown: there may be something new. */
  look(): void;
}

/** Nothing waits yet. */
export const modelledReviewer = (desk: ReviewerDesk): Reviewer => {
  const decided = new Set<string>();
  let busy = false;
  const next = (): Matter | null => {
    const run = desk.run();
    return run === null ? null : (matters(run).find(({ key }) => !decided.has(key)) ?? null);
  };
  const look = (): void => {
    const matter = busy ? null : next();
    if (matter === null) return;
    busy = true;
    desk.clock.schedule(timeFor(desk, matter), () => {
      busy = false;
      // What it was about may have been settled meanwhile.
      const now = next();
      if (now !== null) {
        decided.add(now.key);
        desk.submit(now.decide(desk.model, desk.seed));
      }
      look();
    });
  };
  return { look };
};

/** One thing that waits for a person; the key names it with its state. */
interface Matter {
  readonly key: string;
  readonly decide: (model: ModelReviewer, seed: number) => PersonCommand;
}

const BY = 'the modelled reviewer';

const matters = (run: RunState): readonly Matter[] => [
  ...Object.values(run.deliveries).flatMap((delivery): readonly Matter[] => {
    const { id, tree } = delivery;
    if (delivery.phase === 'parked') {
      // A person may have a reason to let it land; this one sends it back.
      const comment = 'only what your task is about, please';
      return [{ key: id, decide: () => ({ type: 'return', delivery: id, comment, by: BY }) }];
    }
    if (delivery.phase !== 'awaiting-review') return [];
    const decide: Matter['decide'] = (model, seed) =>
      streamOf(seed, 'review', id).chance(model.returns)
        ? { type: 'return', delivery: id, comment: 'not like this', by: BY }
        : { type: 'approve', delivery: id, tree, by: BY };
    return [{ key: id, decide }];
  }),
  ...Object.values(run.tasks).flatMap((task): readonly Matter[] => {
    if (task.phase !== 'failed' && task.phase !== 'parked') return [];
    const { id, attempts } = task;
    const decide: Matter['decide'] = ({ retries }) =>
      attempts <= retries
        ? { type: 'retry', task: id, note: 'once more', by: BY }
        : { type: 'drop', task: id, reason: 'it does not work out', by: BY };
    return [{ key: `${id} after ${attempts}`, decide }];
  }),
];

const timeFor = ({ model, seed, clock, start }: ReviewerDesk, { key }: Matter): number => {
  const random = streamOf(seed, 'reviewer', key);
  const sees = clock.now() - start + drawFrom(model.notices, random);
  const done = present(model, sees) + drawFrom(model.takes, random);
  return done + start - clock.now();
};
