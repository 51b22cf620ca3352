/** One argument of a command line holds 128 KiB; the rest is for its other words. */
const ARGUMENT_MAX = 120 * 1024;

/** Whether a text can be the CLI's prompt as it is: it takes one as an argument only. */
export function fitsArgument(text: string): boolean {
  const plain = text.trim();
  // `/goal …` is a command of the CLI, with exit codes of its own; an empty prompt is refused.
  return plain !== '' && !plain.startsWith('/goal') && Buffer.byteLength(text) <= ARGUMENT_MAX;
}

/** A prompt for a text that lies in a file. */
export const promptOfFile = (file: string): string =>
  `Your whole task is written in the file ${file}. Read all of it first, then carry it out.`;
