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

function namesBy(patterns: readonly RegExp[], text: string): readonly string[] {
  const names = new Set<string>();
  const read = text.slice(0, MOST_TEXT);
  for (const pattern of patterns)
    for (const match of read.matchAll(pattern)) {
      const name = match.slice(1).find((each) => each !== undefined && each !== '');
      if (name !== undefined && names.size < LIMITS.names) names.add(name);
    }
  return [...names];
}

const DEFINITIONS: readonly RegExp[] = [
  // JavaScript, TypeScript
  /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|const|let|var|interface|type|enum|namespace)\s+([\w$]+)/gm,
  /^(?:module\.)?exports\.([\w$]+)\s*=/gm,
  // Python
  /^(?:async\s+)?def\s+(\w+)|^class\s+(\w+)/gm,
  // Rust
  /^\s*pub(?:\([^)]*\))?\s+(?:async\s+|unsafe\s+|const\s+)*(?:fn|struct|enum|trait|type|static|mod)\s+(\w+)/gm,
  // Go
  /^func\s+(?:\([^)]*\)\s*)?([A-Z]\w*)|^type\s+([A-Z]\w*)\s/gm,
  // C, C++
  /^#define\s+(\w+)|^(?:typedef\s+)?(?:struct|enum|union)\s+(\w+)\s*\{/gm,
  // Java, Kotlin, C#
  /^\s*public\s+(?:static\s+|final\s+|abstract\s+|sealed\s+)*(?:class|interface|enum|record)\s+(\w+)/gm,
  // SQL and routes
  /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?["`]?([\w.]+)/gi,
  /\b(?:app|router|server|api)\.(?:get|post|put|patch|delete)\(\s*['"`](\/[^'"`]*)['"`]/g,
];

const LITERALS: readonly RegExp[] = [
  /"([^"\\\n]{2,60})"|'([^'\\\n]{2,60})'|`([^`\\\n$]{2,60})`/g,
  /(?<![\w.])(-?\d+\.\d+|-?\d{2,}|0x[\da-fA-F]{2,})(?![\w.])/g,
];

const IMPORTS: readonly RegExp[] = [
  /^\s*(?:import|export)\s[^'"\n]*from\s*['"]([^'"\n]+)['"]/gm,
  /^\s*import\s*['"]([^'"\n]+)['"]/gm,
  /\brequire\(\s*['"]([^'"\n]+)['"]\s*\)|\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g,
  /^\s*from\s+([\w.]+)\s+import\b|^\s*import\s+([\w.]+)(?:\s+as\s+\w+)?\s*$/gm,
  /^\s*use\s+((?:crate|super|self)::[\w:]+)|^\s*(?:pub\s+)?mod\s+(\w+)\s*;/gm,
  /^\s*#include\s*"([^"\n]+)"/gm,
];
