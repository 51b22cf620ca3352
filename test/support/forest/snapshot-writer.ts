/** A file of a modelled commit. */
export interface ModelFile {
  readonly mode: '100644' | '100755' | '120000' | '160000';
  readonly content: string;
}

/** A modelled tree. */
export type ModelTree = ReadonlyMap<string, ModelFile>;

/** One commit as `git fast-import` reads it. */
export interface CommitSpec {
  readonly ref: string;
  readonly mark: number;
  readonly from: number | null;
  /** Paths that go are null. */
  readonly changes: ReadonlyMap<string, ModelFile | null>;
}

/** The text of one commit for `git fast-import`: what goes comes before what is written. */
export const commitStream = ({ ref, mark, from, changes }: CommitSpec): string => {
  const gone = [...changes].filter(([, file]) => file === null);
  const lines = [
    `commit ${ref}\nmark :${String(mark)}\n`,
    `committer Forest <forest@localhost> ${String(1_700_000_000 + mark)} +0000\n`,
    data(`commit ${String(mark)}`),
    from === null ? '' : `from :${String(from)}\n`,
    ...gone.map(([path]) => `D ${path}\n`),
  ];
  for (const [path, file] of changes) {
    if (file === null) continue;
    lines.push(
      file.mode === '160000'
        ? `M 160000 ${file.content} ${path}\n`
        : `M ${file.mode} inline ${path}\n${data(file.content)}`,
    );
  }
  return `${lines.join('')}\n`;
};

const data = (text: string): string => `data ${String(Buffer.byteLength(text))}\n${text}\n`;
