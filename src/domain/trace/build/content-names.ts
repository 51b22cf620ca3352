import { LIMITS } from '../limits.ts';

const MOST_TEXT = 200_000;

/** What a text defines that others could meet: exported names, top-level definitions, routes, tables. */
export function definesIn(text: string): readonly string[] {
  return namesBy(DEFINITIONS, text);
}

/** Modules and files that a text names as what it imports. */
export function importsIn(text: string): readonly string[] {
  return namesBy(IMPORTS, text);
}

/**
 * Values that a text writes out: numbers of two digits or more, and short texts in quotes, without the quotes. Two agents
 * that should have used the same value can be held against each other by them.
 */
export function literalsIn(text: string): readonly string[] {
  return namesBy(LITERALS, text);
}

/** What tells names, and words of which it has one: most texts have few of them, and to look for a word costs less. */
type Telling = readonly [words: readonly string[], pattern: RegExp];

/** Names that a text uses or gives beside what it defines: members, keys, constants, names of several words. */
export function usedNamesIn(text: string): readonly string[] {
  return namesBy(NAMES, text, LIMITS.used);
}

/** `key=value` for each value, a number or a short text in quotes, that a text gives to a name. */
export function settingsIn(text: string): readonly string[] {
  const found = text.slice(0, MOST_TEXT).matchAll(SETTING);
  const all = new Set<string>();
  for (const [, key = '', quoted, plain = ''] of found)
    if (all.size < LIMITS.names) all.add(`${key}=${quoted ?? plain}`);
  return [...all];
}

function namesBy(
  patterns: readonly Telling[],
  text: string,
  most: number = LIMITS.names,
): readonly string[] {
  const names = new Set<string>();
  const read = text.slice(0, MOST_TEXT);
  for (const [words, pattern] of patterns) {
    if (words.length > 0 && !words.some((word) => read.includes(word))) continue;
    for (const match of read.matchAll(pattern)) {
      const name = match.slice(1).find((each) => each !== undefined && each !== '');
      if (name !== undefined && names.size < most) names.add(name);
    }
  }
  return [...names];
}

const DEFINITIONS: readonly Telling[] = [
  // JavaScript, TypeScript
  [
    ['export'],
    /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|const|let|var|interface|type|enum|namespace)\s+([\w$]+)/gm,
  ],
  [['exports.'], /^(?:module\.)?exports\.([\w$]+)\s*=/gm],
  // Python
  [['def', 'class'], /^(?:async\s+)?def\s+(\w+)|^class\s+(\w+)/gm],
  // Rust
  [
    ['pub'],
    /^\s*pub(?:\([^)]*\))?\s+(?:async\s+|unsafe\s+|const\s+)*(?:fn|struct|enum|trait|type|static|mod)\s+(\w+)/gm,
  ],
  // Go
  [['func', 'type'], /^func\s+(?:\([^)]*\)\s*)?([A-Z]\w*)|^type\s+([A-Z]\w*)\s/gm],
  // C, C++
  [['def', 'class'], /^#define\s+(\w+)|^(?:typedef\s+)?(?:struct|enum|union)\s+(\w+)\s*\{/gm],
  // Java, Kotlin, C#
  [
    ['public'],
    /^\s*public\s+(?:static\s+|final\s+|abstract\s+|sealed\s+)*(?:class|interface|enum|record)\s+(\w+)/gm,
  ],
  // SQL and routes
  [[], /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?["`]?([\w.]+)/gi],
  [
    ['app', 'router', 'server', 'api'],
    /\b(?:app|router|server|api)\.(?:get|post|put|patch|delete)\(\s*['"`](\/[^'"`]*)['"`]/g,
  ],
];

const LITERALS: readonly Telling[] = [
  [[], /"((?:[^"\\\n]|\\[^\n]){2,60})"|'((?:[^'\\\n]|\\[^\n]){2,60})'|`([^`\\\n$]{2,60})`/g],
  // A separator.
  [[], /["'`]([;,|:#~^])["'`]/g],
  [[], /(?<![\w.])(-?\d+\.\d+|-?\d{2,}|0x[\da-fA-F]{2,})(?![\w.])/g],
];

const NAMES: readonly Telling[] = [
  [[], /["'`]([A-Za-z_][\w-]{1,40})["'`]/g],
  [['.'], /\.([A-Za-z_]\w{2,40})\b/g],
  [[':'], /\b([A-Za-z_]\w{1,40})["']?\s*:(?![:/])/g],
  [[], /\b((?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{3,40})\b/gi],
  [[], /\b([a-z]\w*[a-z\d][A-Z]\w*|\w+_\w+|[A-Z][A-Z\d]{2,})\b/g],
];

// Of a word without quotes only where it is all of a line.
const SETTING =
  /(?<![\w.])([A-Za-z_][\w.-]{0,60})["'`]?[ \t]*(?::=|=>?|:)[ \t]*(?:["'`]([^"'`\\\n]{1,60})["'`]|(-?\d[\d._]*\w{0,2}|true|false|True|False|(?<=^[ \t]*[\w.-]+[ \t]*[=:][ \t]*)[\w./:@-]+(?=[ \t]*$))(?![\w.]))/gm;

const IMPORTS: readonly Telling[] = [
  [['from'], /^\s*(?:import|export)\s[^'"\n]*from\s*['"]([^'"\n]+)['"]/gm],
  [['import'], /^\s*import\s*['"]([^'"\n]+)['"]/gm],
  [
    ['require', 'import'],
    /\brequire\(\s*['"]([^'"\n]+)['"]\s*\)|\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g,
  ],
  [['import'], /^\s*from\s+([\w.]+)\s+import\b|^\s*import\s+([\w.]+)(?:\s+as\s+\w+)?\s*$/gm],
  [['use', 'mod'], /^\s*use\s+((?:crate|super|self)::[\w:]+)|^\s*(?:pub\s+)?mod\s+(\w+)\s*;/gm],
  [['include'], /^\s*#include\s*"([^"\n]+)"/gm],
];
