import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { mergeLineManifest } from '../../../src/domain/resolve/manifest-lines.ts';

const merged = (path: string, base: string, ours: string, theirs: string): string => {
  const result = mergeLineManifest(path, { base, ours, theirs });
  return result.ok ? result.value.text : `refused: ${result.error}`;
};

const CARGO = `[package]
name = "app" # the name

# what it needs
[dependencies]
ant = "1"
cat = { version = "1", features = [
  "x",
] }
`;

describe('Cargo.toml', () => {
  it('has the keys and tables of both, and keeps the text of our side', () => {
    const ours = CARGO.replace('ant = "1"', 'ant = "1"\nbat = "1"');
    const theirs = `${CARGO.replace('ant = "1"', 'ant = "2"\nbee = "2"')}# why\nelk = "1"

[dev-dependencies]
fox = "1"
`;
    expect(merged('sub/Cargo.toml', CARGO, ours, theirs)).toBe(
      `${CARGO.replace('ant = "1"', 'ant = "2"\nbat = "1"\nbee = "2"')}# why\nelk = "1"

[dev-dependencies]
fox = "1"
`,
    );
  });

  it('takes what is gone on one side', () => {
    const ours = `${CARGO}dog = "1"\n`;
    const theirs = CARGO.replace('ant = "1"\n', '');
    expect(merged('Cargo.toml', CARGO, ours, theirs)).toBe(ours.replace('ant = "1"\n', ''));
  });

  it.each([
    ['one key with two values', `${CARGO}dog = "1"\n`, `${CARGO}dog = "2"\n`, /dog = "1" on the/u],
    ['a comment by itself', `${CARGO}dog = "1"\n`, `${CARGO}\n# mind the gap\n`, /mind the gap/u],
    [
      'a table that is gone',
      `${CARGO}dog = "1"\n`,
      CARGO.slice(0, CARGO.indexOf('\n# what')),
      /would stand in another table/u,
    ],
    ['a key of no table', `${CARGO}dog = "1"\n`, `resolver = 1\n${CARGO}`, /another table/u],
    ['no TOML', `${CARGO}dog = "1"\n`, `${CARGO}<<<<<<<\n`, /line by line/u],
    ['an open value', `${CARGO}dog = "1"\n`, `${CARGO}dog = [\n`, /line by line/u],
  ])('goes back with %s', (_, ours, theirs, why) => {
    expect(merged('Cargo.toml', CARGO, ours, theirs)).toMatch(why);
  });

  it('has tables of an array whole', () => {
    const bin = (name: string) => `\n[[bin]]\nname = "${name}"\n\n[bin.more]\nx = 1\n`;
    const ours = `${CARGO}dog = "1"\n`;
    expect(merged('Cargo.toml', CARGO, ours, CARGO + bin('one'))).toBe(ours + bin('one'));
    expect(merged('Cargo.toml', CARGO, CARGO + bin('one'), CARGO + bin('two'))).toMatch(
      /^refused/u,
    );
  });
});

describe('any two changes of different keys', () => {
  type Tables = Readonly<Record<string, Readonly<Record<string, string>>>>;
  const tables = fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.dictionary(fc.constantFrom('k', 'l', 'm', 'n'), fc.constantFrom('1', '2', '3')),
  );
  const text = (all: Tables): string =>
    Object.entries(all)
      .map(([table, keys]) => `[${table}]\n${Object.entries(keys).map(keyLine).join('')}\n`)
      .join('');
  const keyLine = ([key, value]: readonly [string, string]): string => `${key} = "${value}"\n`;

  it('come together, or go back; nothing else comes of it', () => {
    fc.assert(
      fc.property(tables, tables, tables, (base, ours, theirs) => {
        const result = merged('Cargo.toml', text(base), text(ours), text(theirs));
        if (result.startsWith('refused')) return;
        const found = parse(result) as Tables;
        for (const table of ['a', 'b', 'c'])
          for (const key of ['k', 'l', 'm', 'n']) {
            const [was, mine, other] = [base, ours, theirs].map((side) => side[table]?.[key]);
            expect(found[table]?.[key]).toBe(mine === was ? other : mine);
          }
      }),
    );
  });

  it('of which one side has made none are as the other has them', () => {
    fc.assert(
      fc.property(tables, tables, (base, changed) => {
        expect(merged('Cargo.toml', text(base), text(changed), text(base))).toBe(text(changed));
        const theirs = merged('Cargo.toml', text(base), text(base), text(changed));
        if (!theirs.startsWith('refused')) expect(parse(theirs)).toEqual(parse(text(changed)));
      }),
    );
  });
});

