import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TempRepo } from './git-repo.ts';

/** A target and deliveries on top of it, and which pairs of files are to be told. */
export interface CopyCase {
  readonly name: string;
  /** `a:src/x.ts b:src/y.ts`, in this order. */
  readonly expected: readonly string[];
  /** Of `target`, `a` and `b`: path → text; null: it is gone. */
  readonly files: ReadonlyMap<string, ReadonlyMap<string, string | null>>;
}

const ROOT = join(import.meta.dirname, '../fixtures/copies');

/** Every case of a part, as it lies in the fixtures. */
export const readCopyCases = (part: 'first' | 'second'): readonly CopyCase[] =>
  readdirSync(join(ROOT, part))
    .toSorted()
    .map((name) => caseIn(name.replace('.txt', ''), readFileSync(join(ROOT, part, name), 'utf8')));

const HEAD = /^-- (\w+)\/(\S+)( \(gone\))? --$/mu;

const caseIn = (name: string, text: string): CopyCase => {
  const parts = text.split(new RegExp(HEAD, 'gmu'));
  const [head = ''] = parts;
  const files = new Map<string, Map<string, string | null>>();
  for (let at = 1; at < parts.length; at += 4) {
    const [of = '', path = '', gone, body = ''] = parts.slice(at, at + 4);
    const own = files.get(of) ?? new Map<string, string | null>();
    files.set(of, own.set(path, gone === undefined ? body.replace(/^\n/u, '') : null));
  }
  const expected = [...head.matchAll(/^copy (.+)$/gmu)].map(([, pair = '']) => pair);
  return { name, expected, files };
};

/** Commits of a case, by `target`, `a` and `b`. */
export type CaseCommits = Readonly<Record<'target' | 'a' | 'b', string>>;

/** Writes all cases into one repository, each as a history of its own. */
export const writeCopyCases = async (
  repo: TempRepo,
  cases: readonly CopyCase[],
): Promise<ReadonlyMap<string, CaseCommits>> => {
  const input = cases
    .flatMap(({ name, files }) =>
      ['target', 'a', 'b'].map((of) => commitText(`${name}-${of}`, name, of, files.get(of))),
    )
    .join('');
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repo.path, input });
  const found = new Map<string, CaseCommits>();
  const refs = await repo.git('for-each-ref', '--format=%(refname:short) %(objectname)');
  const commits = new Map(refs.split('\n').map((line) => line.split(' ') as [string, string]));
  for (const { name } of cases) {
    const of = (side: string): string => commits.get(`case/${name}-${side}`) ?? '';
    found.set(name, { target: of('target'), a: of('a'), b: of('b') });
  }
  return found;
};

const commitText = (
  branch: string,
  name: string,
  of: string,
  files: ReadonlyMap<string, string | null> = new Map(),
): string =>
  [
    `commit refs/heads/case/${branch}`,
    'committer A <a@example.com> 1767225600 +0000',
    data(branch),
    ...(of === 'target' ? [] : [`from refs/heads/case/${name}-target`]),
    ...[...files].map(([path, text]) =>
      text === null ? `D ${path}` : `M 100644 inline ${path}\n${data(text)}`,
    ),
    '\n',
  ].join('\n');

const data = (text: string): string => `data ${String(Buffer.byteLength(text))}\n${text}`;
