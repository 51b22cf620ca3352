import { anthropicWire } from './anthropic-wire.ts';
import { chatWire } from './chat-wire.ts';
import { geminiWire } from './gemini-wire.ts';
import { responsesWire } from './responses-wire.ts';
import type { Wire } from './wire.ts';

/** What a request is for. `other` is whatever the server does not know. */
export type Route =
  | { readonly kind: 'answer' | 'count'; readonly wire: Wire }
  | { readonly kind: 'models' | 'alive' | 'other'; readonly wire: null };

const ROUTES: readonly (readonly [method: string, path: RegExp, route: Route])[] = [
  ['POST', /\/messages$/, { kind: 'answer', wire: anthropicWire }],
  ['POST', /\/messages\/count_tokens$/, { kind: 'count', wire: anthropicWire }],
  ['POST', /\/responses$/, { kind: 'answer', wire: responsesWire }],
  ['POST', /\/chat\/completions$/, { kind: 'answer', wire: chatWire }],
  ['POST', /:(generateContent|streamGenerateContent)$/, { kind: 'answer', wire: geminiWire }],
  ['POST', /:countTokens$/, { kind: 'count', wire: geminiWire }],
  ['GET', /\/models$/, { kind: 'models', wire: null }],
  ['HEAD', /^/, { kind: 'alive', wire: null }],
];

/** What a request is for, by its method and its path (without the query). */
export function routeOf(method: string, path: string): Route {
  const found = ROUTES.find(([known, pattern]) => known === method && pattern.test(path));
  return found?.[2] ?? { kind: 'other', wire: null };
}
