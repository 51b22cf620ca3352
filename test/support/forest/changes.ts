import type { ModelFile, ModelTree } from './snapshot-writer.ts';

/** Numbers from 0 up to 1, the same for the same seed. */
export type Draw = () => number;

/** Mulberry32. */
export const drawFrom = (seed: number): Draw => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** A tree that is being changed: what is asked for lies in `tree`, what changed in `changes`. */
export class Draft {
  readonly tree: Map<string, ModelFile>;
  readonly changes = new Map<string, ModelFile | null>();

  constructor(from: ModelTree) {
    this.tree = new Map(from);
  }

  put(path: string, file: ModelFile): void {
    this.tree.set(path, file);
    this.changes.set(path, file);
  }

  drop(path: string): void {
    this.tree.delete(path);
    this.changes.set(path, null);
  }
}

/** What one change is made from. */
export interface ChangeAt {
  readonly draft: Draft;
  readonly draw: Draw;
  /** A file that is there, the popular ones far more often than others. */
  readonly path: string;
  /** Says who changes, and is like no other. */
  readonly who: string;
}

/** Changes one file or folder in one of many ways; each way meets all others in some pair of branches. */
export const change = (at: ChangeAt): void => {
  let share = at.draw();
  for (const [weight, way] of WAYS) {
    if (share < weight) return way(at);
    share -= weight;
  }
  editLine(at);
};

const fileAt = ({ draft, path }: ChangeAt): ModelFile =>
  draft.tree.get(path) ?? { mode: '100644', content: '' };

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const editLine = (at: ChangeAt): void => {
  const file = fileAt(at);
  if (file.mode === '160000') return;
  const lines = file.content.split('\n');
  lines[Math.floor(at.draw() * lines.length)] = `changed by ${at.who}`;
  at.draft.put(at.path, { ...file, content: lines.join('\n') });
};

const rename = (at: ChangeAt): void => {
  const file = fileAt(at);
  at.draft.drop(at.path);
  // Few names, so that two branches give one to different files.
  const folder = at.draw() < 0.5 ? folderOf(at.path) : 'moved';
  const name = at.draw() < 0.3 ? 'new-name.ts' : `new-${String(Math.floor(at.draw() * 50))}.ts`;
  at.draft.put(`${folder}/${name}`, file);
};

const renameFolder = (at: ChangeAt): void => {
  const folder = folderOf(at.path);
  const inside = [...at.draft.tree].filter(([path]) => path.startsWith(`${folder}/`));
  if (folder === '' || inside.length > 60) return editLine(at);
  const to = at.draw() < 0.5 ? `${folder}-renamed` : `elsewhere/${folder.replaceAll('/', '-')}`;
  for (const [path] of inside) at.draft.drop(path);
  // Now and then one half goes somewhere else.
  const splits = at.draw() < 0.3;
  for (const [index, [path, file]] of inside.entries()) {
    const into = splits && index % 2 === 1 ? `${to}-2` : to;
    at.draft.put(`${into}${path.slice(folder.length)}`, file);
  }
};

const add = (at: ChangeAt): void => {
  const name = `added-${String(Math.floor(at.draw() * 12))}.ts`;
  const content = `// by ${at.draw() < 0.5 ? at.who : 'all'}\nexport const a = 1;\n`;
  at.draft.put(`${folderOf(at.path)}/${name}`, { mode: '100644', content });
};

const fileForFolder = (at: ChangeAt): void => {
  const folder = folderOf(at.path);
  const inside = [...at.draft.tree.keys()].filter((path) => path.startsWith(`${folder}/`));
  if (folder === '' || inside.length > 60) return add(at);
  for (const path of inside) at.draft.drop(path);
  at.draft.put(folder, { mode: '100644', content: `no folder any more, says ${at.who}\n` });
};

const folderForFile = (at: ChangeAt): void => {
  const file = fileAt(at);
  at.draft.drop(at.path);
  at.draft.put(`${at.path}/index.ts`, file);
};

const both = (at: ChangeAt): void => {
  const folder = `fresh-${String(Math.floor(at.draw() * 6))}`;
  const path = at.draw() < 0.5 ? folder : `${folder}/inside-${at.who}.ts`;
  at.draft.put(path, { mode: '100644', content: `${at.who}\n` });
};

const mode = (at: ChangeAt): void => {
  const file = fileAt(at);
  if (file.mode !== '100644' && file.mode !== '100755') return;
  at.draft.put(at.path, { ...file, mode: file.mode === '100644' ? '100755' : '100644' });
};

const link = (at: ChangeAt): void =>
  at.draft.put(at.path, { mode: '120000', content: `to-${at.who}` });

const binary = (at: ChangeAt): void =>
  at.draft.put(at.path, { mode: '100644', content: `\0binary ${at.who}` });

const submodule = (at: ChangeAt): void => {
  const id = Math.floor(at.draw() * 4 + 1)
    .toString(16)
    .repeat(40);
  at.draft.put(`modules/m${String(Math.floor(at.draw() * 3))}`, { mode: '160000', content: id });
};

const changelog = (at: ChangeAt): void => {
  const file = at.draft.tree.get('CHANGELOG.md') ?? { mode: '100644', content: '# Changes\n' };
  const content = file.content.replace('# Changes\n', `# Changes\n- by ${at.who}\n`);
  at.draft.put('CHANGELOG.md', { ...file, content });
};

const WAYS: readonly (readonly [number, (at: ChangeAt) => void])[] = [
  [0.06, rename],
  [0.03, renameFolder],
  [0.08, add],
  [0.03, (at) => at.draft.drop(at.path)],
  [0.03, mode],
  [0.01, link],
  [0.01, binary],
  [0.01, submodule],
  [0.02, fileForFolder],
  [0.01, folderForFile],
  [0.02, both],
  [0.03, changelog],
];
