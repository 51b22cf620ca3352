import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doubledEntry, mergeLock } from '../../../src/domain/resolve/lock-entries.ts';

const table = (name: string, version = '1.0.0', ...more: readonly string[]): string =>
  ['[[package]]', `name = "${name}"`, `version = "${version}"`, ...more, '', ''].join('\n');

const HEAD = '# made by a tool\nversion = 3\n\n';

const block = (names: string, version: string): string => `${names}:\n  version "${version}"\n\n`;

describe('locks of both sides', () => {
  it('tables: each has what it was given by the side that changed it', () => {
    const base = HEAD + table('cat') + table('dog') + table('elk');
    const ours = HEAD + table('ant') + table('cat') + table('dog', '1.1.0') + table('elk');
    const theirs = HEAD + table('bee') + table('dog') + table('elk') + table('fox');
    const merged = mergeLock('tables', { base, ours, theirs });
    const names = [...merged.matchAll(/name = "(\w+)"\nversion = "(\S+)"/gu)];
    const found = names.map(([, name, version]) => `${String(name)} ${String(version)}`);
    expect(found.toSorted()).toEqual([
      'ant 1.0.0',
      'bee 1.0.0',
      'dog 1.1.0',
      'elk 1.0.0',
      'fox 1.0.0',
    ]);
    expect(merged.startsWith(HEAD)).toBe(true);
  });

  it('tables: what belongs to a package goes with it', () => {
    const needs = '\n[package.dependencies]\nhen = ">=1"\n\n[metadata]\nlock-version = "2.0"\n';
    const base = `${table('cat')}[metadata]\nlock-version = "2.0"\n`;
    const theirs = table('cat') + table('dog').trimEnd() + needs;
    expect(mergeLock('tables', { base, ours: base, theirs }).trimEnd()).toBe(theirs.trimEnd());
  });

  it('blocks: ranges that share an entry are told apart', () => {
    const base = block('cat@^1.0.0', '1.0.0');
    const ours = block('cat@^1.0.0, cat@^1.1.0', '1.2.0');
    const theirs = block('"@x/y@>=1 <2"', '1.0.0') + block('cat@^1.0.0, cat@~1.0.0', '1.0.0');
    const merged = mergeLock('blocks', { base, ours, theirs });
    expect(merged.match(/^.*:$/gmu)).toEqual([
      '"@x/y@>=1 <2":',
      'cat@^1.0.0:',
      'cat@^1.1.0:',
      'cat@~1.0.0:',
    ]);
    expect(merged).toContain('cat@^1.0.0:\n  version "1.2.0"');
  });

  it('blocks of YAML, with their quotes', () => {
    const head = '# made by a tool\n\n__metadata:\n  version: 8\n\n';
    const ours = `${head}"cat@npm:^1.0.0, cat@npm:^1.1.0":\n  version: 1.2.0\n`;
    const theirs = `${head}"ant@npm:1.0.0":\n  version: 1.0.0\n`;
    const merged = mergeLock('blocks', { base: head, ours, theirs });
    expect(merged.match(/^\S.*:$/gmu)).toEqual([
      '__metadata:',
      '"cat@npm:^1.0.0":',
      '"cat@npm:^1.1.0":',
      '"ant@npm:1.0.0":',
    ]);
  });

  it('lines: those of both', () => {
    const line = (name: string) => `example.com/${name} v1.0.0 h1:${name}=\n`;
    const [ours, theirs] = [line('ant') + line('cat'), line('bee') + line('cat')];
    const merged = mergeLock('lines', { base: line('cat'), ours, theirs });
    expect(merged.split('\n').toSorted()).toEqual((line('bee') + ours).split('\n').toSorted());
  });

  it('says what stands in a lock twice', () => {
    expect(doubledEntry('tables', table('ant') + table('cat') + table('ant'))).toBe('ant 1.0.0');
    expect(doubledEntry('tables', table('ant') + table('ant', '2.0.0'))).toBeNull();
    const unused = (name: string) => table(name).replace('package', 'patch.unused');
    expect(doubledEntry('tables', table('ant') + unused('ant') + unused('cat'))).toBeNull();
    expect(doubledEntry('lines', 'a v1 h1:x\na v1/go.mod h1:x\na v1 h1:y\n')).toBe('a v1');
  });
});

const versions = fc.dictionary(
  fc.constantFrom('ant', 'bee', 'cat', 'dog'),
  fc.constantFrom('1', '2'),
);

it('a lock that one side has left alone is as the other has it', () => {
  const lock = (pins: Readonly<Record<string, string>>): string =>
    Object.keys(pins)
      .toSorted()
      .map((name) => table(name, pins[name]))
      .join('');
  fc.assert(
    fc.property(versions, versions, (before, after) => {
      const [base, changed] = [lock(before), lock(after)];
      const sorted = (text: string) => text.split('[[package]]').toSorted();
      const theirs = mergeLock('tables', { base, ours: base, theirs: changed });
      expect(sorted(theirs)).toEqual(sorted(changed));
      expect(mergeLock('tables', { base, ours: changed, theirs: base })).toBe(changed);
    }),
  );
});
