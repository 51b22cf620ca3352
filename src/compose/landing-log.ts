import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { landedCommits } from '../adapters/git/landing-log.ts';
import type { LandedCommit } from '../adapters/git/landing-log.ts';
import type { Failure } from '../domain/failure.ts';
import { attemptId } from '../domain/ids.ts';
import { recordedReceipt } from '../domain/provenance/landing-record.ts';
import type { LandingRecord, RecordedCheck } from '../domain/provenance/landing-record.ts';
import { landingStatement, testStatement } from '../domain/provenance/statement.ts';
import type { Statement } from '../domain/provenance/statement.ts';
import type { Receipt } from '../domain/receipt/receipt.ts';
import { ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import { attemptFolder } from './attempt-reader.ts';
import { currentReceipt } from './old-receipts.ts';

/** `held`: the receipt lies here as it was; `differs`: it was changed since; `elsewhere`: it is not here. */
export type ReceiptState = 'held' | 'differs' | 'elsewhere';

/** One landing with what is known of it here. */
export interface LandingRow {
  readonly commit: string;
  /** Epoch ms. */
  readonly at: number;
  readonly subject: string;
  readonly run: string;
  readonly task: string;
  readonly attempt: string;
  /** Program and version. */
  readonly agent: string | null;
  readonly model: string | null;
  readonly reviewer: string | null;
  readonly receipt: { readonly sha256: string | null; readonly state: ReceiptState };
  /** On the delivered tree; null where nothing here tells. */
  readonly checks: readonly RecordedCheck[] | null;
  /** The landing that takes this one back, among those listed; null: none does. */
  readonly undoneBy: string | null;
  readonly undoes: string | null;
  /** What resolvers did on its way, a line each. */
  readonly resolved: readonly string[];
  /** Whether there is a note at it. */
  readonly noted: boolean;
}

/** What stands behind each landing in a range or ref, the newest first. Codes: those of git. */
export async function landingLog(
  place: RepositoryPlace,
  range: string,
  most: number,
): Promise<Result<readonly LandingRow[], Failure>> {
  const found = await landedCommits(place, range, most);
  if (!found.ok) return found;
  const undone = new Map(
    found.value.flatMap(({ commit, said }) =>
      said.undoes === null ? [] : [[said.undoes, commit]],
    ),
  );
  return ok(
    await Promise.all(
      found.value.map(async (landed) => ({
        ...(await rowOf(place, landed)),
        undoneBy: undone.get(landed.commit) ?? null,
      })),
    ),
  );
}

/** The in-toto statements of the landings: each one's own, and what its checks said. Codes: those of git. */
export async function landingStatements(
  place: RepositoryPlace,
  range: string,
  most: number,
): Promise<Result<readonly Statement[], Failure>> {
  const found = await landedCommits(place, range, most);
  if (!found.ok) return found;
  const records = await Promise.all(
    found.value.map(async (landed) => (await noted(landed)) ?? knownNow(place, landed)),
  );
  return ok(
    records.flatMap((record) => {
      const tests = testStatement(record);
      return [landingStatement(record), ...(tests === null ? [] : [tests])];
    }),
  );
}

async function rowOf(
  place: RepositoryPlace,
  landed: LandedCommit,
): Promise<Omit<LandingRow, 'undoneBy'>> {
  const { commit, at, subject, said } = landed;
  const { receipt, state } = receiptHere(place, landed);
  const checks =
    receipt === null ? ((await noted(landed))?.checks ?? null) : recordedReceipt(receipt).checks;
  return {
    commit,
    at,
    subject,
    run: said.run,
    task: said.task,
    attempt: said.attempt,
    agent: said.agent,
    model: said.model,
    reviewer: said.reviewer,
    receipt: { sha256: said.receipt, state },
    checks,
    undoes: said.undoes,
    resolved: said.resolved ?? [],
    noted: landed.note !== null,
  };
}

/** What was noted when it landed. */
async function noted({ commit, note }: LandedCommit): Promise<LandingRecord | null> {
  if (note === null) return null;
  const { parseLandingNote } = await import('../protocol/landing-note.ts');
  return parseLandingNote(note, commit);
}

/** Without a note: what the commit and a receipt that lies here tell. */
function knownNow(place: RepositoryPlace, landed: LandedCommit): LandingRecord {
  const { commit, tree, parents, said, at } = landed;
  const { receipt } = receiptHere(place, landed);
  return {
    ...recordedReceipt(receipt),
    commit,
    tree,
    target: '',
    from: parents[0] ?? '',
    delivered: {
      // Behind a resolution it is not the second parent, but that one's first.
      commit: receipt?.commit ?? (said.resolved === undefined ? parents[1] : undefined) ?? '',
      tree: receipt?.tree ?? '',
      base: receipt?.workspace.base ?? '',
    },
    said,
    landedChecks: [],
    landedAt: new Date(at).toISOString(),
  };
}

/** The receipt that the landing names. The names come from the history, which anybody may have written. */
function receiptHere(
  place: RepositoryPlace,
  { said }: LandedCommit,
): { readonly receipt: Receipt | null; readonly state: ReceiptState } {
  const n = Number(said.attempt.slice(said.attempt.lastIndexOf('#') + 1));
  const id = attemptId(said.run, said.task, n);
  const text = /[/\\\0]/u.test(id)
    ? null
    : readOrNull(join(attemptFolder(place, id), 'receipt.json'));
  if (text === null || said.receipt === null) return { receipt: null, state: 'elsewhere' };
  const sha256 = createHash('sha256').update(text.trimEnd()).digest('hex');
  if (sha256 !== said.receipt) return { receipt: null, state: 'differs' };
  return {
    receipt: currentReceipt(JSON.parse(text) as Parameters<typeof currentReceipt>[0]),
    state: 'held',
  };
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
