/** Words that carry what a text is about, in small letters and without common endings. */
export function contentWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text
    .slice(0, MOST_TEXT)
    .toLowerCase()
    .matchAll(/[a-z][a-z-]{2,}[a-z]/g))
    if (!COMMON.has(word)) words.add(stem(word));
  return words;
}

/** Numbers of a text, each once. */
export const numbersIn = (text: string): readonly string[] => [
  ...new Set(text.slice(0, MOST_TEXT).match(/(?<![\w.])\d+(?:\.\d+)?(?![\w.]*\w)/g) ?? []),
];

const MOST_TEXT = 16_000;

const stem = (word: string): string => word.replace(/(?:ies|ings?|ed|es|s|y|e)$/, '');

const COMMON: ReadonlySet<string> = new Set(
  (
    'this that these those with from into onto over under after before while when where which what whose there here then than ' +
    'have has had does done doing been being were will would shall should could must might also only just each every some ' +
    'more most less least very much many such same other another both either neither they them their your yours ours about ' +
    'write writes written file files code test tests testing tested pass passes passed passing fail fails failed failing ' +
    'failure error errors expected expect received actual assertion assertionerror typeerror undefined null true false ' +
    'line lines number string object value values result results report make makes made need needs want tell tells said ' +
    'work works working done ready change changes nothing anything everything part parts first last next new old'
  ).split(' '),
);
