import { readFileSync, writeFileSync } from 'node:fs';
import type { Row } from './row.ts';
import type { Watched } from './without-boundary.ts';

/** What a run has found, by column: who fanin was, or the worktree level. */
export interface Found {
  /** Ids of those that got out, by `WHO`'s name. */
  readonly sandbox: ReadonlyMap<string, readonly string[]>;
  readonly worktree: readonly Watched[];
}

const START = '<!-- ways out: npm run test:escape -->';
const END = '<!-- end of ways out -->';
const COLUMNS = ['as root', 'as an ordinary user'];

/** Writes the table between its marks in the page. */
export function writeTable(page: string, rows: readonly Row[], found: Found): void {
  const text = readFileSync(page, 'utf8');
  const [head = '', rest = ''] = text.split(START);
  const [, tail = ''] = rest.split(END);
  writeFileSync(page, `${head}${START}\n\n${tableOf(rows, found)}\n\n${END}${tail}`);
}

function tableOf(rows: readonly Row[], { sandbox, worktree }: Found): string {
  const watched = new Map(worktree.map((each) => [each.id, each]));
  const lines = rows.map((row) => {
    const level = watched.get(row.id);
    const columns = COLUMNS.map((name) => inOrOut(sandbox.get(name)?.includes(row.id)));
    return `| ${[row.group, row.id, row.what, ...columns, inOrOut(level?.out), level?.guard ?? '–', level?.fingerprints ?? '–'].join(' | ')} |`;
  });
  const gone = worktree.filter(({ out }) => out);
  const outs = (name: string): number => sandbox.get(name)?.length ?? 0;
  return [
    `${rows.length} ways. Sandbox, fanin as root: ${outs('as root')} got out; as an ordinary user: ` +
      `${outs('as an ordinary user')}. Worktree level: ${gone.length} of ${worktree.length} got out; before ` +
      `${gone.filter(({ guard }) => guard !== '–').length} of these the guard refuses the command, and ` +
      `${gone.filter(({ fingerprints }) => fingerprints !== '–').length} the fingerprints show afterwards.`,
    '',
    '| about | way | what it does | sandbox, root | sandbox, user | worktree | guard | fingerprints |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

/** Not tried is neither. */
const inOrOut = (out: boolean | undefined): string =>
  out === undefined ? '·' : out ? '**out**' : 'in';
