import type { Finding } from '../attempt/attempt.ts';
import type { CheckResult, Verdict } from '../delivery/delivery.ts';
import type { Talk } from '../attempt/talk.ts';
import { delegationText } from '../plan/delegation.ts';
import type { Task } from '../plan/plan.ts';
import { scopeCovers } from '../plan/scope.ts';
import { parkedPathFindings } from '../policy/parked-paths.ts';
import { costOfOutput, usageOf } from './account.ts';
import type { Handoff } from './handoff.ts';
import { collectedReceipt } from './collected-receipt.ts';
import { deliverableFindings, presence } from './deliverable.ts';
import { claimsChecksPass, judgeClaim } from './judge-claim.ts';
import type { Facts } from './facts.ts';
import { measured, unmeasured } from './receipt.ts';
import { splitReceipt, withoutClaims } from './split-receipt.ts';
import { transcriptsOf } from './session-records.ts';
import { refusedFinding } from './refused-finding.ts';
import type { OutputSummary } from './output-summary.ts';
import type { Claim, FileChange, Measured, Receipt } from './receipt.ts';

/** The receipt: measured facts beside the agent's claims. A claim never becomes a fact. */
export const buildReceipt = (facts: Facts): Receipt => {
  const { split } = facts.attempt;
  return split === undefined
    ? wholeReceipt(facts)
    : splitReceipt(wholeReceipt(withoutClaims(facts)), split);
};

const wholeReceipt = (facts: Facts): Receipt =>
  facts.attempt.collected === undefined
    ? agentsReceipt(facts)
    : collectedReceipt(agentsReceipt(facts), facts.attempt.collected);

const agentsReceipt = (facts: Facts): Receipt => {
  const { task, attempt, output } = facts;
  const files = facts.changes.map((file) => ({ ...file, inScope: inScope(task, file) }));
  const handoff =
    typeof facts.handoff === 'object' && 'claims' in facts.handoff ? facts.handoff : null;
  const refused = refusedOf(facts);
  const checks = [...facts.checks, ...skippedByAgent(facts.checks, handoff)];
  const claims = judged((handoff?.claims ?? []).flatMap(sentences), output.finalText, {
    checks: facts.checks,
    files,
    exports: facts.exports,
  });
  return {
    schema: 5,
    run: attempt.run,
    task: task.id,
    attempt: attempt.id,
    agent: {
      name: task.agent.name,
      adapter: task.agent.use,
      version: orUnmeasured(output.version, 'the agent did not say'),
      model: orUnmeasured(output.model ?? task.agent.model ?? null, 'the agent did not say'),
      effort: orUnmeasured(task.agent.effort ?? null, 'not set'),
      session: orUnmeasured(output.session, 'the agent did not say'),
      delegation: delegationText(task.delegation),
      fixed: orUnmeasured(facts.fixed, 'the agent is whatever its command is'),
    },
    workspace: {
      level: attempt.workspace?.level ?? task.isolation,
      base: attempt.base,
      setup: facts.setup,
      given: orUnmeasured(facts.given, 'without a boundary it could read everything of the host'),
    },
    collected: null,
    split: null,
    commit: facts.commit,
    tree: facts.tree,
    files,
    exports: facts.exports,
    deliverables: facts.deliverables.map(presence),
    commands: output.commands,
    checks,
    verdict: verdictOf(facts.checks),
    claims,
    risks: handoff?.risks ?? [],
    findings: [
      ...facts.findings,
      ...ownFindings(facts, files, claims),
      ...refusedFinding(refused, attempt.workspace?.path ?? null),
    ],
    refused,
    usage: usageOf(output),
    cost: costOfOutput(output, facts.prices),
    ...heardOf(facts),
    exit: facts.exit,
    unknownRecords: output.unknownRecords,
    time: measured(facts.time),
    timeline: timeline(facts),
  };
};

/** What was told, asked and met on the way. */
const heardOf = ({ output, talk, seesSubAgents, session }: Facts) => {
  const { started, refused, mostAtOnce } = output.subAgents;
  return {
    subAgents: seesSubAgents
      ? measured({ started, refused, mostAtOnce })
      : unmeasured('the agent does not tell of sub-agents'),
    messages: talk.messages,
    questions: questionsOf(output, talk),
    trouble:
      output.trouble === null ? null : { code: output.trouble.code, text: output.trouble.text },
    transcripts: transcriptsOf(output.transcripts, session),
  };
};

/**
 * What the agent says it was told goes over what it was to be told: an answer can come too late, and
 * its last questions are in its output alone. Who answered, only the talk knows.
 */
