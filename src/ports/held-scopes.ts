import type { HeldElsewhere } from '../domain/governor/holds.ts';
import type { RunId } from '../domain/ids.ts';

/** What tasks of other runs of this repository hold until they have landed or are dropped. */
export interface HeldScopes {
  elsewhere(run: RunId): Promise<readonly HeldElsewhere[]>;
}
