import { describe, expect, it } from 'vitest';
import { failuresOf } from './plan-loading.ts';

const TASK = 'prompt: x, writes: [src]';

describe('a plan with a wrong value', () => {
  it.each<[string, string, string]>([
    [
      'no slots',
      `limits: { live: 0 }\ntasks: { a: { ${TASK} } }\n`,
      'bad-limit  plan.yaml:1:17  limits.live: must be a whole number of at least 1, not 0\nlimits: { live: 0 }\n                ^',
    ],
    [
      'half a slot',
      `limits: { live: 1.5 }\ntasks: { a: { ${TASK} } }\n`,
      'wrong-type  plan.yaml:1:17  limits.live: write a whole number, not 1.5\nlimits: { live: 1.5 }\n                ^^^',
    ],
    [
      'a cap of none',
      'tasks: { a: { prompt: x, writes: [src], delegation: { capped: 0 } } }\n',
      `bad-value  plan.yaml:1:63  tasks.a.delegation.capped: the number is too small: write at least 1\ntasks: { a: { prompt: x, writes: [src], delegation: { capped: 0 } } }\n${' '.repeat(62)}^`,
    ],
    [
      'no time',
      `limits: { wall: 0m }\ntasks: { a: { ${TASK} } }\n`,
      'bad-limit  plan.yaml:1:17  limits.wall: must be longer than 0, not 0s\nlimits: { wall: 0m }\n                ^^',
    ],
    [
      'negative time',
      `limits: { wall: -5m }\ntasks: { a: { ${TASK} } }\n`,
      'bad-value  plan.yaml:1:17  limits.wall: "-5m" is negative\nlimits: { wall: -5m }\n                ^^^',
    ],
    [
      'a number without its unit',
      `limits: { wall: 60 }\ntasks: { a: { ${TASK} } }\n`,
      'wrong-type  plan.yaml:1:17  limits.wall: write a duration with its unit, such as 90s, 5m or 1h30m\nlimits: { wall: 60 }\n                ^^',
    ],
    [
      'a reserve that leaves nothing',
      `limits: { reserve: 91% }\ntasks: { a: { ${TASK} } }\n`,
      'bad-limit  plan.yaml:1:20  limits.reserve: must be from 0% to 90%, not 91%\nlimits: { reserve: 91% }\n                   ^^^',
    ],
    [
      'an unknown agent',
      'tasks:\n  a: { prompt: x, agent: claud }\n',
      'unknown-agent  plan.yaml:2:26  tasks.a.agent: there is no agent "claud"\n  a: { prompt: x, agent: claud }\n                         ^^^^^ did you mean "claude"? known: claude, codex, kimi, opencode, gemini',
    ],
    [
      'an unknown check',
      'tasks:\n  a: { prompt: x, checks: [unit, lnit] }\n',
      'unknown-check  plan.yaml:2:34  tasks.a.checks: there is no check "lnit"\n  a: { prompt: x, checks: [unit, lnit] }\n                                 ^^^^ did you mean "unit"?',
    ],
    [
      'a deliverable outside its scope',
      'tasks:\n  a: { prompt: x, writes: [src/**], deliverables: [doc/a.md] }\n',
      'deliverable-outside-scope  plan.yaml:2:52  tasks.a.deliverables: "doc/a.md" lies outside what a may write, so nobody owns it\n  a: { prompt: x, writes: [src/**], deliverables: [doc/a.md] }\n                                                   ^^^^^^^^ write `writes: [src/**, doc/a.md]` in a, or give it to another task',
    ],
    [
      'a deliverable of two tasks',
      'tasks:\n  a: { prompt: x, deliverables: [m.c] }\n  b: { prompt: x, deliverables: [m.c] }\n',
      'deliverable-owned-twice  plan.yaml:3:34  tasks.b.deliverables: "m.c" is a deliverable of a already\n  b: { prompt: x, deliverables: [m.c] }\n                                 ^^^ one task owns a deliverable: take it out of the `deliverables` of b or of a',
    ],
    [
      'a deliverable that another task may write',
      'tasks:\n  a: { prompt: x, writes: [src/**], deliverables: [src/m.c] }\n  b: { prompt: x, writes: [doc, src/*.c] }\n',
      `deliverable-shared  plan.yaml:3:33  tasks.b.writes: "src/*.c" covers "src/m.c", which a is to leave behind, and neither waits for the other\n  b: { prompt: x, writes: [doc, src/*.c] }\n${' '.repeat(32)}^^^^^^^ write \`needs: [b]\` in a, so that its owner has the last word; or narrow the \`writes\` of b`,
    ],
    [
      'an assembler that is no task',
      'assemble: glu\ntasks:\n  glue: { prompt: x }\n  a: { prompt: y }\n',
      'no-assembler  plan.yaml:1:11  assemble: there is no task "glu" to put the whole together\nassemble: glu\n          ^^^ did you mean "glue"?',
    ],
    [
      'an assembler that does not wait',
      'assemble: glue\ntasks:\n  a: { prompt: y, deliverables: [a.c] }\n  glue: { prompt: x, needs: [] }\n',
      `assembler-misses  plan.yaml:4:29  tasks.glue.needs: glue is to put the whole together and does not wait for a\n  glue: { prompt: x, needs: [] }\n${' '.repeat(28)}^^ write \`needs: [a]\` in glue, or \`assemble: integrator\``,
    ],
    [
      'a deliverable that is no path',
      'tasks:\n  a: { prompt: x, deliverables: [../m.c] }\n',
      'bad-deliverable  plan.yaml:2:34  tasks.a.deliverables: "../m.c" is no path of a file in the repository\n  a: { prompt: x, deliverables: [../m.c] }\n                                 ^^^^^^ write it from the repository root, such as src/main.c, without `./`, `..` or globs',
    ],
    [
      'no tasks',
      'goal: x\ntasks: {}\n',
      'empty-plan  plan.yaml:2:8  tasks: the plan has no tasks\ntasks: {}\n       ^^ for instance `core: { prompt: "…", writes: [src/core/**] }`',
    ],
    ['an empty file', '', 'wrong-type  plan.yaml:1:1  tasks: the plan has no tasks\n\n^'],
    [
      'a deadline of nothing',
      'tasks:\n  a: { prompt: x, deadline: 0s }\n',
      'bad-deadline  plan.yaml:2:29  tasks.a.deadline: must be longer than 0, not 0s\n  a: { prompt: x, deadline: 0s }\n                            ^^',
    ],
    [
      'a size of nothing',
      'tasks:\n  a: { prompt: x, size: 0ms }\n',
      'bad-size  plan.yaml:2:25  tasks.a.size: must be longer than 0, not 0s\n  a: { prompt: x, size: 0ms }\n                        ^^^',
    ],
    [
      'a lock without a name',
      'tasks:\n  a: { prompt: x, locks: [""] }\n',
      'bad-lock  plan.yaml:2:27  tasks.a.locks: the name of a lock is empty\n  a: { prompt: x, locks: [""] }\n                          ^^',
    ],
    [
      'an unknown key',
      'tasks:\n  a: { promt: x }\n',
      'unknown-key  plan.yaml:2:8  tasks.a.promt: unknown key "promt"\n  a: { promt: x }\n       ^^^^^ did you mean "prompt"?',
    ],
    [
      'a key of the config',
      `setup: npm ci\ntasks: { a: { ${TASK} } }\n`,
      'unknown-key  plan.yaml:1:1  setup: unknown key "setup"\nsetup: npm ci\n^^^^^ it belongs in fanin.config.yaml',
    ],
    [
      'a task that is text',
      'tasks:\n  a: do it\n',
      'wrong-type  plan.yaml:2:6  tasks.a: write a mapping, not text\n  a: do it\n     ^^^^^',
    ],
    [
      'a branch that git would take for an option',
      `target: --force\ntasks: { a: { ${TASK} } }\n`,
      'bad-target  plan.yaml:1:9  target: "--force" is no name of a branch or commit\ntarget: --force\n        ^^^^^^^',
    ],
    [
      'a prompt with NUL',
      'tasks:\n  a: { prompt: "x\\0" }\n',
      'bad-value  plan.yaml:2:16  tasks.a.prompt: holds a NUL character, which no command, path or prompt can\n  a: { prompt: "x\\0" }\n               ^^^^^',
    ],
    [
      'a name that no environment variable can have',
      'tasks:\n  a: { prompt: x, env: { A-B: x } }\n',
      'bad-env  plan.yaml:2:26  tasks.a.env.A-B: "A-B" cannot name an environment variable\n  a: { prompt: x, env: { A-B: x } }\n                         ^^^',
    ],
  ])('%s', async (_, plan, expected) => {
    expect(await failuresOf(plan)).toEqual([expected]);
  });
});

