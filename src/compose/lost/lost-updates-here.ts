import { discoverRepository } from '../../adapters/git/discover.ts';
import type { RepositoryPlace } from '../../adapters/git/discover.ts';
import { lineOf, isLanding, tellDeltas } from '../../adapters/git/lost-updates/read-deltas.ts';
import type { LineCommit, LineOf } from '../../adapters/git/lost-updates/read-deltas.ts';
import { forkOf, readHistory, readMerge } from '../../adapters/git/lost-updates/read-history.ts';
import { resolveRange } from '../../adapters/git/lost-updates/resolve-range.ts';
import type { CandidateHistory, OwnCommit } from '../../domain/lost-updates/candidate.ts';
import type { LandedChange } from '../../domain/lost-updates/file-delta.ts';
import { judgeLanding, ON_THE_LINE, takesBack } from '../../domain/lost-updates/judge-landing.ts';
import { emptyLedger, withLanding } from '../../domain/lost-updates/ledger.ts';
import type { Ledger } from '../../domain/lost-updates/ledger.ts';
import type { LostUpdate } from '../../domain/lost-updates/lost-update.ts';
import { THRESHOLDS } from '../../domain/lost-updates/thresholds.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';

/** A landing that takes back something. */
export interface LostLanding {
  readonly commit: string;
  readonly task: string | null;
  readonly title: string;
  readonly found: readonly LostUpdate[];
}

/** What was looked at, and what was found; the oldest first. */
export interface LostReport {
  readonly range: string;
  readonly looked: number;
  readonly landings: readonly LostLanding[];
}

/** What is asked. */
export interface LostWish {
  /** As git takes it: `main~200..main`; a single revision is all that led to it. */
  readonly range: string;
  /** Default: landings. */
  readonly of?: LineOf;
  readonly progress: (done: number, all: number) => void;
}

/**
 * Lost updates on the first-parent line of a range: needs no run, and holds no more of the history in memory than
 * a batch. Codes: `no-such-commit`, those of git.
 */
export const lostUpdatesHere = async (
  cwd: string,
  { range, of, progress }: LostWish,
): Promise<Result<LostReport, Failure>> => {
  const discovered = discoverRepository(cwd);
  if (!discovered.ok) return discovered;
  const place = discovered.value;
  const revisions = await resolveRange(cwd, range);
  if (!revisions.ok) return revisions;
  const line = await lineOf(place, revisions.value, null, of);
  if (!line.ok) return line;
  const start = await ledgerBefore(place, line.value);
  if (!start.ok) return start;
  const walk = walkFrom(place, start.value, line.value);
  let done = 0;
  const told = await tellDeltas(place, line.value.filter(isLanding), async (batch) => {
    for (const landing of batch) await walk.step(landing);
    done += batch.length;
    progress(done, line.value.length);
  });
  if (!told.ok) return told;
  const failed = walk.failed();
  return failed === null
    ? ok({ range, looked: line.value.length, landings: walk.found })
    : err(failed);
};

/** What lies before the range counts as landed, too. */
const ledgerBefore = async (
  place: RepositoryPlace,
  [oldest]: readonly LineCommit[],
): Promise<Result<Ledger, Failure>> => {
  let ledger = emptyLedger(THRESHOLDS.window.value);
  const [before] = oldest?.parents ?? [];
  if (before === undefined) return ok(ledger);
  const line = await lineOf(place, [before], ledger.window);
  if (!line.ok) return line;
  const told = await tellDeltas(place, line.value.filter(isLanding), (batch) => {
    ledger = batch.reduce(withLanding, ledger);
  });
  return told.ok ? ok(ledger) : told;
};

const walkFrom = (place: RepositoryPlace, start: Ledger, line: readonly LineCommit[]) => {
  const parentsOf = new Map(line.map(({ commit, parents }) => [commit, parents]));
  let ledger = start;
  let failed: Failure | null = null;
  const found: LostLanding[] = [];
  return {
    found,
    failed: () => failed,
    step: async (landing: LandedChange): Promise<void> => {
      if (takesBack(ledger, landing.files)) {
        const origin = await originOf(place, landing.commit, parentsOf.get(landing.commit) ?? []);
        if (!origin.ok) failed ??= origin.error;
        else {
          const lost = judgeLanding(ledger, landing, origin.value.history, origin.value.itself);
          const { commit, task, title } = landing;
          if (lost.length > 0) found.push({ commit, task, title, found: lost });
        }
      }
      ledger = withLanding(ledger, landing);
    },
  };
};

interface Origin {
  readonly history: CandidateHistory;
  readonly itself: OwnCommit | null;
}

/** How a landing came about. A commit with one parent was made on the line, as far as history tells. */
const originOf = async (
  place: RepositoryPlace,
  commit: string,
  [onto, tip]: readonly string[],
): Promise<Result<Origin, Failure>> => {
  if (onto === undefined || tip === undefined) return ok({ history: ON_THE_LINE, itself: null });
  const base = await forkOf(place, onto, tip);
  if (!base.ok) return base;
  const window = THRESHOLDS.window.value;
  const history = await readHistory(place, { onto, tip, base: base.value ?? onto, window });
  if (!history.ok) return history;
  const itself = await readMerge(place, commit);
  return itself.ok ? ok({ history: history.value, itself: itself.value }) : itself;
};
