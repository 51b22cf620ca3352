import type { Json, Step } from './script.ts';

/**
 * A step with every `{{match:REGEX}}` and `{{match@N:REGEX}}` in its strings replaced from `text`. A
 * pattern that matches nothing is a mistake in the script: it throws, and the server says so.
 */
export function substituteStep(step: Step, text: string): Step {
  // Substitution keeps every key and every kind of value, so the shape stays a step's.
  return substitute(step as unknown as Json, text) as unknown as Step;
}

function substitute(value: Json, text: string): Json {
  if (typeof value === 'string') return fill(value, text);
  if (Array.isArray(value)) return value.map((item: Json) => substitute(item, text));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, Json]) => [key, substitute(item, text)]),
  );
}

function fill(template: string, text: string): string {
  return template.replaceAll(
    /\{\{match(?:@(\d+))?:(.*?)\}\}/g,
    (_, number: string | undefined, pattern: string) => {
      const matches = [...text.matchAll(new RegExp(pattern, 'g'))];
      const match = matches.at(number === undefined ? -1 : Number(number));
      if (match === undefined) throw new Error(`nothing in the conversation matches ${pattern}`);
      return match[1] ?? match[0];
    },
  );
}
