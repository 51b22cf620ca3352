import { describe, expect, it } from 'vitest';
import { failuresOf } from './plan-loading.ts';

const TASK = 'prompt: x, writes: [src]';

describe('a plan with a mistake in its tasks', () => {
  it.each<[string, string, string]>([
    [
      'a need that is missing',
      `tasks:\n  core: { ${TASK} }\n  seq:\n    prompt: y\n    writes: [b]\n    needs: [cor]\n`,
      'missing-need  plan.yaml:6:13  tasks.seq.needs: there is no task "cor"\n    needs: [cor]\n            ^^^ did you mean "core"?',
    ],
    [
      'a need that is nothing like a task',
      `tasks:\n  core: { ${TASK} }\n  seq: { prompt: y, needs: [zebra] }\n`,
      'missing-need  plan.yaml:3:29  tasks.seq.needs: there is no task "zebra"\n  seq: { prompt: y, needs: [zebra] }\n                            ^^^^^ the plan has core',
    ],
    [
      'a need named twice',
      'tasks:\n  a: { prompt: x }\n  b: { prompt: x, needs: [a, a] }\n',
      'need-twice  plan.yaml:3:30  tasks.b.needs: a is named twice\n  b: { prompt: x, needs: [a, a] }\n                             ^',
    ],
    [
      'a task that needs itself',
      'tasks:\n  a: { prompt: x, needs: [a] }\n',
      'self-need  plan.yaml:2:27  tasks.a.needs: a cannot need itself\n  a: { prompt: x, needs: [a] }\n                          ^',
    ],
    [
      'a cycle',
      'tasks:\n  a: { prompt: x, needs: [c] }\n  b: { prompt: x, needs: [a] }\n  c: { prompt: x, needs: [b] }\n',
      'need-cycle  plan.yaml:2:27  tasks.a.needs: these tasks wait for each other: a → c → b → a\n  a: { prompt: x, needs: [c] }\n                          ^ each needs the next; remove one of these needs',
    ],
    [
      'a task that is there twice',
      `tasks:\n  a: { prompt: x }\n  a: { prompt: y }\n`,
      'duplicate-key  plan.yaml:3:3  tasks.a: "a" is there twice\n  a: { prompt: y }\n  ^ keep one, or rename it',
    ],
    [
      'a name that no task can have',
      'tasks:\n  Core API: { prompt: x }\n',
      'bad-task-id  plan.yaml:2:3  tasks."Core API": "Core API" cannot name a task\n  Core API: { prompt: x }\n  ^^^^^^^^ use a-z, 0-9, `-` and `_`, at most 40, a letter or digit first',
    ],
    [
      'a name that climbs',
      'tasks:\n  ../x: { prompt: x }\n',
      'bad-task-id  plan.yaml:2:3  tasks."../x": "../x" cannot name a task\n  ../x: { prompt: x }\n  ^^^^ use a-z, 0-9, `-` and `_`, at most 40, a letter or digit first',
    ],
    [
      'an empty prompt',
      'tasks:\n  a: { prompt: "  " }\n',
      'empty-prompt  plan.yaml:2:16  tasks.a.prompt: the prompt is empty\n  a: { prompt: "  " }\n               ^^^^',
    ],
    [
      'a prompt without a value',
      'tasks:\n  a:\n    prompt:\n',
      'wrong-type  plan.yaml:3:5  tasks.a.prompt: write text, not nothing\n    prompt:\n    ^^^^^^',
    ],
    [
      'no prompt',
      'tasks:\n  a: { writes: [x] }\n',
      'no-prompt  plan.yaml:2:3  tasks.a: the task has no prompt\n  a: { writes: [x] }\n  ^ write `prompt: …`, or `prompt_file: <path>`',
    ],
    [
      'both prompts',
      'tasks:\n  a: { prompt: x, prompt_file: y.md }\n',
      'two-prompts  plan.yaml:2:19  tasks.a.prompt_file: `prompt` and `prompt_file` are both there\n  a: { prompt: x, prompt_file: y.md }\n                  ^^^^^^^^^^^ keep one of them',
    ],
    [
      'a prompt file that is missing',
      'tasks:\n  a: { prompt_file: y.md }\n',
      'bad-prompt-file  plan.yaml:2:21  tasks.a.prompt_file: there is no file "y.md"\n  a: { prompt_file: y.md }\n                    ^^^^',
    ],
    [
      'a prompt file outside the repository',
      'tasks:\n  a: { prompt_file: ../../etc/passwd }\n',
      'bad-prompt-file  plan.yaml:2:21  tasks.a.prompt_file: "../../etc/passwd" lies outside the repository\n  a: { prompt_file: ../../etc/passwd }\n                    ^^^^^^^^^^^^^^^^',
    ],
    [
      'an absolute prompt file',
      'tasks:\n  a: { prompt_file: /etc/hostname }\n',
      'bad-prompt-file  plan.yaml:2:21  tasks.a.prompt_file: "/etc/hostname" lies outside the repository\n  a: { prompt_file: /etc/hostname }\n                    ^^^^^^^^^^^^^',
    ],
    [
      'a scope that climbs',
      'tasks:\n  a: { prompt: x, writes: ["src/../y"] }\n',
      'bad-scope  plan.yaml:2:33  tasks.a.writes: bad pattern "src/../y", character 5\n  a: { prompt: x, writes: ["src/../y"] }\n                                ^ a pattern cannot climb with `..`: write the folder itself, as seen from the repository root',
    ],
    [
      'an absolute scope',
      'tasks:\n  a: { prompt: x, writes: [/etc] }\n',
      'bad-scope  plan.yaml:2:28  tasks.a.writes: bad pattern "/etc"\n  a: { prompt: x, writes: [/etc] }\n                           ^ patterns start at the repository root: write the path from there, such as `src/core/**`, without `/`, a drive or `~` before it (`\\~` is a name that starts with `~`)',
    ],
    [
      'a scope that is no pattern',
      `tasks:\n  a: { prompt: x, writes: ['src/[a'] }\n`,
      'bad-scope  plan.yaml:2:33  tasks.a.writes: bad pattern "src/[a", character 5\n  a: { prompt: x, writes: [\'src/[a\'] }\n                                ^ `[` is not closed: add the `]`, or write `\\[` for the character itself',
    ],
    [
      'an empty scope',
      'tasks:\n  a: { prompt: x, writes: [] }\n',
      'empty-scope  plan.yaml:2:27  tasks.a.writes: a task that writes nothing has nothing to deliver (not built yet: `verifies`)\n  a: { prompt: x, writes: [] }\n                          ^^ name what it may write, or leave `writes` out to let it run alone',
    ],
  ])('%s', async (_, plan, expected) => {
    expect(await failuresOf(plan)).toEqual([expected]);
  });
});
