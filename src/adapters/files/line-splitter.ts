/** Longest line that is kept, in bytes; agents print whole file contents in one record. */
export const LONGEST_LINE = 8 * 1024 * 1024;

/** Splits bytes into lines in constant memory. */
export interface LineSplitter {
  /** Lines that became complete, without their ends; null stands for one that was too long to keep. */
  push(chunk: Buffer): readonly (string | null)[];
}

/** A splitter that drops the content of lines longer than `longest` bytes. */
export const lineSplitter = (longest: number = LONGEST_LINE): LineSplitter => {
  let parts: Buffer[] = [];
  let held = 0;
  let tooLong = false;

  const keep = (part: Buffer): void => {
    if (tooLong || held + part.length > longest) {
      tooLong = true;
      parts = [];
      held = 0;
      return;
    }
    parts.push(Buffer.from(part));
    held += part.length;
  };

  const finish = (): string | null => {
    const line = tooLong ? null : Buffer.concat(parts).toString('utf8').replace(/\r$/, '');
    parts = [];
    held = 0;
    tooLong = false;
    return line;
  };

  return {
    push: (chunk) => {
      const lines: (string | null)[] = [];
      let from = 0;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        keep(chunk.subarray(from, at));
        lines.push(finish());
        from = at + 1;
      }
      if (from < chunk.length) keep(chunk.subarray(from));
      return lines;
    },
  };
};
