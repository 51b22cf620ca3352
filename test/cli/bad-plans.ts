/** A bad plan, and what people must be told of it. `hint`: what to do must be said in words like these. */
export interface BadPlan {
  readonly what: string;
  readonly plan: string;
  readonly code: string;
  readonly at: string;
  readonly message: string;
  readonly hint?: string;
}

/** Each has exactly one mistake. */
export const BAD_PLANS: readonly BadPlan[] = [
  {
    what: 'a YAML error',
    plan: 'tasks:\n  a: { prompt: x\n  b: { prompt: y }\n',
    code: 'yaml-syntax',
    at: '3:3',
    message: 'flow',
  },
  {
    what: 'an unknown key',
    plan: 'tasks:\n  a: { prompt: x, wrties: [a] }\n',
    code: 'unknown-key',
    at: '2:19',
    message: 'wrties',
    hint: 'did you mean "writes"?',
  },
  {
    what: 'a cycle',
    plan: 'tasks:\n  a: { prompt: x, writes: [a], needs: [b] }\n  b: { prompt: x, writes: [b], needs: [a] }\n',
    code: 'need-cycle',
    at: '2:40',
    message: 'a → b → a',
    hint: 'needs',
  },
  {
    what: 'a missing need',
    plan: 'tasks:\n  core: { prompt: x, writes: [a] }\n  b: { prompt: x, writes: [b], needs: [cor] }\n',
    code: 'missing-need',
    at: '3:40',
    message: 'there is no task "cor"',
    hint: 'did you mean "core"?',
  },
  {
    what: 'an empty prompt',
    plan: 'tasks:\n  a: { prompt: "  ", writes: [a] }\n',
    code: 'empty-prompt',
    at: '2:16',
    message: 'empty',
  },
  {
    what: 'a scope outside of the repository',
    plan: 'tasks:\n  a: { prompt: x, writes: [../other/**] }\n',
    code: 'bad-scope',
    at: '2:28',
    message: 'bad pattern "../other/**"',
    hint: '..',
  },
  {
    what: 'an absolute path',
    plan: 'tasks:\n  a: { prompt: x, writes: [/etc/**] }\n',
    code: 'bad-scope',
    at: '2:28',
    message: 'bad pattern "/etc/**"',
    hint: 'root',
  },
  {
    what: 'the same task twice',
    plan: 'tasks:\n  a: { prompt: x, writes: [a] }\n  a: { prompt: y, writes: [b] }\n',
    code: 'duplicate-key',
    at: '3:3',
    message: 'a',
  },
  {
    what: 'a task that needs itself',
    plan: 'tasks:\n  a: { prompt: x, writes: [a], needs: [a] }\n',
    code: 'self-need',
    at: '2:40',
    message: 'itself',
  },
  {
    what: 'a limit of zero',
    plan: 'limits: { live: 0 }\ntasks:\n  a: { prompt: x, writes: [a] }\n',
    code: 'bad-limit',
    at: '1:17',
    message: 'at least 1, not 0',
  },
  {
    what: 'an unknown agent',
    plan: 'tasks:\n  a: { prompt: x, writes: [a], agent: robbot }\n',
    code: 'unknown-agent',
    at: '2:39',
    message: 'there is no agent "robbot"',
    hint: 'did you mean "robot"?',
  },
];
