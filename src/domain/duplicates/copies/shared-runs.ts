/** Words in a run. */
const RUN = 5;
/** So many runs in common make a text worth a close look: every block that is told has more. */
const LEAST_SHARED = 6;

/** The runs of words of texts, each within one of them. */
export const runsOfWords = (texts: readonly string[]): ReadonlySet<number> => {
  const runs = new Set<number>();
  for (const text of texts)
    runsIn(text, (run) => {
      runs.add(run);
      return true;
    });
  return runs;
};

/** Tells the hash of every run of words, whatever stands between them. */
const runsIn = (text: string, tell: (run: number) => boolean): void => {
  const last = new Int32Array(RUN);
  let count = 0;
  let hash = 0;
  let inWord = false;
  const end = text.length;
  for (let at = 0; at <= end; at += 1) {
    const code = at < end ? text.charCodeAt(at) : 32;
    if (isWordPart(code)) {
      hash = inWord ? Math.imul(hash ^ code, 0x01000193) : Math.imul(0x811c9dc5 ^ code, 0x01000193);
      inWord = true;
      continue;
    }
    if (!inWord) continue;
    inWord = false;
    last[count % RUN] = hash;
    count += 1;
    if (count < RUN) continue;
    let run = 17;
    for (let k = count; k < count + RUN; k += 1)
      run = Math.imul(run, 0x01000193) ^ (last[k % RUN] ?? 0);
    if (!tell(run)) return;
  }
};

const isWordPart = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code > 127;

/**
 * Whether a text may hold a block of one of the others: a look at words alone, far cheaper than
 * cutting it into tokens. It passes more than there is, and misses a
 * block only where comments of one side alone stand after every few words.
 */
export const mayShare = (others: readonly string[]): ((text: string) => boolean) => {
  const known = runsOfWords(others);
  return (text) => {
    let shared = 0;
    let before = 0;
    runsIn(text, (run) => {
      if (known.has(run) && run !== before) shared += 1;
      before = run;
      return shared < LEAST_SHARED;
    });
    return shared >= LEAST_SHARED;
  };
};
