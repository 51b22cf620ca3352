import type { CheckResult } from '../delivery/delivery.ts';
import type { ExportChange } from '../duplicates/addition.ts';
import type { Claim, FileChange, Measured } from './receipt.ts';

/** What a claim is held against: only what fanin measured itself. */
export interface Evidence {
  readonly checks: readonly CheckResult[];
  readonly files: readonly (FileChange & { readonly inScope: boolean })[];
  readonly exports: Measured<readonly ExportChange[]>;
}

type Judgement = Pick<Claim, 'verdict' | 'because'>;

/**
 * Holds one claim against the evidence. A sentence that no rule understands, or that nothing was
 * measured for, is unverified; it is never read in the agent's favour.
 */
export const judgeClaim = (text: string, evidence: Evidence): Judgement =>
  judgeChecks(text, evidence.checks) ??
  judgeExports(text, evidence.exports) ??
  judgeNothingElse(text, evidence) ??
  judgeScope(text, evidence) ??
  judgeFiles(text, evidence) ?? {
    verdict: 'unverified',
    because: 'nothing that fanin measures speaks to it',
  };

/** Whether a sentence says that tests or checks pass: worth a claim even outside the hand-off. */
export const claimsChecksPass = (text: string): boolean =>
  CHECK_WORD.test(text) && PASS_WORD.test(text) && !NEGATION.test(text) && !DOUBT.test(text);

const CHECK_WORD = /\b(tests?|specs?|checks?|suite|lint(?:er|ing)?|build|type-?checks?|ci)\b/i;
const PASS_WORD = /\b(pass(?:es|ed|ing)?|green|succeed(?:s|ed)?|successful(?:ly)?|clean)\b/i;
const NEGATION =
  /\b(not|no longer|never|none|cannot|\w+n['’]t|fail(?:s|ed|ing)?|should|would|if)\b/i;
/** Hopes, orders, conditions and parts of the whole: no claim that everything passes. */
const DOUBT =
  /\b(will|might|may|could|expect(?:s|ed)?|hope|except|most|some|almost|nearly|partly|once|when|unless|until|make sure|ensure|unable|tried|trying)\b/i;

const judgeChecks = (text: string, checks: readonly CheckResult[]): Judgement | null => {
  if (!claimsChecksPass(text)) return null;
  const lower = text.toLowerCase();
  const named = checks.filter(({ name }) => lower.includes(name.toLowerCase()));
  const about = (named.length > 0 ? named : checks).filter(({ by }) => by === 'fanin');
  const failed = about.find(({ status }) => status === 'failed');
  if (failed !== undefined)
    return {
      verdict: 'contradicted',
      because: `${failed.name} failed on tree ${failed.tree.slice(0, 7)}${failed.reason === null ? '' : ` (${failed.reason})`}`,
    };
  const open = about.find(({ status }) => status !== 'passed');
  if (open !== undefined)
    return { verdict: 'unverified', because: `${open.name} was ${open.status}` };
  if (about.length === 0)
    return { verdict: 'unverified', because: 'fanin ran no check on this tree' };
  return {
    verdict: 'confirmed',
    because: `${about.map(({ name }) => name).join(', ')} passed by fanin`,
  };
};

const EXCLUSIVE = /\b(?:only|nothing (?:but|else|except|other than|besides))\b/i;
const CHANGE_VERB =
  /\b(?:added|created|(?:re)?wrote|(?:re)?written|refactored|extended|updated|changed|edited|modified|touched)\b/i;

/** Who says that nothing but certain files was changed says two things: that these were, and that no other was. */
const judgeNothingElse = (text: string, evidence: Evidence): Judgement | null => {
  const named = filesNamed(text);
  if (named.length === 0 || !EXCLUSIVE.test(text) || !CHANGE_VERB.test(text) || NEGATION.test(text))
    return null;
  const other = evidence.files.find((file) => !named.some((path) => isCalled(file, path)));
  if (other !== undefined)
    return { verdict: 'contradicted', because: `${other.path} was changed as well` };
  return judgeFiles(text, evidence);
};

const API = String.raw`(?:public |exported |external )?(?:api|apis|interfaces?|exports?|signatures?)`;
const API_KEPT = new RegExp(
  String.raw`\b(?:no (?:breaking|api|interface)\b.{0,20}\bchanges?|no changes? (?:to|in|of) (?:the |any )?${API}|(?:without|not|never|n['’]t) (?:\w+ )?(?:chang|break|touch|alter|modif)\w* (?:the |any )?${API}|${API} (?:is|are|was|were|has been|have been|stays?|stayed|remains?|remained)?\s*(?:un(?:changed|touched|altered)|the same|intact|stable|not (?:been )?(?:changed|touched|broken))|backwards?[- ]compatible)\b`,
  'i',
);

/** Who says that others can use it as before is held against the exports. */
const judgeExports = (text: string, exports: Evidence['exports']): Judgement | null => {
  if (!API_KEPT.test(text) || DOUBT.test(text)) return null;
  if (!exports.measured)
    return { verdict: 'unverified', because: `exports were not read: ${exports.why}` };
  const [first, ...more] = exports.value;
  if (first === undefined)
    return { verdict: 'confirmed', because: 'no export was removed or changed' };
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  return {
    verdict: 'contradicted',
    because: `${first.change} ${first.name} of ${first.path}${others}`,
  };
};

const SCOPE_CLAIM =
  /\b(?:only|nothing (?:else|outside)|no (?:other )?files? outside|stayed? (?:with)?in)\b.*\b(?:scope|changed?|touched?|files?)\b/i;

const judgeScope = (text: string, evidence: Evidence): Judgement | null => {
  if (!SCOPE_CLAIM.test(text)) return null;
  const outside = evidence.files.filter(({ inScope }) => !inScope);
  const [first] = outside;
  return first === undefined
    ? { verdict: 'confirmed', because: `${evidence.files.length} files changed, all in scope` }
    : {
        verdict: 'contradicted',
        because: `changed outside its scope: ${first.path}${outside.length > 1 ? ` and ${outside.length - 1} more` : ''}`,
      };
};

const FILE_VERB =
  /\b(added|created|(?:re)?wrote|(?:re)?written|refactored|extended|updated|changed|edited|modified|implemented|documented)\b/i;
const FILE_TOKEN =
  /(?:^|[\s`'"(])((?:[\w.@-]+\/)*[\w@-][\w.@-]*\.[A-Za-z][\w]{0,7})(?=$|[\s`'",;:).])/g;

const judgeFiles = (text: string, evidence: Evidence): Judgement | null => {
  if (!FILE_VERB.test(text) || NEGATION.test(text)) return null;
  const named = filesNamed(text);
  if (named.length === 0) return null;
  const changed = (path: string): boolean =>
    evidence.files.some((file) => file.change !== 'deleted' && isCalled(file, path));
  const missing = named.find((path) => !changed(path));
  return missing === undefined
    ? { verdict: 'confirmed', because: `${named.join(', ')} changed in the delivered tree` }
    : { verdict: 'contradicted', because: `${missing} is not among the changed files` };
};

const filesNamed = (text: string): readonly string[] =>
  [...text.matchAll(FILE_TOKEN)].flatMap(([, path]) =>
    path === undefined || NO_FILE.test(path) ? [] : [path],
  );

/** `e.g`, `i.e`, and products that are called like a file (`Node.js`). */
const NO_FILE = /^(?:[A-Za-z]\.[A-Za-z]|[A-Z]\w*\.js)$/;

const isCalled = (file: FileChange, path: string): boolean =>
  file.path === path || file.path.endsWith(`/${path}`);
