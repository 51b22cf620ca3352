import type { Landing } from '../delivery/delivery.ts';
import type { DeliveryId } from '../ids.ts';

/** A delivery merged onto what lies before it in its group: the commit that would land for it. */
export interface MergedMember {
  readonly delivery: DeliveryId;
  readonly commit: string;
  readonly tree: string;
}

/** A group of deliveries merged onto the target, one commit each; what the last one holds was tested. */
export interface TestedGroup {
  /** Where the target was. */
  readonly base: string;
  readonly commits: readonly MergedMember[];
}

/** A member that could not be merged, so that the group was tested without it. */
export interface LeftOutMember {
  readonly delivery: DeliveryId;
  /** The members that were merged before it, at least one of which it conflicts with; none: it conflicts with the target. */
  readonly onto: readonly DeliveryId[];
  /** The conflict, as its author must read it. */
  readonly text: string;
}

/** A member that must not land before a person has seen what was found. */
export interface HeldMember {
  readonly delivery: DeliveryId;
  readonly reason: string;
  /** A sentence each. */
  readonly found: readonly string[];
}

/** A delivery that has landed, and its own move of the target. */
export interface LandedMember {
  readonly delivery: DeliveryId;
  readonly landing: Landing;
}
