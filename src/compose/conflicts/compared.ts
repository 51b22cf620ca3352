import type { NotCompared, Tip } from '../../domain/conflicts/matrix.ts';

/** Something that is compared. */
export interface Compared extends Tip {
  /** It holds what nobody has committed. */
  readonly uncommitted: boolean;
}

/** What there is to compare, and what cannot be. */
export interface Gathered {
  readonly tips: readonly Compared[];
  readonly unread: readonly NotCompared[];
}
