/** Stable names of the guard's rules. */
export type Rule =
  | 'main-checkout'
  | 'neighbour'
  | 'shared-git'
  | 'shared-refs'
  | 'shared-stash'
  | 'shared-config'
  | 'shared-objects'
  | 'worktrees'
  | 'other-branch'
  | 'git-pointer'
  | 'git-elsewhere'
  | 'git-program'
  | 'above'
  | 'outside'
  | 'out-of-scope'
  | 'unknown-target'
  | 'unknown-folder'
  | 'unknown-command'
  | 'unknown-script'
  | 'unknown-program'
  | 'unknown-tool'
  | 'names-main'
  | 'reaches-out'
  | 'unreadable'
  | 'too-long';

export type Kind = 'allow' | 'out-of-scope' | 'undecidable' | 'deny';

/** Why a command is not plainly allowed. */
export interface Objection {
  readonly verdict: Exclude<Kind, 'allow'>;
  readonly rule: Rule;
  /** One sentence for the agent and for people. */
  readonly reason: string;
  /** The command, or the sentence, that would be right. */
  readonly instead: string;
}

export type Verdict = { readonly verdict: 'allow' } | Objection;

const WEIGHT: Readonly<Record<Kind, number>> = {
  allow: 0,
  'out-of-scope': 1,
  undecidable: 2,
  deny: 3,
};

/** The first of the gravest. */
export function gravest(objections: readonly Objection[]): Verdict {
  let worst: Verdict = { verdict: 'allow' };
  for (const each of objections) if (WEIGHT[each.verdict] > WEIGHT[worst.verdict]) worst = each;
  return worst;
}

/**
 * What becomes of a command. `boundary`: whether the kernel holds the agent in its workspace; then what
 * cannot be decided may run, and is noted.
 */
export function answer(verdict: Verdict, boundary: boolean): 'run' | 'run-noted' | 'refuse' {
  switch (verdict.verdict) {
    case 'allow':
      return 'run';
    case 'undecidable':
      return boundary ? 'run-noted' : 'refuse';
    case 'out-of-scope':
    case 'deny':
      return 'refuse';
  }
}
