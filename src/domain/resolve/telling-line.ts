/** Lines with which tools end, and which say nothing of what went wrong. */
const CLOSING: readonly RegExp[] = [
  /^\s*$/u,
  /^info Visit /u,
  /^npm error (?:A complete log|\s*\/)/u,
  /^➤ YN0000:/u,
  /^(?:help|note): /u,
  /^For more information, see /u,
  /^\tgo (?:get|mod download) /u,
];

/** The last line of what a failed program printed that says why; empty: there is none. */
export const tellingLine = (printed: string): string =>
  printed
    .split('\n')
    .findLast((line) => !CLOSING.some((pattern) => pattern.test(line)))
    ?.trim() ?? '';
