import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shellParser } from '../../../../src/adapters/shell/unbash.ts';
import { readCommandLine } from '../../../../src/domain/trace/shell/command-line.ts';

const read = (command: string, cwd: string | null = '/repo') =>
  readCommandLine(command, cwd, shellParser.parse);
const written = (command: string, cwd: string | null = '/repo') =>
  read(command, cwd).writes.map(({ path, how }) => `${how} ${path}`);

test.each([
  ['echo A > a.txt; sleep 1', ['file /repo/a.txt']],
  ['cp a.txt b/c.txt', ['file /repo/b/c.txt']],
  ['sed -i s/a/b/ src/x.ts', ['file /repo/src/x.ts']],
  ['rm -rf dist', ['remove /repo/dist']],
  ['rm -rf dist && mkdir dist', ['remove /repo/dist']],
  ['cd src && echo x > y', ['file /repo/src/y']],
  ['cat a.txt; grep -r x .', []],
  ['echo x > /dev/null', []],
  ['git add -A && git commit -m "a > b"', []],
])('%s writes what its text says, for certain', (command, expected) => {
  expect(written(command)).toEqual(expected);
  expect(read(command).certain).toBe(true);
});

test.each([
  'npm test',
  'python3 build.py',
  'echo x > "$OUT"',
  'git checkout -- a.txt',
  'make',
  'if true; then',
])('%s can write more than its text says', (command) => {
  expect(read(command).certain).toBe(false);
});

test.each([
  ['git worktree add -q copies/a -b a', ['folder /repo/copies/a']],
  ['mkdir -p tmp', ['folder /repo/tmp']],
  ['tar -xf parts.tar', ['file /repo']],
  ['go test -cover -o t.out ./a', ['file /repo/t.out']],
  ['git worktree remove copies/a', ['tree /repo/copies/a']],
])('%s makes, fills or empties a folder', (command, expected) => {
  expect(written(command)).toEqual(expected);
});

test('without the folder only absolute paths say something', () => {
  expect(written('echo x > y; cd /abs && echo z > w', null)).toEqual(['file /abs/w']);
  expect(read('echo x > y', null).certain).toBe(false);
});

test('tells the text that goes into a file, and programs with their arguments', () => {
  const { writes, programs } = read("cat > run.sh <<'E'\nnpm test\nE\nbash run.sh");
  expect(writes[0]).toMatchObject({ path: '/repo/run.sh', text: 'npm test\n' });
  expect(programs.map(({ fields }) => fields.join(' '))).toEqual([
    'cat',
    'bash run.sh',
    'npm test',
  ]);
});

test('a text that is too long is not read', () => {
  expect(read(`echo ${'x'.repeat(30_000)} > a`)).toEqual({
    programs: [],
    writes: [],
    certain: false,
  });
});

test('no text breaks it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (command) => {
      expect(Array.isArray(read(command).writes)).toBe(true);
    }),
  );
});