describe('pyproject.toml', () => {
  const list = (...items: readonly string[]): string =>
    `[project]\nname = "app"\ndependencies = [\n${items.map((item) => `    "${item}",\n`).join('')}]\n`;

  it('has a list of requirements with those of both', () => {
    const base = list('ant>=1', 'cat>=1');
    const [ours, theirs] = [list('ant>=1', 'bee', 'cat>=1'), list('ant>=2', 'cat>=1', 'elk')];
    expect(merged('pyproject.toml', base, ours, theirs)).toBe(
      list('ant>=2', 'bee', 'cat>=1', 'elk'),
    );
  });

  it('goes back where both have changed one of them', () => {
    const [base, ours, theirs] = [list('ant>=1'), list('ant>=2'), list('ant>=3')];
    expect(merged('pyproject.toml', base, ours, theirs)).toMatch(/dependencies is/u);
  });
});

describe('go.mod', () => {
  const mod = (direct: string, indirect = '\texample.com/hen v1.0.0 // indirect\n'): string =>
    `module example.com/app\n\ngo 1.19\n\nrequire (\n${direct})\n\nrequire (\n${indirect})\n`;
  const need = (name: string, version = 'v1.0.0'): string => `\texample.com/${name} ${version}\n`;

  it('has the modules of both, each among its like', () => {
    const ours = mod(need('ant') + need('bee') + need('cat'));
    const theirs = mod(
      need('ant') + need('cat') + need('dog'),
      '\texample.com/hen v1.0.0 // indirect\n\texample.com/oak v1.0.0 // indirect\n',
    );
    expect(merged('go.mod', mod(need('ant') + need('cat')), ours, theirs)).toBe(
      theirs.replace(need('cat'), need('bee') + need('cat')),
    );
  });

  it('of two versions has the higher one, as a build would', () => {
    const [base, low, high] = ['v1.0.0', 'v1.9.0', 'v1.10.0'].map((v) => mod(need('ant', v)));
    expect(merged('go.mod', String(base), String(low), String(high))).toBe(high);
    expect(merged('go.mod', String(base), String(high), String(low))).toBe(high);
  });

  it('goes back where versions cannot be ordered, or something else has two values', () => {
    const [base, ours, theirs] = ['v1.0.0', 'v1.1.0', 'v1.1.0-pre'].map((v) => mod(need('ant', v)));
    expect(merged('go.mod', String(base), String(ours), String(theirs))).toMatch(/^refused/u);
    const go = (version: string) => mod(need('ant')).replace('go 1.19', `go ${version}`);
    expect(merged('go.mod', go('1.19'), go('1.20'), go('1.21'))).toBe(
      'refused: go is 1.20 on the target and 1.21 here',
    );
  });

  it('is written in the form that our side has', () => {
    const head = 'module example.com/app\n\ngo 1.19\n';
    const alone = `${head}\nrequire example.com/cat v1.0.0\n`;
    const blocks = `${head}\nrequire (\n${need('ant')}${need('bee')})\n`;
    expect(merged('go.mod', head, alone, blocks)).toBe(
      `${alone}require example.com/ant v1.0.0\nrequire example.com/bee v1.0.0\n`,
    );
    expect(merged('go.mod', head, blocks, alone)).toBe(
      `${head}\nrequire (\n${need('ant')}${need('bee')}${need('cat')})\n`,
    );
  });
});
