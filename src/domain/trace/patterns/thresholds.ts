const MINUTE = 60_000;

/** Where a threshold comes from. `proposed`: by the study's detector table. `ours`: chosen here, for want of one. */
type Origin = 'proposed' | 'ours';

/** A number that a detector holds something against. */
export interface Threshold {
  readonly value: number;
  readonly unit: 'share' | 'ms' | 'count' | 'tokens' | 'times';
  readonly origin: Origin;
}

const share = (value: number, origin: Origin = 'proposed'): Threshold => ({
  value,
  unit: 'share',
  origin,
});
const ms = (value: number, origin: Origin = 'proposed'): Threshold => ({
  value,
  unit: 'ms',
  origin,
});
const count = (value: number, origin: Origin = 'proposed'): Threshold => ({
  value,
  unit: 'count',
  origin,
});

/** All thresholds of the detectors. None is calibrated against sessions from the field. */
export const THRESHOLDS = {
  /** No Implementation Owner: time that is left when the parent begins to write. */
  lateBuildLeft: share(0.2),
  /** Preflight-Gated Work, Serial Investigation: time before the first line. */
  gate: share(0.25),
  /** The same, where no budget is known: at least this long. */
  gateFloor: ms(10 * MINUTE, 'ours'),
  /** Preflight-Gated Work: how much of what the commands of a gate took one took that belongs to it. */
  gatePart: share(0.1, 'ours'),
  /** No Pipeline Owner: time that is left. */
  pipelineLeft: share(0.1),
  /** Critical-Path Starvation: when the path was begun, at the earliest. */
  pathStart: share(0.5),
  /** Fan-out Budget Exhaustion. */
  fanOut: count(3),
  fanOutUnfinished: share(0.25),
  fanOutUnfinishedLeast: count(2, 'ours'),
  fanOutTokens: share(0.5),
  budgetHit: share(0.98, 'ours'),
  budgetHitOpen: share(0.95, 'ours'),
  /** Oversized Child Task. */
  oversized: { value: 3, unit: 'times', origin: 'proposed' },
  oversizedOfBudget: share(0.5),
  oversizedAlone: share(0.3),
  oversizedFloor: ms(5 * MINUTE, 'ours'),
  /** Bulk Handoff Overload. */
  bulkWindow: ms(MINUTE),
  bulkTokens: { value: 30_000, unit: 'tokens', origin: 'proposed' },
  bulkSteps: count(10),
  bulkReadAgain: count(2, 'ours'),
  /** Checkpoint-Free Retry, No Failure Takeover: how alike two briefs are. */
  sameBrief: share(0.9),
  likeBrief: share(0.5, 'ours'),
  /** Early Child Termination: how alike the brief of one that handed in is; its last call before its end. */
  sameWork: share(0.75, 'ours'),
  activity: ms(2 * MINUTE),
  /** Late Finalization. */
  finalGap: share(0.1),
  finalAt: share(0.95),
  /** No Failure Takeover: how much longer its parent went on. */
  wentOn: share(0.05),
  /** Blind Timeout Wait. */
  blindWait: ms(5 * MINUTE),
  blindWaitOfBudget: share(0.2),
  /** Source Overwrite, Deliverable Overwrite: lines that are gone. */
  lost: share(0.5),
  /** Final-Tree Overwrite: files of others; lines of a lost file that are in it again. */
  treeFiles: count(3),
  madeAgain: share(0.9, 'ours'),
} as const satisfies Readonly<Record<string, Threshold>>;
