/** The words of a name or a sentence: `parseHTTPDate_now` is parse, http, date, now. */
export const subWords = (text: string): readonly string[] => {
  const words: string[] = [];
  const apart = text.replaceAll(CAMEL, '$1$3 $2$4').toLowerCase();
  for (const word of apart.match(/[a-z]+|\d+/gu) ?? [])
    if (!STOP.has(word)) words.push(meaning(word));
  return words;
};

const CAMEL = /([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/gu;

const known = new Map<string, string>();

/** What is meant by a word: its stem, or the word that stands for all that programmers use for it. */
export const meaning = (word: string): string => {
  const before = known.get(word);
  if (before !== undefined) return before;
  const found = MEANING.get(word) ?? MEANING.get(stem(word)) ?? stem(word);
  if (known.size < MOST_KNOWN) known.set(word, found);
  return found;
};

/** Words are few and come again and again; what a hostile text makes up is not kept for ever. */
const MOST_KNOWN = 50_000;

const stem = (word: string): string => {
  if (word.length <= 4) return word.length > 3 ? word.replace(/(?<=[^s])s$/u, '') : word;
  return word
    .replace(/(?:ies|ied)$/u, 'y')
    .replace(/(?:ations?|ating|ated?s?|ates)$/u, 'at')
    .replace(/(?:ings?|ed|ers?|ors?|es|s|e)$/u, '');
};

/** Says nothing about what a thing does. */
const STOP = new Set(
  (
    'a an and any are as at be been by can do does each every for from given has have if in into is it its no not of ' +
    'on one or so than that the their them then there these they this those to was what when where which while who ' +
    'will with would you your param params return returns example todo eg ie'
  ).split(' '),
);

/**
 * Words that programmers use for the same thing, by stem. Two agents seldom choose the same of them,
 * and often two of one line.
 */
const ALIKE = [
  'remove delete drop strip without omit exclude discard erase',
  'unique dedupe duplicate distinct dedup dedupl duplicat',
  'list array collection items elements values entries sequence series vec slice',
  'text string str s phrase sentence input',
  'size length count number amount len n num',
  'get find fetch lookup retrieve obtain',
  'make create build construct generate produce new',
  'check is has validate verify whether valid looks contains',
  'folder directory dir',
  'file filename path',
  'retry again retries backoff attempt tries try times',
  'wait sleep pause delay',
  'function fn callback func operation task work',
  'group bucket partition cluster',
  'chunk batch part piece segment groups split batches',
  'equal same identical equals',
  'object record dict map mapping dictionary',
  'join concat concatenate',
  'key identity id identifier',
  'limit max maximum cap',
  'invert flip swap reverse backwards',
  'convert transform to into turn turns',
  'read load parse slurp',
  'write save store put spit',
  'escape encode safe sanitize sanitise',
  'format human readable humanize humanise pretty display people',
  'default fallback or else',
  'env environment variable',
  'query search url params parameter',
  'duration time elapsed span ago took',
  'clamp limit range bound between',
  'hash digest checksum sha',
  'email mail address',
  'frequency frequencies histogram occurs occur often common',
  'average mean avg',
  'moving rolling sliding',
  'merge combine unite',
  'mask redact obfuscate hide censor',
  'wildcard glob',
  'allow permit permission authorize authorise may',
  'template render fill interpolate substitute placeholder placeholders',
  'topological topo dependency dependencies',
  'overlap intersect collide collision',
  'business working workday workdays weekday weekdays',
  'total sum',
  'compare cmp comparison',
  'fee fine charge penalty',
  'page paginate pagination paging paged',
  'ring circular',
  'level severity',
  'throttle limiter rate quota',
  'truncate shorten ellipsize ellipsis abbreviate clip cut',
  'capitalize title',
  'shuffle randomize random rand',
  'memoize cache cached memo',
  'difference diff minus',
  'deep recursive recursively nested',
  'walk traverse visit',
  'empty blank',
  'expire expired stale outdated expiry',
  'send emit dispatch publish notify',
  'listen subscribe observe watch',
  'run execute perform invoke call handle process',
  'prepare init setup initialise initialize',
  'copy clone',
  'compute calculate calc determine',
  'error failure exception',
  'message msg',
  'config settings options preferences',
  'distance dist',
  'percent percentage ratio',
];

const MEANING: ReadonlyMap<string, string> = new Map(
  ALIKE.flatMap((line) => {
    const [first = '', ...others] = line.split(' ');
    return others.flatMap((word): [string, string][] => [
      [word, stem(first)],
      [stem(word), stem(first)],
    ]);
  }).toReversed(),
);
