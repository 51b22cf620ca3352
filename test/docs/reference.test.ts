import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { AGENTS } from '../../src/compose/agents.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { formatDuration, formatPercent } from '../../src/domain/config/duration.ts';
import { DEFAULT_VALUES } from '../../src/domain/config/layers.ts';
import type { LayeredKey } from '../../src/domain/config/layers.ts';
import { delegationText } from '../../src/domain/plan/delegation.ts';
import { globMatches, parseGlob } from '../../src/domain/plan/glob.ts';
import { configJsonSchema } from '../../src/protocol/config-file.ts';
import { eventSchema } from '../../src/protocol/events-schemas.ts';
import { policyJsonSchema } from '../../src/protocol/policy-file.ts';
import { planJsonSchema } from '../../src/protocol/plan-file.ts';
import { UPCASTERS } from '../../src/protocol/upcast.ts';
import { agentsTable } from './agents-table.ts';
import { commandHelp, failureCodes, literals, withBlock } from './generated.ts';
import { codes, inRepository, page, rowsOf } from './markdown.ts';
import { keysOf } from './schema-keys.ts';

const COMMANDS_PAGE = 'docs/reference/commands.md';
const AGENTS_PAGE = 'docs/agents.md';
const EXIT_PAGE = 'docs/reference/exit-codes.md';

/** Holds a block of a page against what it is made from; writes it where FANIN_UPDATE_DOCS is set. */
function expectBlock(name: string, block: string, content: string): void {
  const { text } = page(name);
  const fresh = withBlock(text, block, content);
  if (process.env['FANIN_UPDATE_DOCS'] === '1') writeFileSync(inRepository(name), fresh);
  else
    expect(text, 'stale: FANIN_UPDATE_DOCS=1 npx vitest run --project unit test/docs').toBe(fresh);
}

describe('docs/reference/commands.md', () => {
  it('is the help of every command', async () => {
    expectBlock(COMMANDS_PAGE, 'commands', await commandHelp(tmpdir()));
  });
});

describe('docs/agents.md', () => {
  it('is what manifests say and what the contract saw', () => {
    expectBlock(AGENTS_PAGE, 'agents', agentsTable(AGENTS));
  });

  it('has every cell that was seen', () => {
    const { text } = page(AGENTS_PAGE);
    expect(text).not.toContain('| ? |');
  });
});

describe('docs/reference/exit-codes.md', () => {
  it('has each exit code once', () => {
    const listed = rowsOf(page(EXIT_PAGE)).filter(([first = '']) => /^\d+$/u.test(first));
    const table = listed.slice(0, Object.keys(EXIT).length).map(([code]) => Number(code));
    expect(table).toEqual(Object.values(EXIT).toSorted((a, b) => a - b));
  });

  it('has the code of each failure', () => {
    expectBlock(EXIT_PAGE, 'failure codes', failureCodes());
    expect(failureCodes()).toContain('`engine-running`');
  });
});

describe.each([
  ['docs/reference/config.md', configJsonSchema()],
  ['docs/reference/plan.md', planJsonSchema()],
] as const)('%s', (name, schema) => {
  const rows = rowsOf(page(name)).map(([key = '', value = '', standard = '']) => ({
    key: codes(key)[0] ?? '',
    value,
    standard,
  }));
  const keys = keysOf(schema);

  it('has every key of the schema and no other', () => {
    expect(rows.map(({ key }) => key).toSorted()).toEqual(keys.map(({ key }) => key).toSorted());
    expect(keys.length).toBeGreaterThan(25);
  });

  it('has the words that a key takes', () => {
    for (const { key, words } of keys.filter((each) => each.words.length > 0)) {
      const row = rows.find((each) => each.key === key);
      expect([key, codes(row?.value ?? '')]).toEqual([key, words]);
    }
  });

  it('says what a key is when nothing is written', () => {
    for (const { key, standard } of rows) {
      const own = Object.hasOwn(DEFAULT_VALUES, key) ? key : null;
      if (own === null) continue;
      expect([key, codes(standard)[0] ?? null]).toEqual([key, defaultText(own as LayeredKey)]);
    }
  });
});

describe('docs/reference/policy.md', () => {
  it('has every key of the schema and no other', () => {
    const rows = rowsOf(page('docs/reference/policy.md')).map(([key = '']) => codes(key)[0] ?? '');
    const keys = keysOf(policyJsonSchema()).map(({ key }) => key);
    expect(rows.filter((key) => key !== 'checks.<name>').toSorted()).toEqual(keys.toSorted());
    expect(keys).toContain('park');
  });
});

describe('docs/reference/events.md', () => {
  it('has every type with its fields', () => {
    const rows = rowsOf(page('docs/reference/events.md'));
    const listed = rows.map(
      ([type = '', fields = '']) => [codes(type).join(), codes(fields)] as const,
    );
    const known = eventSchema.options.map(({ shape }) => [
      shape.type.value,
      Object.keys(shape).filter((field) => field !== 'type'),
    ]);
    expect(listed).toEqual(known);
    expect(listed.map(([type]) => type).toSorted()).toEqual(Object.keys(UPCASTERS).toSorted());
  });
});

describe('docs/guide/troubleshooting.md', () => {
  it('names only failures that there are', () => {
    const known = literals();
    const named = codes(
      page('docs/guide/troubleshooting.md').text.replaceAll(/```[\s\S]*?```/gu, ''),
    )
      .filter((code) => /^[a-z]+(?:-[a-z]+)+$/u.test(code))
      .filter((code) => !known.has(code));
    expect(named).toEqual([]);
  });
});

describe('docs/guide/plans.md', () => {
  it.each([
    ['src/core.js', 'src/core.js', true],
    ['src/core.js', 'src/core.js/below', true],
    ['docs', 'docs/a/b.md', true],
    ['docs', 'docs', true],
    ['docs/**', 'docs/a/b.md', true],
    ['docs/', 'docs/a/b.md', true],
    ['docs/*', 'docs/b.md', true],
    ['docs/*', 'docs/a/b.md', false],
    ['src/**/*.test.js', 'src/a/b.test.js', true],
    ['src/**/*.test.js', 'src/b.test.js', true],
    ['pkg-?/', 'pkg-a/x/y', true],
    ['src/{a,b/c}.js', 'src/b/c.js', true],
    ['[abc].js', 'b.js', true],
    ['[!x].js', 'x.js', false],
    ['.', 'a/b', true],
    ['**', '.hidden/b', true],
  ])('%s and %s', (pattern, path, covers) => {
    const listed = rowsOf(page('docs/guide/plans.md')).flatMap(([first = '']) => codes(first));
    expect(listed).toContain(pattern);
    const glob = parseGlob(pattern);
    expect(glob.ok && globMatches(glob.value, path)).toBe(covers);
  });
});

/** As the pages write it; null where nothing stands for itself. */
function defaultText(key: LayeredKey): string | null {
  if (key === 'defaults.delegation') return delegationText(DEFAULT_VALUES[key]);
  const value = DEFAULT_VALUES[key];
  if (value === null) return null;
  if (key === 'limits.reserve') return formatPercent(DEFAULT_VALUES[key]);
  const isTime =
    key === 'serialBelow' || key === 'grace' || key === 'questions' || key === 'defaults.deadline';
  return isTime ? formatDuration(DEFAULT_VALUES[key]) : String(value);
}
