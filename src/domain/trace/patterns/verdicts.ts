/** What a text says of a thing: that it is good, or that it is not; null: neither, or both. */
export function verdictIn(text: string, thing: string | null): boolean | null {
  const sentences = text
    .slice(0, MOST_TEXT)
    .split(/(?<=[.!?;])\s+|\n+/)
    .filter((each) => each.trim() !== '' && !FRAME.test(each));
  const about = thing === null ? [] : sentences.filter((each) => each.includes(thing));
  for (const sentence of [...about, ...sentences.slice(0, 2)]) {
    const used = isUsed(thing === null ? sentence : sentence.replaceAll(thing, ' '));
    if (used !== null) return used;
    const plain = (thing === null ? sentence : sentence.replaceAll(thing, ' ')).replaceAll(
      FREE_OF,
      ' fine ',
    );
    const bad = BAD.test(plain);
    if (bad || GOOD.test(plain)) return !bad;
  }
  return null;
}

/** Whether a sentence says that something is still needed; null: it does not speak of that. */
const isUsed = (sentence: string): boolean | null =>
  UNUSED.test(sentence) ? false : USED.test(sentence) ? true : null;

const UNUSED =
  /\b(?:un(?:used|needed|referenced|reachable)|dead(?: code)?|obsolete|no longer (?:\w+ )?(?:used|needed|called|imported)|(?:not|never|nowhere|nobody|nothing) (?:\w+ ){0,2}?(?:used|uses|needed|needs|referenced|references|imported|imports|called|calls)|(?:can|may|could) (?:safely )?(?:be )?(?:deleted?|removed?|dropped|go)|safe to (?:delete|remove|drop))\b/i;
const USED =
  /\b(?:(?:is|are|still|being|gets?) (?:still )?(?:used|needed|imported|referenced|called|required|loaded|relied)|(?:must|has to|have to|should) (?:stay|remain|be kept)|must not be (?:deleted|removed|dropped)|depends? on)\b/i;

/** What a program puts around what its agent said. */
export const FRAME =
  /^(?:(?:status|agent_id|task_id|wait_status|stop_reason): \S*|\[\w+\]|<\/?[\w-]+>)$/;

const MOST_TEXT = 4_000;

/** `no bugs`, `without any race`: what is bad is not there. */
export const FREE_OF =
  /\b(?:no|zero|without(?: any)?|free of|not a single|nothing) (?:\w+ ){0,2}?(?:bugs?|races?|leaks?|issues?|problems?|findings?|errors?|failures?|flaws?|regressions?|wrong|broken|missing|lost|off|failed|unsafe|objections?|concerns?|blockers?|violations?)\b/gi;

const BAD =
  /^no\b|\b(?:un(?:safe|sound|stable|usable|supported|protected|acceptable|reliable|secure)|in(?:secure|correct|valid|compatible|complete|consistent|accurate)|not|never|n't|cannot|broken|wrong|fail(?:s|ed|ing|ure)?|reject(?:ed|s)?|block(?:ed|s|er)?|vulnerable|leaks?|leaky|races?|racy|dangerous|bug(?:gy|s)?|flaw(?:ed|s)?|bad|crash(?:es)?|breaks|violates?|regression|deadlocks?|no-go|nack|denied|decline[sd]?|rework|red)\b/i;
const GOOD =
  /^yes\b|\b(?:safe|secure|sound|correct|valid|pass(?:es|ed)?|ok(?:ay)?|fine|good|approved?|accept(?:ed|able|s)?|ready|works?|clean|compatible|holds?|stable|reliable|lgtm|go|green|complete|compliant|agreed?|clear)\b/i;
