import type { Definition, SkippedSource } from '../../domain/duplicates/definition.ts';
import { isGenerated } from '../../domain/duplicates/hand-written.ts';
import { ok } from '../../domain/result.ts';
import type { SourceReader } from '../../ports/source-reader.ts';

/** Reads JavaScript and TypeScript whose definitions begin at the start of a line, as far as a regular expression goes. */
export const memorySourceReader = (): SourceReader => ({
  reads: (path) => /(?<!\.d)\.(?:js|ts)$/u.test(path),
  read: async (files) => {
    const definitions: Definition[] = [];
    const skipped: SkippedSource[] = [];
    for (const { path, text } of files) {
      if (isGenerated(text)) skipped.push({ path, why: 'generated' });
      else if (/^<{7} /mu.test(text)) skipped.push({ path, why: 'does not parse' });
      else definitions.push(...definitionsIn(path, text));
    }
    return ok({ definitions, skipped });
  },
});

const HEAD =
  /^(export )?(?:(function) (\w+)(\(([^)]*)\)[^{]*)\{|(?:interface|class) (\w+)|const ([A-Z_]+) = )/u;

const definitionsIn = (path: string, text: string): readonly Definition[] => {
  const lines = text.split('\n');
  return lines.flatMap((line, at): readonly Definition[] => {
    const [head, exported, isFunction, name, signature = '', params, type, constant] =
      HEAD.exec(line) ?? [];
    if (head === undefined) return [];
    // One that ends on its own line, or with the next bracket at the start of one.
    const isShort = /[};]$/u.test(line);
    const rest = isShort ? 0 : lines.slice(at).findIndex((each) => /^[}\]]/u.test(each));
    const endLine = at + Math.max(0, rest) + 1;
    return [
      {
        kind: isFunction === undefined ? (type === undefined ? 'constant' : 'type') : 'function',
        family: 'javascript',
        name: name ?? type ?? constant ?? '',
        path,
        line: at + 1,
        endLine,
        exported: exported !== undefined,
        owner: null,
        doc: /^\/\*\* (.*) \*\/$/u.exec(lines[at - 1] ?? '')?.[1] ?? '',
        params: (params ?? '').split(',').flatMap((each) => /\w+/u.exec(each)?.[0] ?? []),
        signature: signature.trim(),
        text: lines.slice(at, endLine).join('\n'),
      },
    ];
  });
};
