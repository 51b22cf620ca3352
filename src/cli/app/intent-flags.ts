import { parseDuration } from '../../domain/config/duration.ts';
import type { IntentWish } from '../../compose/trace/intent.ts';
import { text, valued } from './common-flags.ts';
import { orThrow } from './or-throw.ts';

/** Flags by which a person says what sessions were to do. */
export interface IntentFlags {
  readonly plan?: string;
  readonly budget?: number;
  readonly deliverable?: readonly string[];
  readonly scope?: readonly ScopeOf[];
}

type ScopeOf = IntentWish['scopes'][number];

/** To be spread into the flags of commands that look for patterns. */
export const INTENT_FLAGS = {
  plan: valued('A plan that says what was to be done: parts, scopes, deliverables, time', 'file'),
  budget: {
    kind: 'parsed',
    parse: orThrow(parseDuration),
    optional: true,
    brief: 'The time that a session was allowed',
    placeholder: '60m',
  },
  deliverable: {
    kind: 'parsed',
    parse: text,
    optional: true,
    variadic: true,
    brief: 'A path that it was to leave behind; can be repeated',
    placeholder: 'path',
  },
  scope: {
    kind: 'parsed',
    parse: scopeOf,
    optional: true,
    variadic: true,
    brief: 'What a sub-agent was to keep to: <its name>=<glob>; can be repeated',
    placeholder: 'name=glob',
  },
} as const;

/** What the flags ask for. */
export const intentWish = (
  cwd: string,
  { plan, budget, deliverable, scope }: IntentFlags,
): IntentWish => ({
  cwd,
  plan: plan ?? null,
  wallMs: budget ?? null,
  deliverables: deliverable ?? [],
  scopes: scope ?? [],
});

function scopeOf(input: string): ScopeOf {
  const at = input.lastIndexOf('=');
  const [agent, glob] = [input.slice(0, Math.max(0, at)), input.slice(at + 1)];
  if (agent === '' || glob === '') throw new Error('write <name>=<glob>');
  return { agent, glob };
}
