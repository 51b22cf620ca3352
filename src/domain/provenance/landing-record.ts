import { originWords } from '../collect/collected-from.ts';
import type { CheckResult, Verdict } from '../delivery/delivery.ts';
import type { Receipt } from '../receipt/receipt.ts';
import type { LandingTrailers } from './trailers.ts';

/** A check on one tree, without what belongs to one machine alone. */
export interface RecordedCheck {
  readonly name: string;
  readonly definition: string;
  readonly tree: string;
  readonly by: CheckResult['by'];
  readonly status: CheckResult['status'];
}

/**
 * What stands behind one landing, for those who have the history and not the machine it was made on.
 * It names what was measured and who decided; nothing an agent wrote or a command printed is in it.
 */
export interface LandingRecord {
  readonly commit: string;
  readonly tree: string;
  readonly target: string;
  readonly from: string;
  /** What was delivered: the landing merges this into `from`. */
  readonly delivered: { readonly commit: string; readonly tree: string; readonly base: string };
  readonly said: LandingTrailers;
  readonly agent: {
    readonly adapter: string;
    readonly version: string | null;
    readonly model: string | null;
    readonly effort: string | null;
    readonly delegation: string;
  } | null;
  readonly isolation: string | null;
  /** On the delivered tree. */
  readonly verdict: Verdict | null;
  readonly checks: readonly RecordedCheck[];
  /** On the landed tree itself; none where it was not the tip of what was tested together. */
  readonly landedChecks: readonly RecordedCheck[];
  readonly claims: Readonly<Record<'confirmed' | 'contradicted' | 'unverified', number>>;
  /** The kinds of what was found. */
  readonly findings: readonly string[];
  /** RFC 3339, UTC. */
  readonly landedAt: string;
}

/** The part of a record that the receipt tells; without one, nothing is known. */
export const recordedReceipt = (
  receipt: Receipt | null,
): Pick<LandingRecord, 'agent' | 'isolation' | 'verdict' | 'checks' | 'claims' | 'findings'> =>
  receipt === null
    ? {
        agent: null,
        isolation: null,
        verdict: null,
        checks: [],
        claims: { confirmed: 0, contradicted: 0, unverified: 0 },
        findings: [],
      }
    : {
        agent: recordedAgent(receipt),
        isolation: receipt.workspace.level,
        verdict: receipt.verdict,
        checks: receipt.checks.map(recordedCheck),
        claims: {
          confirmed: countOf(receipt, 'confirmed'),
          contradicted: countOf(receipt, 'contradicted'),
          unverified: countOf(receipt, 'unverified'),
        },
        findings: receipt.findings.map(({ kind }) => kind),
      };

/** Of work that was collected nobody knows who made it. */
const recordedAgent = ({ agent, collected }: Receipt): LandingRecord['agent'] =>
  (collected ?? null) === null
    ? {
        adapter: agent.adapter,
        version: valueOf(agent.version),
        model: valueOf(agent.model),
        effort: valueOf(agent.effort),
        delegation: agent.delegation,
      }
    : null;

/** What of a check's result is the same on every machine. */
export const recordedCheck = (result: CheckResult): RecordedCheck => ({
  name: result.name,
  definition: result.definition,
  tree: result.tree,
  by: result.by,
  status: result.status,
});

/** `claude-code 2.1.332`, as the trailer has it; of work that fanin did not start, where it was taken from. */
export const agentWords = (receipt: Receipt): string => {
  // A receipt of an older fanin does not say.
  const collected = receipt.collected ?? null;
  if (collected !== null) return originWords(collected);
  const version = valueOf(receipt.agent.version);
  return version === null ? receipt.agent.adapter : `${receipt.agent.adapter} ${version}`;
};

/** The model, where the agent told. */
export const modelWords = (receipt: Receipt): string | null => valueOf(receipt.agent.model);

const valueOf = (of: Receipt['agent']['version']): string | null => (of.measured ? of.value : null);

const countOf = (receipt: Receipt, verdict: Receipt['claims'][number]['verdict']): number =>
  receipt.claims.filter((claim) => claim.verdict === verdict).length;