const questionsOf = (output: OutputSummary, talk: Talk): Receipt['questions'] => {
  const inOutput = (id: string): boolean =>
    output.questions.some(({ question }) => question.id === id);
  const all = [
    ...output.questions,
    ...talk.questions.filter(({ question }) => !inOutput(question.id)),
  ];
  return all.map(({ question, answer }) => {
    const given = talk.questions.find((asked) => asked.question.id === question.id)?.answer ?? null;
    return {
      text: question.text,
      answer: answer?.choice ?? given?.choice ?? question.default,
      by: answer?.by === 'default' ? null : (given?.by ?? null),
    };
  });
};

/** What the guard refused is told by some agents too, in their own words. */
const refusedOf = ({ output, guarded }: Facts): Receipt['refused'] => {
  const told = output.refused.filter(
    (text) => guarded === null || !text.includes("fanin's guard refuses"),
  );
  const all = [...(guarded ?? []), ...told];
  return guarded === null && all.length === 0
    ? unmeasured('no guard watched the agent')
    : measured(all);
};

/** Green: every check passed. Red: one failed. Unverified: none was run. */
export const verdictOf = (checks: readonly CheckResult[]): Verdict => {
  const ran = checks.filter(
    ({ by, status }) => by === 'fanin' && (status === 'passed' || status === 'failed'),
  );
  if (ran.some(({ status }) => status === 'failed')) return 'red';
  return ran.length === 0 || ran.length < checks.length ? 'unverified' : 'green';
};

const inScope = (task: Task, file: FileChange): boolean =>
  task.writes === null ||
  (scopeCovers(task.writes, file.path) &&
    (file.from === null || scopeCovers(task.writes, file.from)));

const orUnmeasured = <T>(value: T | null, why: string): Measured<T> =>
  value === null ? unmeasured(why) : measured(value);

/** What the agent says it skipped and fanin has no check of that name for; its own checks were run anyway. */
const skippedByAgent = (
  checks: readonly CheckResult[],
  handoff: Handoff | null,
): readonly CheckResult[] =>
  (handoff?.skipped ?? [])
    .filter(({ check }) => !checks.some(({ name }) => name === check))
    .map(({ check, reason }) => ({
      name: check,
      definition: '',
      tree: '',
      by: 'agent',
      status: 'skipped',
      reason,
      ms: 0,
      exit: null,
      log: null,
    }));

const judged = (
  fromHandoff: readonly string[],
  finalText: string,
  evidence: Parameters<typeof judgeClaim>[1],
): readonly Claim[] => {
  const said = sentences(finalText).filter(
    (text) => claimsChecksPass(text) && !fromHandoff.includes(text),
  );
  return [
    ...fromHandoff.map((text): Claim => ({
      text,
      source: 'handoff',
      ...judgeClaim(text, evidence),
    })),
    ...said.map((text): Claim => ({
      text,
      source: 'final-message',
      ...judgeClaim(text, evidence),
    })),
  ];
};

const sentences = (text: string): readonly string[] =>
  text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((part) => part.replace(/^[-*#>\s]+/, '').trim())
    .filter((part) => part !== '' && part.length <= 400);

const ownFindings = (
  facts: Facts,
  files: Receipt['files'],
  claims: readonly Claim[],
): readonly Finding[] => [
  ...files
    .filter((file) => !file.inScope)
    .map((file): Finding => ({
      kind: 'out-of-scope',
      text: `${file.path} is outside the task's scope`,
      path: file.path,
      blocks: true,
    })),
  ...parkedPathFindings(facts.changes, facts.parked),
  ...deliverableFindings(facts.deliverables),
  ...claims
    .filter(({ verdict }) => verdict === 'contradicted')
    .map(({ text, because }): Finding => ({
      kind: 'contradicted-claim',
      text: `it says "${text}", but ${because}`,
      blocks: true,
    })),
  ...(facts.attempt.toldToWrapUp
    ? [
        {
          kind: 'told-to-wrap-up',
          text: 'its agent was told to come to an end, so the work may be half done',
          blocks: true,
        },
      ]
    : []),
  ...invalidHandoff(facts.handoff),
];

const invalidHandoff = (handoff: Facts['handoff']): readonly Finding[] =>
  typeof handoff === 'object' && 'invalid' in handoff
    ? [
        {
          kind: 'invalid-hand-off',
          text: `its hand-off file could not be read: ${handoff.invalid}`,
          blocks: false,
        },
      ]
    : [];

const beginning = ({ split, collected }: Facts['attempt']): string => {
  if (split !== undefined) return 'split';
  return collected === undefined ? 'queued' : 'collected';
};

const timeline = ({ attempt, checkedAt }: Facts): Receipt['timeline'] => [
  { what: beginning(attempt), at: attempt.queuedAt },
  ...(attempt.startedAt === null ? [] : [{ what: 'started', at: attempt.startedAt }]),
  { what: 'harvested', at: attempt.endedAt },
  { what: 'checked', at: checkedAt },
];
