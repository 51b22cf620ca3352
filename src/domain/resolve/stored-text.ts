/**
 * The text of a file in a work copy as git is to keep it: a work copy may have other line ends than the repository, and
 * only git knows. `before`: what git kept so far; null: nothing.
 */
export const storedText = (text: string, before: string | null): string =>
  before === null || before.includes('\r\n') ? text : text.replaceAll('\r\n', '\n');

/** Whether git keeps something else in its place: the content lies with Git LFS. */
export const isPointer = (stored: string): boolean =>
  stored.startsWith('version https://git-lfs.github.com/spec/');

/** Whether bytes were text in UTF-8 before they were read as such. */
export const isText = (text: string): boolean => !/[\0\u{fffd}]/u.test(text);
