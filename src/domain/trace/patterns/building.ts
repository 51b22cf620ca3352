/** Whether a text asks for building. A sentence that forbids it, or that asks what is to be built, does not. */
export const isToBuild = (text: string): boolean =>
  text
    .split(/[.!?\n;]+(?=\s|$)/)
    .map((each) => each.trim())
    .some(
      (each) =>
        BUILDS.test(each.replaceAll(PAPERS, ' ')) &&
        !FORBIDS.test(each) &&
        (!LOOKS.test(each) || THEN.test(each)),
    );

const VERBS =
  'write|implement|build|create|add|fix|mend|rewrite|port|refactor|change|make|move|put|rename|replace|extend|update|convert|migrate|develop|code|draft|generate|produce|bring|set up|wire|join';
const BUILDS = new RegExp(`\\b(?:${VERBS})\\b`, 'i');
/** What is thought out and told is not built: `make a plan`. */
const PAPERS = new RegExp(
  `\\b(?:${VERBS})\\b(?:\\s+[\\w-]+){0,3}\\s+(?:plans?|lists?|reports?|summar(?:y|ies)|overview|notes?|inventory|outline|proposals?|recommendations?|assessment|comparison|design|roadmap|analysis|review|verdict|estimate|answer|decision)\\b`,
  'gi',
);
/** `Look into … and mend it`. */
const THEN = new RegExp(`\\b(?:and|then|,)\\s+(?:then\\s+|also\\s+)?(?:${VERBS})\\b`, 'i');
const FORBIDS =
  /\b(?:do not|don't|never|without|no need to|read[- ]only|reports? only|only report|nothing|must not|may not|not to|no (?:code|files?|edits?|changes?|writes?|writing|editing)|leave .{1,40} alone|hands off|just (?:look|read|report|tell))\b/i;
const LOOKS =
  /^(?:please\s+)?(?:your (?:task|job) is to\s+)?(?:find|look|list|check|read|study|research|investigate|explore|analy[sz]e|survey|compare|review|report|tell|say|describe|summari[sz]e|collect|gather|map|trace|inspect|audit|verify|test|run|measure|count|which|what|how|where|why|who|when|does|do|is|are|can|could|would|should|propose|recommend|plan|work out|figure out|see|search|examine|identify|determine|estimate|evaluate|assess|think|consider|learn|note|outline|sketch)\b/i;
