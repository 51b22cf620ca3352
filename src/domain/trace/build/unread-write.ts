/** Of a write that is known to have happened, and of which nothing else is. */
export const UNREAD_WRITE = {
  op: 'unknown',
  preHash: null,
  postHash: null,
  content: null,
  added: null,
  removed: null,
  defines: [],
  imports: [],
  literals: [],
  names: [],
  settings: [],
} as const;
