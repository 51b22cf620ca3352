/** Ways to reach a model that come before its name, as in `anthropic/…`, `openrouter/openai/…`. */
const ROUTES: ReadonlySet<string> = new Set([
  'anthropic',
  'azure',
  'bedrock',
  'gemini',
  'google',
  'kimi',
  'models',
  'moonshot',
  'moonshotai',
  'openai',
  'openrouter',
  'vertex',
  'vertex_ai',
]);

/**
 * What is taken off a name, in this order. Each is a known way of writing where, how or in which
 * snapshot a model runs; whatever else stands in a name makes it another model.
 */
const EXTRAS: readonly RegExp[] = [
  // Amazon Bedrock: region and vendor, `us.anthropic.`
  /^(?:(?:apac|au|eu|global|jp|us|us-gov)\.)?(?:anthropic|moonshotai|openai)\./u,
  // Claude Code's mark for the long context window
  /\[1m\]$/u,
  // Amazon Bedrock: revision, `-v1:0`
  /-v\d+(?::\d+)?$/u,
  // Google Cloud: version, `@20250929`
  /@(?:\d{8}|default|latest)$/u,
  // The day of a snapshot, `-20250929` or `-2025-09-29`
  /-(?:\d{8}|\d{4}-\d{2}-\d{2})$/u,
];

/** The names a model may be listed under, from the name as given to the barest. */
export function modelNames(model: string): readonly string[] {
  const names = [model];
  let name = model;
  for (const shorter of [withoutRoutes, ...EXTRAS.map(without)]) {
    name = shorter(name);
    if (name !== '' && !names.includes(name)) names.push(name);
  }
  return names;
}

function withoutRoutes(name: string): string {
  const parts = name.split('/');
  const from = parts.findIndex((part) => !ROUTES.has(part));
  return from === -1 ? name : parts.slice(from).join('/');
}

const without =
  (extra: RegExp) =>
  (name: string): string =>
    name.replace(extra, '');
