import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intersectGlobs } from '../../../src/domain/plan/glob-intersect.ts';
import { isValidPath } from '../../../src/domain/plan/glob-path.ts';
import { globMatches, MAX_PATTERN_LENGTH, parseGlob } from '../../../src/domain/plan/glob.ts';
import type { Glob } from '../../../src/domain/plan/glob.ts';

// An independent reading of the same rules, as plain as possible: braces are expanded, then segments are
// compared by trying everything. Exponential, so patterns and paths are small.

type Segment = readonly string[];

/** The pattern in pieces: an escaped character, a class, a run of stars, or one character. */
function piecesOf(pattern: string): readonly string[] {
  return pattern.match(/\\.|\[[!^]?\]?(?:\\.|[^\]\\])*\]|\*+|./gsu) ?? [];
}

function expand(pieces: readonly string[]): readonly (readonly string[])[] {
  const open = pieces.indexOf('{');
  if (open === -1) return [pieces];
  const options: string[][] = [[]];
  let depth = 1;
  let at = open + 1;
  for (; depth > 0; at += 1) {
    const piece = pieces[at] ?? '';
    if (piece === '{') depth += 1;
    if (piece === '}') depth -= 1;
    if (depth === 1 && piece === ',') options.push([]);
    else if (depth > 0) options.at(-1)?.push(piece);
  }
  return options.flatMap((option) => {
    return expand([...pieces.slice(0, open), ...option, ...pieces.slice(at)]);
  });
}

function segmentsOf(pieces: readonly string[]): readonly Segment[] {
  const segments: string[][] = [[]];
  for (const piece of pieces) {
    if (piece === '/' || piece === '\\/') segments.push([]);
    else segments.at(-1)?.push(piece);
  }
  return segments;
}

/** The only text that the segment matches, or null when there are several. */
function literalOf(segment: Segment): string | null {
  const texts = segment.map((piece) => {
    if (piece.startsWith('*') || piece === '?') return null;
    if (piece.startsWith('\\')) return piece.slice(1);
    if (!piece.startsWith('[')) return piece;
    return /^\[[^!^]\]$/u.test(piece) ? piece.slice(1, 2) : null;
  });
  return texts.includes(null) ? null : texts.join('');
}

const isGlobstar = (segment: Segment): boolean =>
  segment.length === 1 && segment.join('').startsWith('**');

/** The codes that a pattern is refused for: its length goes before all that stands in it. */
const codesOf = (pattern: string): readonly string[] =>
  pattern.length > MAX_PATTERN_LENGTH
    ? ['too-long']
    : expand(piecesOf(pattern)).flatMap(refusalsOf);

/** The codes that an expanded pattern is refused for. */
function refusalsOf(pieces: readonly string[]): readonly string[] {
  const codes: string[] = [];
  const segments = segmentsOf(pieces);
  if (pieces.length === 0) codes.push('empty');
  else if (segments[0]?.length === 0) codes.push('absolute');
  if (segments.some((segment) => literalOf(segment) === '..')) codes.push('parent');
  const first = segments.find(
    (segment) => !isGlobstar(segment) && !/^\.?$/u.test(literalOf(segment) ?? '*'),
  );
  if (first !== undefined && literalOf(first) === '.git') codes.push('git');
  return codes;
}

function segmentMatches(segment: Segment, name: string): boolean {
  const [piece, ...rest] = segment;
  if (piece === undefined) return name === '';
  if (piece.startsWith('*')) {
    return segmentMatches(rest, name) || (name !== '' && segmentMatches(segment, name.slice(1)));
  }
  if (name === '') return false;
  const one =
    piece === '?' ||
    (piece.startsWith('[')
      ? new RegExp(`^${piece.replace(/^\[[!^]/u, '[^')}$`, 'u').test(name.slice(0, 1))
      : name.startsWith(piece.slice(-1)));
  return one && segmentMatches(rest, name.slice(1));
}

/** What the pattern covers of that which its last segment matches: it alone, all below it, or both. */
type Reach = 'itself' | 'below' | 'both';

function segmentsCover(
  segments: readonly Segment[],
  names: readonly string[],
  reach: Reach,
): boolean {
  const [segment, ...rest] = segments;
  const [name, ...below] = names;
  if (segment === undefined)
    return reach === 'both' || (name === undefined) === (reach === 'itself');
  if (isGlobstar(segment) && segmentsCover(rest, names, reach)) return true;
  if (name === undefined) return false;
  if (isGlobstar(segment)) return segmentsCover(segments, below, reach);
  return segmentMatches(segment, name) && segmentsCover(rest, below, reach);
}

const isDropped = (segment: Segment): boolean => ['', '.'].includes(literalOf(segment) ?? '*');

function reachOf(last: Segment): Reach {
  if (isDropped(last) || isGlobstar(last)) return 'below';
  return literalOf(last) === null ? 'itself' : 'both';
}

/** The reach of each way to choose the options. */
const reachesOf = (pattern: string): readonly Reach[] =>
  expand(piecesOf(pattern)).map((pieces) => reachOf(segmentsOf(pieces).at(-1) ?? []));

function naiveCovers(pattern: string, path: string): boolean {
  return expand(piecesOf(pattern)).some((pieces) => {
    const raw = segmentsOf(pieces);
    const segments = raw.filter((segment) => !isDropped(segment));
    return segmentsCover(segments, path.split('/'), reachOf(raw.at(-1) ?? []));
  });
}

// Patterns over a small alphabet, and all paths over one that is as small.

