import type { LandingRecord } from './landing-record.ts';

/** A statement as in-toto has it (Statement v1): what a predicate is said of, by its digests. */
export interface Statement {
  readonly _type: 'https://in-toto.io/Statement/v1';
  readonly subject: readonly {
    readonly name: string;
    readonly digest: Readonly<Record<string, string>>;
  }[];
  readonly predicateType: string;
  readonly predicate: unknown;
}

/** fanin's own predicate: who and what stand behind a landing. */
export const LANDING_PREDICATE = 'urn:fanin:landing:1';
/** in-toto's own predicate for results of tests. */
const TEST_RESULT_PREDICATE = 'https://in-toto.io/attestation/test-result/v0.1';

/** The statement of one landing: its subject is the commit, its predicate the record. */
export const landingStatement = (record: LandingRecord): Statement => ({
  ...about(record),
  predicateType: LANDING_PREDICATE,
  predicate: record,
});

/** in-toto's own form of what the checks said of the landed tree; null where none was run on it. */
export const testStatement = (record: LandingRecord): Statement | null => {
  const { landedChecks: checks } = record;
  if (checks.length === 0) return null;
  const named = (status: string): readonly string[] =>
    checks.filter((check) => check.status === status).map(({ name }) => name);
  return {
    ...about(record),
    predicateType: TEST_RESULT_PREDICATE,
    predicate: {
      result: named('passed').length === checks.length ? 'PASSED' : 'FAILED',
      configuration: checks.map(({ name, definition }) => ({
        name,
        digest: { sha256: definition },
      })),
      passedTests: named('passed'),
      failedTests: named('failed'),
    },
  };
};

const about = ({ commit, tree }: LandingRecord): Pick<Statement, '_type' | 'subject'> => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ name: 'landing', digest: { gitCommit: commit, gitTree: tree } }],
});
