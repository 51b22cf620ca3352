const IMPORT =
  /^\s*(?:import\b.*|export\b.*\bfrom\b.*|from\s+\S+\s+import\b.*|(?:pub\s+)?(?:use|mod)\s+\S.*;|#include\b.*|require(?:_relative)?[ (].*|(?:const|let|var)\s.*=\s*require\(.*)\s*$/u;

/** A whole import, export or include on one line; the first line of a longer one is none. */
export const isWholeImport = (line: string): boolean =>
  IMPORT.test(line) && !/[,\\]\s*$/u.test(line) && isClosed(line);

/** What is opened on the line is closed on it. */
const isClosed = (line: string): boolean => {
  let open = 0;
  for (const sign of line) {
    if ('([{'.includes(sign)) open += 1;
    else if (')]}'.includes(sign)) open -= 1;
  }
  return open === 0;
};
