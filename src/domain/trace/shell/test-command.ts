import type { TestRun } from '../event.ts';
import type { RunProgram } from './command-line.ts';

/** A test, build, type check or lint that a program is. */
export interface TestReading {
  readonly what: TestRun['what'];
  readonly runner: string;
  /** Paths it was narrowed to, as written. */
  readonly scope: readonly string[];
}

type Rule = readonly [pattern: RegExp, what: TestRun['what']];

/** Held against a program and its first arguments, in this order. */
const RULES: readonly Rule[] = [
  [/^(?:npm|pnpm|yarn|bun)(?: run| run-script)? (?:t|tst|test)(?:[:\w.-]*)?(?: |$)/, 'test'],
  [
    /^(?:npm|pnpm|yarn|bun) (?:run|run-script) (?:e2e|unit|check|verify|ci)(?:[:\w.-]*)?(?: |$)/,
    'test',
  ],
  [
    /^(?:npm|pnpm|yarn|bun)(?: run| run-script)? (?:build|compile|bundle)(?:[:\w.-]*)?(?: |$)/,
    'build',
  ],
  [
    /^(?:npm|pnpm|yarn|bun)(?: run| run-script)? (?:typecheck|type-check|types|tsc)(?:[:\w.-]*)?(?: |$)/,
    'types',
  ],
  [/^(?:npm|pnpm|yarn|bun)(?: run| run-script)? (?:lint|format|fmt)(?:[:\w.-]*)?(?: |$)/, 'lint'],
  [/^(?:vitest|jest|mocha|ava|tap|playwright test|cypress run|karma)(?: |$)/, 'test'],
  [/^node (?:\S+ )*--test(?: |$)/, 'test'],
  [
    /^(?:deno|bun|go|cargo|swift|dotnet|mix|flutter|dart|zig build|lein|sbt|mvn|gradle|\.?\/?gradlew|bazel|rake|rails|make|just|task|ninja|ctest|meson) (?:\S+ )*?(?:test|check|verify|spec)(?:\S*)(?: |$)/,
    'test',
  ],
  [/^(?:ctest|pytest|py\.test|nosetests|tox|nox|rspec|phpunit|prove|busted|bats)(?: |$)/, 'test'],
  [/^python[\d.]* -m (?:pytest|unittest|nose|doctest|tox)(?: |$)/, 'test'],
  [/^(?:tsc|mypy|pyright|flow)(?: |$)/, 'types'],
  [/^python[\d.]* -m (?:mypy|py_compile|compileall)(?: |$)/, 'types'],
  [
    /^(?:eslint|oxlint|biome|ruff|flake8|pylint|golangci-lint|shellcheck|prettier|black|rubocop)(?: |$)/,
    'lint',
  ],
  [/^cargo clippy(?: |$)/, 'lint'],
  [/^go vet(?: |$)/, 'lint'],
  [
    /^(?:cargo|go|swift|dotnet|zig|mvn|gradle|\.?\/?gradlew|bazel|docker) (?:build|compile|package|assemble)(?: |$)/,
    'build',
  ],
  [
    /^(?:make|ninja|cmake --build|javac|gcc|g\+\+|clang|clang\+\+|rustc|vite build|webpack|rollup|esbuild)(?: |$)/,
    'build',
  ],
];

/** What a program is, if it is one of these; null: it is none. */
export function readTest({ fields }: RunProgram): TestReading | null {
  const words = unwrapped(fields);
  const name = (words[0] ?? '').replace(/^.*\/(?=[^/]+$)/, '');
  const text = [name, ...words.slice(1, 8)].join(' ');
  const rule = RULES.find(([pattern]) => pattern.test(text));
  if (rule === undefined) return null;
  const [matched = name] = rule[0].exec(text) ?? [];
  return { what: rule[1], runner: matched.trim(), scope: scopeOf(words, matched) };
}

/** `npx vitest`, `pnpm exec jest`, `uv run pytest`: the program behind. */
function unwrapped(fields: readonly string[]): readonly string[] {
  const text = fields.slice(0, 3).join(' ');
  const [wrapper] =
    /^(?:npx|bunx|pnpx|(?:pnpm|npm|yarn) (?:exec|dlx)|(?:uv|poetry|pipenv|hatch) run|bundle exec)(?: |$)/.exec(
      text,
    ) ?? [];
  if (wrapper === undefined) return fields;
  const rest = fields.slice(wrapper.trim().split(' ').length);
  const at = rest.findIndex((each) => !each.startsWith('-'));
  return at === -1 ? fields : rest.slice(at);
}

/** Arguments behind the runner that look like paths of tests. */
function scopeOf(words: readonly string[], matched: string): readonly string[] {
  const skip = matched.trim().split(' ').length;
  return words
    .slice(skip)
    .filter((each) => !each.startsWith('-') && /[/.]/.test(each) && !each.includes('…'))
    .slice(0, 20);
}
