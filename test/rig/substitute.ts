import type { Json, Step } from './script.ts';

/**
 * A step with every `{{match:REGEX}}` in its strings replaced from `text`. A pattern that matches
 * nothing is a mistake in the script: it throws, and the server answers with that message.
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
  return template.replaceAll(/\{\{match:(.*?)\}\}/g, (_, pattern: string) => {
    const last = [...text.matchAll(new RegExp(pattern, 'g'))].at(-1);
    if (last === undefined) throw new Error(`nothing in the conversation matches ${pattern}`);
    return last[1] ?? last[0];
  });
}
