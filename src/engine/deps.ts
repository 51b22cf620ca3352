import type { RunEvent } from '../domain/run/events.ts';
import type { RunState } from '../domain/run/state.ts';
import type { Agent } from '../ports/agent.ts';
import type { AttemptFiles } from '../ports/attempt-files.ts';
import type { Checkpoints } from '../ports/checkpoints.ts';
import type { Clock } from '../ports/clock.ts';
import type { CodeComparison } from '../ports/code-comparison.ts';
import type { Commands } from '../ports/commands.ts';
import type { DiskMeter } from '../ports/disk.ts';
import type { HeldScopes } from '../ports/held-scopes.ts';
import type { LandedChanges } from '../ports/landed-changes.ts';
import type { LandingNotes } from '../ports/landing-notes.ts';
import type { MergeFiles } from '../ports/merge-files.ts';
import type { MergeMatrix } from '../ports/merge-matrix.ts';
import type { Provisions } from '../ports/provisions.ts';
import type { Repository } from '../ports/repository.ts';
import type { Setups } from '../ports/setups.ts';
import type { SharedTarget } from '../ports/shared-target.ts';
import type { Store } from '../ports/store.ts';
import type { Supervision } from '../ports/supervision.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { TextParser } from '../ports/text-parser.ts';
import type { VerdictCache } from '../ports/verdict-cache.ts';
import type { Workspaces } from '../ports/workspaces.ts';

/** Everything the engine acts through. `compose` picks the adapters; tests pass fakes. */
export interface EngineDeps {
  readonly clock: Clock;
  readonly store: Store;
  readonly held: HeldScopes;
  readonly verdicts: VerdictCache;
  readonly telemetry: Telemetry;
  readonly repository: Repository;
  readonly landedChanges: LandedChanges;
  readonly landingNotes: LandingNotes;
  /** What resolvers of shared kinds of file are at work with; left out: none is. */
  readonly resolving?: { readonly files: MergeFiles; readonly parser: TextParser };
  readonly matrix: MergeMatrix;
  /** Finds what is written twice; null: nobody looks. */
  readonly code: CodeComparison | null;
  /** The branch that others push to, where landings go; null: nobody does. */
  readonly sharedTarget: SharedTarget | null;
  readonly workspaces: Workspaces;
  readonly provisions: Provisions;
  readonly setups: Setups;
  readonly checkpoints: Checkpoints;
  readonly disk: DiskMeter;
  readonly supervision: Supervision;
  readonly commands: Commands;
  readonly files: AttemptFiles;
  /** The main checkout and the git folder that all work copies share, absolute; left out: there is none. */
  readonly checkout?: { readonly main: string; readonly gitDir: string };
  /** The adapter of that name; null when there is none. */
  readonly agent: (name: string) => Agent | null;
  readonly sha256: (text: string) => string;
  /** A time of day as people read it. */
  readonly timeText: (at: number) => string;
  /** Told of every event once it is in the log. What it throws is reported, and hurts nothing. */
  readonly report: (event: RunEvent, run: RunState) => void;
}
