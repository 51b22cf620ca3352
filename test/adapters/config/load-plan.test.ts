import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONFIG, failuresOf, load } from './plan-loading.ts';
import { shown } from './shown.ts';
import { withFolder } from './temp-repo.ts';

describe('all mistakes of a plan', () => {
  it('are told together, in the order of the file, each once', async () => {
    const found = await failuresOf(
      'limits: { live: 0, usd: -1 }\ntasks:\n  a: { prompt: x, needs: [b], deadline: soon, bogus: 1 }\n  b: text\n  a: { prompt: y }\n  c: { needs: [d] }\n',
    );
    expect(found.map((text) => text.split('\n', 1)[0])).toEqual([
      'bad-limit  plan.yaml:1:17  limits.live: must be a whole number of at least 1, not 0',
      'bad-limit  plan.yaml:1:25  limits.usd: must be more than 0, not -1',
      'bad-value  plan.yaml:3:41  tasks.a.deadline: "soon" is not a duration: write whole numbers with units, such as 90s, 5m or 1h30m',
      'unknown-key  plan.yaml:3:47  tasks.a.bogus: unknown key "bogus"',
      'wrong-type  plan.yaml:4:6  tasks.b: write a mapping, not text',
      'duplicate-key  plan.yaml:5:3  tasks.a: "a" is there twice',
      'no-prompt  plan.yaml:6:3  tasks.c: the task has no prompt',
      'missing-need  plan.yaml:6:16  tasks.c.needs: there is no task "d"',
    ]);
  });

  it('are cut off after twenty', async () => {
    const keys = Array.from({ length: 25 }, (_, index) => `z${index}: 1`).join('\n');
    const found = await failuresOf(`tasks: { a: { prompt: x } }\n${keys}\n`);
    expect(found).toHaveLength(21);
    expect(found.at(-1)).toBe('more-problems  plan.yaml  5 more problems in this file');
  });

  it('include those of flags, which stand in no file and come first', async () => {
    const flags = { 'limits.live': 0, 'defaults.agent': 'kim', 'defaults.checks': ['nit'] };
    expect(await failuresOf('tasks: { a: { prompt: x, size: 0s } }', flags)).toEqual([
      'bad-limit    --live: must be a whole number of at least 1, not 0',
      'unknown-agent    --agent: there is no agent "kim" did you mean "kimi"? known: claude, codex, kimi, opencode, gemini',
      'unknown-check    --checks: there is no check "nit" did you mean "unit"?',
      expect.stringContaining('bad-size  plan.yaml:1:32'),
    ]);
  });
});

describe('a plan that is fine', () => {
  it('reads prompt files seen from its own folder, and knows its lines', async () => {
    const files = {
      'fanin.config.yaml': CONFIG,
      'plans/p.yaml':
        'limits: { live: 2 }\ntasks:\n  a: { prompt_file: ../tasks/a.md, writes: [src], size: 15m }\n',
      'tasks/a.md': 'Port it.\n',
    };
    await withFolder(files, async (folder) => {
      const loaded = await load(folder, { file: 'plans/p.yaml' });
      if (!loaded.ok) throw new Error(loaded.error.map(shown).join('\n'));
      const { plan, file, placeOf } = loaded.value;
      expect(plan.tasks.map(({ prompt, sizeMs }) => ({ prompt, sizeMs }))).toEqual([
        { prompt: 'Port it.\n', sizeMs: 900_000 },
      ]);
      expect(file).toBe('plans/p.yaml');
      expect(placeOf(['limits', 'live'])).toBe('plans/p.yaml:1');
      expect(placeOf(['tasks', 'a', 'size'])).toBe('plans/p.yaml:3');
      expect(placeOf(['limits', 'wall'])).toBeNull();
    });
  });

  it('does not follow a symbolic link out of the repository', async () => {
    await withFolder({ 'secret.txt': 'secret' }, (outside) =>
      withFolder({ 'plan.yaml': 'tasks: { a: { prompt_file: link.md } }' }, async (folder) => {
        await symlink(join(outside, 'secret.txt'), join(folder, 'link.md'));
        const loaded = await load(folder);
        expect(loaded.ok ? [] : loaded.error.map(({ message }) => message)).toEqual([
          'tasks.a.prompt_file: "link.md" lies outside the repository',
        ]);
      }),
    );
  });

  it('can be a folder of prompts from the command line', async () => {
    await withFolder({}, async (folder) => {
      const loaded = await load(folder, { prompts: ['Fix the flaky test', 'Add docs'] });
      if (!loaded.ok) throw new Error(loaded.error.map(shown).join('\n'));
      expect(loaded.value.plan.tasks.map(({ id, writes }) => [id, writes])).toEqual([
        ['fix-flaky-test', null],
        ['add-docs', null],
      ]);
    });
  });
});

describe('what cannot be read', () => {
  it('a plan that is not there', async () => {
    await withFolder({}, async (folder) => {
      const loaded = await load(folder);
      expect(loaded.ok ? [] : loaded.error.map(shown)).toEqual([
        'plan-not-found  plan.yaml  there is no such plan give its path, or prompts: fanin run -p "…"',
      ]);
    });
  });

  it('an empty prompt of the command line', async () => {
    await withFolder({}, async (folder) => {
      const loaded = await load(folder, { prompts: ['x', ' '] });
      expect(loaded.ok ? [] : loaded.error.map(shown)).toEqual([
        'empty-prompt    -p: prompt 2 is empty or holds a NUL character',
      ]);
    });
  });

  it.each([
    [
      'larger than 1 MB',
      new Uint8Array(1024 * 1024 + 1).fill(0x23),
      'file-too-large  plan.yaml  is larger than 1 MB move long prompts into files of their own (`prompt_file`)',
    ],
    [
      'not UTF-8',
      Uint8Array.of(0x61, 0x0a, 0x62, 0xff),
      'not-utf8  plan.yaml:2:1  line 2 is not UTF-8 text save the file as UTF-8',
    ],
  ])('a file that is %s', async (_, content, expected) => {
    await withFolder({}, async (folder) => {
      await writeFile(join(folder, 'plan.yaml'), content);
      const loaded = await load(folder);
      expect(loaded.ok ? [] : loaded.error.map(shown)).toEqual([expected]);
    });
  });

  it('a folder', async () => {
    await withFolder({ 'plan.yaml/x': '' }, async (folder) => {
      const loaded = await load(folder);
      expect(loaded.ok ? [] : loaded.error.map(shown)).toEqual([
        'not-a-file  plan.yaml  is no regular file',
      ]);
    });
  });
});
