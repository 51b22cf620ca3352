/** How the languages that are looked at say that a name may be used elsewhere. */
const DEFINITIONS: readonly RegExp[] = [
  /^\s*export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:const|let|var|function\*?|class|interface|type|enum|namespace)\s+([\p{L}_$][\p{L}\p{N}_$]*)/u,
  /^\s*(?:module\.)?exports\.([\p{L}_$][\p{L}\p{N}_$]*)\s*=/u,
  /^(?:async\s+)?(?:def|class)\s+([\p{L}_]\w*)/u,
  /^func\s+(?:\([^)]*\)\s*)?(\p{Lu}\w*)/u,
  /^type\s+(\p{Lu}\w*)\s+/u,
  /^\s*pub(?:\([^)]*\))?\s+(?:async\s+)?(?:unsafe\s+)?(?:fn|struct|enum|trait|type|const|static|mod)\s+(\w+)/u,
  /^\s*public\s+(?:static\s+|final\s+|abstract\s+)*(?:class|interface|enum|record)\s+(\w+)/u,
];

/** Names that these lines define for others, by the looks of it: enough to ask for checks, and for no more. */
export const definedNames = (lines: readonly string[]): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const line of lines)
    for (const definition of DEFINITIONS) {
      const name = definition.exec(line)?.[1];
      if (name !== undefined) names.add(name);
    }
  return names;
};
