/** A heading with a list below it. */
export const section = (title: string, lines: readonly string[]): string =>
  `## ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