describe('what is not built yet is refused by name', () => {
  it.each<[string, string, string, string]>([
    [
      'tasks: { a: { prompt: x, compete: { agents: [kimi] } } }',
      'tasks.a.compete',
      'it comes with the comparison of competing deliveries',
      'remove it or write one `agent`',
    ],
    [
      'tasks: { a: { prompt: x, verifies: [b] } }',
      'tasks.a.verifies',
      'it comes with verifying tasks',
      'remove the task or use `checks`',
    ],
    [
      'tasks: { a: { prompt: x, touches: [services] } }',
      'tasks.a.touches',
      'it comes with containers',
      'remove it; `isolation: sandbox` holds what the kernel can',
    ],
    [
      'tasks: { a: { prompt: x, isolation: container } }',
      'tasks.a.isolation',
      'container comes with containers',
      'remove it or write auto or worktree or sandbox',
    ],
    [
      'tasks: { a: { prompt: x, isolation: ssh } }',
      'tasks.a.isolation',
      'ssh comes with remote hosts',
      'remove it or write auto or worktree or sandbox',
    ],
    [
      'tasks: { a: { prompt: x, delegation: governed } }',
      'tasks.a.delegation',
      'governed comes with delegation through fanin',
      'write off, native or { capped: 2 }',
    ],
    [
      'tasks: { a: { prompt: x } }\nundeclared: predict',
      'undeclared',
      'predict comes with the forecast of what a task will write',
      'remove it or write exclusive',
    ],
  ])('%s', async (plan, path, what, instead) => {
    const [found = '', ...others] = await failuresOf(plan);
    expect(others).toEqual([]);
    expect(found).toMatch(/^not-built {2}plan\.yaml:\d+:\d+ {2}/u);
    expect(found).toContain(`${path}: not built yet: ${what}\n`);
    expect(found.endsWith(instead)).toBe(true);
  });
});
