/** One term of the limit: how many more attempts it lets start, and what would change that. */
export interface Term {
  readonly name: 'slots' | 'ramp' | 'review' | 'budget' | 'deadline';
  /** Attempts that may start now by this term alone; Infinity: it does not bind. */
  readonly may: number;
  /** The figures, in words. */
  readonly text: string;
  /** What would change it. */
  readonly change: string;
}