const PIECES = [
  'a',
  'b',
  '.',
  '*',
  '**',
  '***',
  '?',
  '[ab]',
  '[!a]',
  '[.b]',
  '[.]',
  '\\a',
  '\\.',
  '.git',
];

const anyPattern = fc.letrec<{ sequence: string; part: string; braces: string }>((tie) => ({
  sequence: fc.array(tie('part'), { maxLength: 6 }).map((parts) => parts.join('')),
  part: fc.oneof(
    { maxDepth: 3 },
    { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
    { weight: 3, arbitrary: fc.constantFrom('/', '/', '/', '/**/', '\\/') },
    { weight: 2, arbitrary: tie('braces') },
  ),
  braces: fc
    .array(tie('sequence'), { minLength: 1, maxLength: 3 })
    .map((all) => `{${all.join(',')}}`),
})).sequence;

const anyGlob = anyPattern
  .map((pattern) => parseGlob(pattern))
  .filter((parsed) => parsed.ok)
  .map((parsed) => parsed.value);

const NAMES = ['a', 'b', 'aa', 'ab', 'ba', 'bb', '.a', '.b', 'a.', 'b.'];
const PATHS = ['.git', '.git/a', 'a/.git', '...', 'aab', 'a/b/a/b'].concat(
  NAMES,
  NAMES.flatMap((a) => NAMES.map((b) => `${a}/${b}`)),
  NAMES.flatMap((a) => NAMES.flatMap((b) => NAMES.map((c) => `${a}/${b}/${c}`))),
);

const coveredBy = (glob: Glob): readonly string[] =>
  PATHS.filter((path) => globMatches(glob, path));

describe('parseGlob', () => {
  it('refuses what a naive reading of the same rules refuses, and nothing else', () => {
    fc.assert(
      fc.property(anyPattern, (pattern) => {
        const codes = codesOf(pattern);
        const parsed = parseGlob(pattern);
        if (parsed.ok) expect(codes).toEqual([]);
        else expect(codes).toContain(parsed.error.code);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('globMatches', () => {
  it('agrees with a naive matcher', () => {
    fc.assert(
      fc.property(
        anyGlob,
        fc.array(fc.constantFrom(...PATHS), { minLength: 20 }),
        (glob, paths) => {
          const wrong = paths.filter((path) => {
            return globMatches(glob, path) !== naiveCovers(glob.source, path);
          });
          expect(wrong).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('covers whatever is below a covered path, without a wildcard in the last segment', () => {
    const named = anyGlob.filter(({ source }) => !reachesOf(source).includes('itself'));
    fc.assert(
      fc.property(named, fc.constantFrom(...NAMES), (glob, name) => {
        const covered = coveredBy(glob);
        expect(covered.filter((path) => !globMatches(glob, `${path}/${name}`))).toEqual([]);
      }),
    );
  });

  it('covers nothing below its own depth, with a wildcard in the last segment', () => {
    const wild = anyGlob.filter(({ source }) => {
      return !source.includes('**') && reachesOf(source).every((reach) => reach === 'itself');
    });
    fc.assert(
      fc.property(wild, (glob) => {
        const depths = expand(piecesOf(glob.source)).map((pieces) => {
          return segmentsOf(pieces).filter((segment) => !isDropped(segment)).length;
        });
        const covered = coveredBy(glob);
        expect(covered.filter((path) => !depths.includes(path.split('/').length))).toEqual([]);
      }),
    );
  });

  it('covers only what starts with the prefix', () => {
    fc.assert(
      fc.property(anyGlob, (glob) => {
        const unlimited: Glob = { ...glob, prefix: '' };
        expect(coveredBy(unlimited).filter((path) => !path.startsWith(glob.prefix))).toEqual([]);
      }),
    );
  });
});

describe('isValidPath', () => {
  it('agrees with a naive check', () => {
    const unit = fc.constantFrom('a', 'g', 'i', 't', '.', '/', '\0', '😀', '\uD83D');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 8 }), (path) => {
        const named = path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
        expect(isValidPath(path)).toBe(named && !path.includes('\0') && path.isWellFormed());
      }),
      { numRuns: 3000 },
    );
  });
});

describe('intersectGlobs', () => {
  it('finds a valid path that both cover exactly where there is one', () => {
    let disjoint = 0;
    fc.assert(
      fc.property(anyGlob, anyGlob, (a, b) => {
        const witness = intersectGlobs(a, b);
        if (witness === null) {
          disjoint += 1;
          const both = coveredBy(a).filter((path) => globMatches(b, path));
          expect(both).toEqual([]);
        } else {
          expect(isValidPath(witness)).toBe(true);
          expect(naiveCovers(a.source, witness)).toBe(true);
          expect(naiveCovers(b.source, witness)).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
    expect(disjoint).toBeGreaterThan(40);
  });

  it('is symmetric, and never needs the prefix', () => {
    fc.assert(
      fc.property(anyGlob, anyGlob, (a, b) => {
        const found = intersectGlobs(a, b) !== null;
        expect(intersectGlobs(b, a) !== null).toBe(found);
        expect(intersectGlobs({ ...a, prefix: '' }, b) !== null).toBe(found);
      }),
      { numRuns: 500 },
    );
  });

  it('finds a path for every glob that was not refused', () => {
    const everything = parseGlob('**');
    fc.assert(
      fc.property(anyGlob, (glob) => {
        expect(intersectGlobs(glob, glob)).not.toBeNull();
        expect(everything.ok && intersectGlobs(glob, everything.value)).not.toBeNull();
      }),
      { numRuns: 500 },
    );
  });
});
