/** How comments look in a text; texts of one family can be held against each other. */
export type CommentStyle = 'slashes' | 'hash' | 'dashes' | 'semicolon';

/** A text to be looked through for blocks that stand elsewhere, too. */
export interface CopyText {
  readonly style: CommentStyle;
  readonly text: string;
}

/** Whole lines of one of the texts, from 1. */
export interface Stretch {
  /** Which text, by its place among those that were given. */
  readonly text: number;
  readonly line: number;
  readonly endLine: number;
}

/** What stands word for word in two places, comments and blanks left out. */
export interface SharedBlock {
  readonly a: Stretch;
  readonly b: Stretch;
  readonly tokens: number;
}

/** A block is this long at least: about five lines. */
export const LEAST_TOKENS = 50;
