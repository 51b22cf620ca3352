import type { RepositoryPlace } from '../../adapters/git/discover.ts';
import type { Failure } from '../../domain/failure.ts';
import type { RunId } from '../../domain/ids.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Checkpoint } from '../../ports/checkpoints.ts';
import { openReadModel } from '../read-model.ts';
import type { Reader } from '../read-model.ts';
import { readCheckpoints } from '../salvage/held-work.ts';
import type { Compared } from './compared.ts';

/** What fanin's own runs have under way. */
export interface RunTips {
  readonly tips: readonly Compared[];
  /** The target of the one run that they are of; null: there are none, or they are of several. */
  readonly target: string | null;
  /** Every workspace that a run knows, also of attempts that have ended. */
  readonly workspaces: ReadonlySet<string>;
}

/**
 * Live workspaces as their newest checkpoint holds them, and deliveries that have not landed. Nobody
 * looks into a workspace for that. Codes: those of the store and of git.
 */
export const runTips = async (
  place: RepositoryPlace,
  cwd: string,
): Promise<Result<RunTips, Failure>> => {
  const model = openReadModel(cwd);
  if (!model.ok) return model;
  const { reader } = model.value;
  if (reader === null) return ok({ tips: [], target: null, workspaces: new Set() });
  try {
    const listed = await readCheckpoints(place).list({});
    return listed.ok ? ok(tipsOf(reader, listed.value)) : listed;
  } finally {
    model.value.close();
  }
};

/** A delivery that may still land. */
const OPEN: ReadonlySet<string> = new Set([
  'checking',
  'awaiting-review',
  'parked',
  'queued',
  'landing',
]);

interface RunTip extends Compared {
  readonly run: RunId;
}

const tipsOf = (reader: Reader, checkpoints: readonly Checkpoint[]): RunTips => {
  const workspaces = new Set<string>();
  const targets = new Map<RunId, string>();
  const tips: RunTip[] = [];
  for (const { id: run, body } of reader.runs()) {
    targets.set(run, body.targetRef);
    const deliveries = new Map(reader.views(run, 'delivery').map((row) => [row.id, row.body]));
    for (const { id, body: attempt } of reader.views(run, 'attempt')) {
      if (attempt.workspace !== null) workspaces.add(attempt.workspace);
      const delivery = deliveries.get(id);
      const isLive = attempt.phase !== 'ended';
      const held = checkpoints.findLast((each) => each.attempt === id)?.commit;
      const open = delivery !== undefined && OPEN.has(delivery.phase) ? delivery.commit : undefined;
      const commit = isLive ? held : open;
      const name = `${run}/${attempt.task}#${String(attempt.n)}`;
      if (commit !== undefined) tips.push({ run, name, commit, uncommitted: isLive });
    }
  }
  const runs = new Set(tips.map(({ run }) => run));
  const [only] = runs;
  const target = runs.size === 1 && only !== undefined ? (targets.get(only) ?? null) : null;
  return { tips: tips.map(({ run: _run, ...tip }) => tip), target, workspaces };
};
