/** A line of a plan that would be right, as a hint shows it: `needs: [core, seq]`. */
export const writtenLine = (key: string, items: readonly string[]): string =>
  `${key}: [${items.map(flowItem).join(', ')}]`;

/** What YAML would read as something else stands in quotes. */
const flowItem = (item: string): string =>
  /^[A-Za-z0-9_./][\w./*?-]*$/u.test(item) && !YAML_WORDS.test(item) ? item : JSON.stringify(item);

const YAML_WORDS = /^(?:true|false|null|yes|no|on|off|[\d.]+)$/iu;
