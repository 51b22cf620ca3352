/**
 * The command itself, where it is wrapped as `/bin/bash -lc '…'`: as the model wrote it, and as a
 * check of the config would be written. Anything else comes back as it is.
 */
export function unwrapped(command: string): string {
  const words = shellWords(command);
  const [shell = '', flags = '', script] = words ?? [];
  const isWrapped =
    words?.length === 3 && /(?:^|\/)(?:ba|z|da|k)?sh$/.test(shell) && /^-l?c$/.test(flags);
  return isWrapped && script !== undefined ? script : command;
}

/** The words of a line that has nothing but words and quotes; null when a quote is left open. */
function shellWords(line: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? '';
    if (quote !== '' && char === quote) quote = '';
    else if (char === '\\' && quote !== "'") word = (word ?? '') + (line[(at += 1)] ?? '');
    else if (quote === '' && (char === "'" || char === '"')) {
      quote = char;
      word ??= '';
    } else if (quote === '' && /\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + char;
  }
  if (quote !== '') return null;
  return word === null ? words : [...words, word];
}
