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

function namesBy(patterns: readonly Telling[], text: string): readonly string[] {
  const names = new Set<string>();
  const read = text.slice(0, MOST_TEXT);
  for (const [words, pattern] of patterns) {
    if (words.length > 0 && !words.some((word) => read.includes(word))) continue;
    for (const match of read.matchAll(pattern)) {
      const name = match.slice(1).find((each) => each !== undefined && each !== '');
      if (name !== undefined && names.size < LIMITS.names) names.add(name);
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
  [[], /"([^"\\\n]{2,60})"|'([^'\\\n]{2,60})'|`([^`\\\n$]{2,60})`/g],
  [[], /(?<![\w.])(-?\d+\.\d+|-?\d{2,}|0x[\da-fA-F]{2,})(?![\w.])/g],
];

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
