import { expect, test } from 'vitest';
import { readsOf } from '../../../../src/domain/trace/shell/file-reads.ts';
import { readTest } from '../../../../src/domain/trace/shell/test-command.ts';
import { readVerdict } from '../../../../src/domain/trace/shell/test-output.ts';

const of = (text: string) => ({ fields: text.split(' '), cwd: '/repo' });

test.each([
  ['npm test', 'test', 'npm test', []],
  ['npm run test:unit -- src/a.test.ts', 'test', 'npm run test:unit', ['src/a.test.ts']],
  ['npx vitest run test/a.test.ts', 'test', 'vitest', ['test/a.test.ts']],
  ['pnpm exec jest', 'test', 'jest', []],
  ['python3 -m pytest tests/test_a.py', 'test', 'python3 -m pytest', ['tests/test_a.py']],
  ['uv run pytest', 'test', 'pytest', []],
  ['node --test', 'test', 'node --test', []],
  ['cargo test', 'test', 'cargo test', []],
  ['go test ./...', 'test', 'go test', ['./...']],
  ['./node_modules/.bin/vitest run', 'test', 'vitest', []],
  ['cargo build --release', 'build', 'cargo build', []],
  ['npm run build', 'build', 'npm run build', []],
  ['npx tsc --noEmit', 'types', 'tsc', []],
  ['npm run lint', 'lint', 'npm run lint', []],
])('%s is a check', (text, ...[what, runner, scope]) => {
  expect(readTest(of(text))).toEqual({ what, runner, scope });
});

test.each(['npm install', 'echo test', 'ls test', 'git commit -m test', 'cat pytest.ini'])(
  '%s is none',
  (text) => {
    expect(readTest(of(text))).toBeNull();
  },
);

const own = { exit: 0, own: true };
const piped = { exit: 0, own: false };

test.each([
  [' Test Files  1 passed (1)\n      Tests  3 passed (3)\n', piped, 'passed', 3, 0],
  ['      Tests  1 failed | 2 passed (3)\n', piped, 'failed', 2, 1],
  ['=========== 2 failed, 5 passed in 0.31s ===========', piped, 'failed', 5, 2],
  ['5 passed in 0.31s', piped, 'passed', 5, 0],
  [
    'test result: ok. 4 passed; 0 failed; 0 ignored\ntest result: ok. 2 passed; 0 failed',
    piped,
    'passed',
    6,
    0,
  ],
  ['# pass 3\n# fail 0', piped, 'passed', 3, 0],
  ['  3 passing (10ms)\n  1 failing\n', piped, 'failed', 3, 1],
  ['whatever', own, 'passed', null, null],
  ['whatever', { exit: 1, own: true }, 'failed', null, null],
  ['whatever', piped, 'unknown', null, null],
  ['whatever', { exit: null, own: true }, 'unknown', null, null],
])('the verdict in %j', (output, end, ...[verdict, passed, failed]) => {
  expect(readVerdict(output, end)).toMatchObject({ verdict, passed, failed });
});

test('a failed run tells which lines say so', () => {
  const { failures } = readVerdict('ok\nAssertionError: expected 1 to be 2\nnoise', {
    exit: 1,
    own: true,
  });
  expect(failures).toBe('AssertionError: expected 1 to be 2');
});

test('where no line says so by a word that is known, the last ones tell what failed', () => {
  const failed = { exit: 1, own: true };
  expect(readVerdict('one\n\ntwo\nconnect ECONNREFUSED', failed).failures).toBe(
    'one\ntwo\nconnect ECONNREFUSED',
  );
  expect(readVerdict("a\nKeyError: 'amount'\nb", failed).failures).toBe("KeyError: 'amount'");
});

test.each([
  ['cat a.txt b.txt', ['a.txt', 'b.txt'], 'shell'],
  ['sed -n 1,80p src/a.ts', ['src/a.ts'], 'shell'],
  ['head -n 5 a.txt', ['a.txt'], 'shell'],
  ['bash scripts/run.sh now', ['scripts/run.sh'], 'run'],
  ['./check.sh', ['./check.sh'], 'run'],
  ['node tool.mjs a.txt', ['tool.mjs'], 'run'],
  ['python3 -c print(1)', [], 'run'],
  ['cat *.txt', [], 'shell'],
  ['ls src', [], 'shell'],
])('%s reads files', (text, paths, how) => {
  expect(readsOf(of(text))).toEqual(paths.map((path) => ({ path, how })));
});
