import type Database from 'better-sqlite3';

/**
 * Which engine may write: the one that raised the fence last. Unlike the engine lock, it also holds
 * against an engine that was halted while another one was given its lock.
 */
export interface Fence {
  /** The epoch that this connection writes under: the one it began, or that of its first look. */
  readonly mine: () => number;
  /** Raises the fence: from now on only this connection writes. Inside the caller's transaction. */
  readonly raise: () => void;
  /** True once another engine has raised it. */
  readonly superseded: () => boolean;
}

/** The fence of an open database. Its functions throw what SQLite refuses. */
export function fenceOf(db: Database.Database): Fence {
  const epoch = db.prepare<[], number>('select epoch from fence where id = 1').pluck();
  const up = db
    .prepare<[], number>(
      'insert into fence (id, epoch) values (1, 1) on conflict (id) do update set epoch = epoch + 1 returning epoch',
    )
    .pluck();
  const now = (): number => epoch.get() ?? 0;
  let known: number | null = null;
  const mine = (): number => (known ??= now());
  return {
    mine,
    raise: () => {
      known = up.get() ?? null;
    },
    superseded: () => mine() !== now(),
  };
}
