/** What a way out is about. */
export type Group =
  | 'file'
  | 'git'
  | 'process'
  | 'network'
  | 'environment'
  | 'kernel'
  | 'host-side git'
  | 'delivery';

/** How the host tells that somebody got out. Paths and texts may name variables of the scene as `$MAIN`. */
export type Out =
  /** The command's output holds this text. */
  | { readonly by: 'output'; readonly text: string }
  /** There is such a file, which was not there before. */
  | { readonly by: 'file'; readonly path: string }
  /** The file or folder is not as it was. */
  | { readonly by: 'changed'; readonly path: string }
  /** The repository has such a ref, or it moved. */
  | { readonly by: 'ref'; readonly repository: string; readonly ref: string }
  /** One of the host's sockets was told `$ID`. */
  | { readonly by: 'told' }
  /** The host's own process was ended. */
  | { readonly by: 'victim' }
  /** A process with this in its command line is there after the agent's end. */
  | { readonly by: 'alive'; readonly marker: string };

/** One way out. */
export interface Row {
  readonly id: string;
  readonly group: Group;
  /** What it does, in a few words. */
  readonly what: string;
  /** For `sh`, in the work copy, as the agent. `$ID` is the row's own name. */
  readonly run: string;
  readonly out: Out;
  /** Has a start of its own: it may end whoever else is there. */
  readonly alone?: boolean;
  /** Only tried behind a boundary: without one it would hurt the machine. */
  readonly boundaryOnly?: boolean;
}

export const file = (path: string): Out => ({ by: 'file', path });
export const changed = (path: string): Out => ({ by: 'changed', path });
export const output = (text: string): Out => ({ by: 'output', text });
/** The scene's secret shows. */
export const secret: Out = output('$SECRET');
export const ref = (name: string, repository = '$MAIN'): Out => ({
  by: 'ref',
  repository,
  ref: name,
});

/** Rows of one group: [id, what, run, how it shows, more]. */
export const rows = (
  group: Group,
  all: readonly (readonly [
    id: string,
    what: string,
    run: string,
    out: Out,
    more?: Pick<Row, 'alone' | 'boundaryOnly'>,
  ])[],
): readonly Row[] =>
  all.map(([id, what, run, out, more]) => ({ id, group, what, run, out, ...more }));

/** A program for Node, for `sh`: quoted, with the row's variables in `process.env`. */
export const node = (program: string): string =>
  `node -e '${program.replaceAll("'", `'\\''`).replaceAll('\n', ' ')}'`;
