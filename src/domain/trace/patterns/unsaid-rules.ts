import { contentWords, numbersIn } from './content-words.ts';
import { once } from './once.ts';
import type { Candidate } from './pattern.ts';
import { askedAt, writesOf, promptOf } from './session-index.ts';
import { fileKey, type RanAgent, type SessionView, type Timed } from './session-view.ts';
import { setbacks, type Setback } from './setbacks.ts';
import { soonAfter } from './timed-list.ts';

/** Words of a rule that a brief lacks and a failure has: one alone may be chance. */
const LEAST_WORDS = 2;

/** Of more failures than these the later ones say nothing new. */
const MOST_FAILURES = 20;
const MOST_SENTENCES = 100;

/**
 * A rule of the task in words, without a value of its own: a sentence of it speaks of a sub-agent's part, a test failed over words
 * of that sentence that its brief has not, and another changed the part.
 */
export function unsaidRules(view: SessionView, sub: RanAgent): readonly Candidate[] {
  const [own] = writesOf(view, sub.id);
  const brief = sub.brief?.text;
  if (own === undefined || brief === undefined) return [];
  const files = new Set(writesOf(view, sub.id).map(({ path }) => fileKey(path)));
  const told = contentWords(brief);
  const known = new Set(tokens(brief));
  const rules = sentencesOf(view)
    .filter(
      ({ words, text }) => words.some((word) => told.has(word)) || text.includes(own.path.path),
    )
    .map(({ words }) => words.filter((word) => !known.has(word)))
    .filter((words) => words.length >= LEAST_WORDS);
  if (rules.length === 0) return [];
  for (const { failure, words: failed } of failedWords(view)) {
    if (failure.at < own.at) continue;
    const isOver = rules.some(
      (words) => words.filter((word) => failed.has(word)).length >= LEAST_WORDS,
    );
    if (!isOver) continue;
    const mended = soonAfter(
      view.productWrites,
      failure.at,
      ({ agent, path }) => agent !== sub.id && files.has(fileKey(path)),
    );
    if (mended !== undefined) return [unsaid(view, sub, { own, failure, mended })];
  }
  return [];
}

const tokens = (text: string): readonly string[] => [...contentWords(text), ...numbersIn(text)];

const sentencesIn = (text: string): readonly string[] =>
  text.split(/(?<=[.;!?])\s+|\n+/).filter((each) => each.trim() !== '');

/** The sentences of the task, by their words and numbers. */
const sentencesOf = once((view) =>
  sentencesIn(promptOf(view))
    .slice(0, MOST_SENTENCES)
    .map((text) => ({ text, words: tokens(text) })),
);

const failedWords = once((view) =>
  setbacks(view)
    .slice(0, MOST_FAILURES)
    .map((failure) => ({ failure, words: new Set(tokens(failure.failures)) })),
);

interface Course {
  readonly own: Timed<'write'>;
  readonly failure: Setback;
  readonly mended: Timed<'write'>;
}

const unsaid = (view: SessionView, sub: RanAgent, { own, failure, mended }: Course): Candidate => ({
  agents: [mended.agent, sub.id],
  evidence: [askedAt(view, sub), own.evidence, failure.evidence, mended.evidence],
  consequence: `${own.path.path} was written without a rule of the task, failed over it and was mended`,
  nearest: 'missing-cross-agent-contract',
  rejection: 'the task states it, for this part',
  confidence: 'low',
  episode: [`value:${own.path.path}`],
});
