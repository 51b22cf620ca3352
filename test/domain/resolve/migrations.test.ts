import { describe, expect, it } from 'vitest';
import { renumberMigrations } from '../../../src/domain/resolve/migrations.ts';

const OLD = ['db/migrations/0001_users.sql', 'db/migrations/README.md', 'src/main.ts'];

const renumbered = (
  ours: readonly string[],
  theirs: readonly string[],
  {
    more = [],
    named = [],
    text = '',
  }: {
    readonly more?: readonly string[];
    readonly named?: readonly string[];
    readonly text?: string;
  } = {},
) =>
  renumberMigrations({
    files: [...OLD, ...more, ...ours, ...theirs],
    added: { ours, theirs },
    isNamed: (name) => named.includes(name),
    says: (_, what) => what.test(text),
  });

const at = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `db/migrations/${name}`);

const moves = (...pairs: readonly (readonly [string, string])[]) => ({
  moves: pairs.map(([from, to]) => ({ from: `db/migrations/${from}`, to: `db/migrations/${to}` })),
  refused: [],
});

describe('migrations that both sides have added', () => {
  it('stay where each has a number of its own', () => {
    expect(renumbered(at('0002_a.sql'), at('0003_b.sql'))).toEqual(moves());
  });

  it('get the numbers behind ours, in their own order, as wide as they were', () => {
    expect(
      renumbered(at('0002_a.sql', '0003_b.sql'), at('0002_c.sql', '0003_d.sql', '0004_e.sql')),
    ).toEqual(
      moves(
        ['0002_c.sql', '0004_c.sql'],
        ['0003_d.sql', '0005_d.sql'],
        ['0004_e.sql', '0006_e.sql'],
      ),
    );
  });

  it('take what goes back along, which has the same number', () => {
    const theirs = at('0002_c.up.sql', '0002_c.down.sql');
    expect(renumbered(at('0002_a.up.sql', '0002_a.down.sql'), theirs)).toEqual(
      moves(['0002_c.up.sql', '0003_c.up.sql'], ['0002_c.down.sql', '0003_c.down.sql']),
    );
  });

  it('go on with more digits where numbers are as wide as they come', () => {
    expect(
      renumberMigrations({
        files: ['migrations/9_a.sql', 'migrations/9_b.sql'],
        added: { ours: ['migrations/9_a.sql'], theirs: ['migrations/9_b.sql'] },
        isNamed: () => false,
        says: () => false,
      }).moves,
    ).toEqual([{ from: 'migrations/9_b.sql', to: 'migrations/10_b.sql' }]);
  });

  it('are handed back where no number of that width is left, and where their name is no UTF-8', () => {
    expect(renumbered(at('9999_a.sql'), at('9999_b.sql')).refused).toEqual([
      {
        path: 'db/migrations/9999_b.sql',
        why: 'it has the number of db/migrations/9999_a.sql on the target, and no number of that many digits is left for db/migrations/9999_b.sql',
      },
    ]);
    const [refused] = renumbered(at('0002_a.sql'), at(String.raw`0002_\xe9.sql`)).refused;
    expect(refused?.why).toContain('is not UTF-8');
  });

  it.each([
    ['a journal beside them', { more: at('meta/_journal.json') }],
    ['a module beside them', { more: at('__init__.py') }],
    ['a file that names one', { named: ['0002_c'] }],
    ['a text that says the number', { text: "revision = '0002'\n" }],
  ])('are left to a person with %s', (_, more) => {
    const { moves: moved, refused } = renumbered(at('0002_a.sql'), at('0002_c.sql'), more);
    expect(moved).toEqual([]);
    expect(refused).toMatchObject([{ path: 'db/migrations/0002_c.sql' }]);
    expect(refused[0]?.why).toContain('it has the number of db/migrations/0002_a.sql');
  });

  it('are numbered anew where the number in their text is part of another, or may mean anything', () => {
    const one = moves(['0002_c.sql', '0003_c.sql']);
    expect(renumbered(at('0002_a.sql'), at('0002_c.sql'), { text: '10002, 00021' })).toEqual(one);
    const short = moves(['2_c.sql', '3_c.sql']);
    expect(renumbered(at('2_a.sql'), at('2_c.sql'), { text: 'varchar(2)' })).toEqual(short);
  });

  it('are none in folders of other names, nor with times for numbers', () => {
    expect(renumbered(['doc/0002_a.md'], ['doc/0002_b.md'])).toEqual(moves());
    expect(renumbered(at('20260101120000_a.sql'), at('20260101120000_b.sql'))).toEqual(moves());
  });
});
