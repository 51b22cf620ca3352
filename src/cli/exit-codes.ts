import type { Failure } from '../domain/failure.ts';

/** Every exit code of fanin, in one place; scripts may rely on them. */
export const EXIT = {
  ok: 0,
  /** Something did not land, or failed for good. */
  failed: 1,
  /** The command line, the plan or the config is wrong. */
  usage: 2,
  /** Only you can move it on: a review, a parked or returned task. */
  waiting: 3,
  /** Refused: a precondition does not hold. */
  refused: 4,
  /** git, Node, an agent, the disk or the database is not as it must be. */
  environment: 5,
  /** A fault of fanin. */
  fault: 70,
  interrupted: 130,
} as const;

/** The codes of failures by what they mean for a script; a code that is in none of them exits with 1. */
const CODES: Readonly<Record<'usage' | 'refused' | 'environment', readonly string[]>> = {
  usage: [
    'usage',
    'unknown-command',
    'ambiguous-id',
    'no-run',
    'no-task',
    'no-attempt',
    'no-delivery',
    'no-question',
    'empty-message',
    'delegation-unsupported',
    'agent-argument-reserved',
    'no-check',
    'unknown-key',
    'wrong-type',
    'unknown-check',
    'unknown-agent',
    'unknown-adapter',
    'two-prompts',
    'two-configs',
    'two-plans',
    'too-many-tasks',
    'too-deep',
    'tag',
    'alias',
    'self-need',
    'not-built',
    'no-prompt',
    'need-twice',
    'need-cycle',
    'missing-need',
    'empty-scope',
    'empty-plan',
    'empty-prompt',
    'empty-command',
    'duplicate-key',
    'multiple-documents',
    'more-problems',
    'yaml-syntax',
    'plan-not-found',
    'scenario-not-found',
    'file-too-large',
    'outside-root',
    'deliverable-outside-scope',
    'deliverable-owned-twice',
    'custom',
    'no-such-commit',
    'no-such-work',
    'no-such-path',
    'no-such-target',
    'agent-command-missing',
    'agent-script-missing',
    'agent-effort-unknown',
  ],
  refused: [
    'engine-running',
    'engine-superseded',
    'run-ended',
    'run-exists',
    'not-reviewable',
    'not-retryable',
    'not-landed',
    'not-separable',
    'nothing-taken',
    'nothing-left',
    'empty-part',
    'needs-first',
    'builds-on-it',
    'no-agent',
    'agent-fixed',
    'no-brief',
    'nothing-new',
    'own-work',
    'task-taken',
    'task-dropped',
    'task-at-work',
    'several-runs',
    'unborn-branch',
    'unrelated-history',
    'other-repository',
    'tree-changed',
    'task-landed',
    'task-landing',
    'attempt-ended',
    'attempt-not-running',
    'question-answered',
    'agent-takes-no-messages',
    'already-landed',
    'target-moved',
    'target-checked-out',
    'not-fast-forward',
    'checkout-dirty',
    'checkout-gone',
    'branch-moved',
    'branch-in-the-way',
    'path-occupied',
    'untracked-in-the-way',
    'operation-in-progress',
    'workspace-busy',
    'workspace-occupied',
    'workspace-removed',
    'ref-changed',
    'config-exists',
    'detached-head',
    'other-branch',
    'nothing-ran',
    'no-receipt',
    'no-output',
    'not-a-terminal',
    'landed-ref-foreign',
    'nothing-held',
    'local-changes',
    'does-not-apply',
    'folder-not-empty',
  ],
  environment: [
    'boundary-missing',
    'boundary-fails',
    'boundary-unusable',
    'git-missing',
    'git-old',
    'git-failed',
    'git-readonly',
    'ref-locked',
    'unsafe-directory',
    'no-repository',
    'bare-repository',
    'broken-repository',
    'no-main-checkout',
    'broken-work-copy',
    'no-commit',
    'shallow-repository',
    'submodules-unsupported',
    'case-collision',
    'disk-full',
    'agent-not-installed',
    'agent-broken',
    'agent-too-old',
    'supervisor-failed',
    'store-broken',
    'store-busy',
    'store-foreign',
    'store-full',
    'store-newer',
    'store-older',
    'store-readonly',
    'log-newer',
    'event-broken',
    'workspace-inside-checkout',
    'workspace-root-unusable',
    'engine-not-started',
    'pager-failed',
    'config-readonly',
    'platform-unsupported',
    'path-too-long',
  ],
};

/** The exit code a failure leads to. */
export function exitCodeOf({ code }: Failure): number {
  if (CODES.usage.includes(code) || code.startsWith('bad-')) return EXIT.usage;
  if (CODES.refused.includes(code)) return EXIT.refused;
  if (CODES.environment.includes(code)) return EXIT.environment;
  return code === 'not-answered' || code === 'unexpected' ? EXIT.fault : EXIT.failed;
}

/** The exit code of a run that came to its end. `signalled`: a signal of the terminal stopped it. */
export function exitCodeOfEnd(end: string | null, signalled: boolean): number {
  switch (end) {
    case 'landed':
      return EXIT.ok;
    case 'waiting':
      return EXIT.waiting;
    case 'stopped':
      return signalled ? EXIT.interrupted : EXIT.failed;
    default:
      return signalled ? EXIT.interrupted : EXIT.failed;
  }
}
