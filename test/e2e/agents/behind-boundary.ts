import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { Receipt } from '../../../src/domain/receipt/receipt.ts';
import type { Dialect } from '../../contract/real-agent.ts';
import { startModelServer } from '../../rig/model-server.ts';
import { marker } from '../../rig/script.ts';
import { cleanEnv, fanin } from '../../support/built-cli.ts';
import { makeRepo } from '../../support/git-repo.ts';
import { killProcessesOf } from '../../support/processes.ts';

/** Whose calls the text guard sees. */
const GUARDED = new Set(['claude-code', 'codex', 'opencode']);

/** What a real agent does behind a real boundary, started by the built CLI. */
export function behindBoundary(dialect: Dialect): void {
  const undo: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0)) await step();
  });

  it('works, is held in, hands in, and what it did lands', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fanin-held-')));
    undo.unshift(() => {
      killProcessesOf(folder);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    });
    const [home, temp] = [join(folder, 'home'), join(folder, 'tmp')];
    for (const each of [home, temp, join(home, '.ssh')]) mkdirSync(each, { recursive: true });
    const repo = await makeRepo({ files: { 'a.txt': 'a\n' } });
    undo.unshift(() => repo.remove());
    const evil = join(repo.path, 'evil');
    // No text tells what a script does that was written before: only the kernel holds it.
    const script = `touch '${evil}' /etc/evil\nls '${home}/.ssh' > ssh.txt 2>&1\n`;
    const work = 'sh out.sh; rm out.sh; echo done > shell.txt; git add -A && git commit -qm work';
    const over = (text: string) =>
      dialect.finish === undefined ? { text } : { calls: [dialect.finish(text)] };
    const helping = dialect.delegate([`You are a helper. ${marker('helper')}`]);
    const server = await startModelServer({
      scripts: {
        main: [
          { calls: [dialect.write('{{match:Work in ([^,]+), a work copy}}/hello.txt', 'hello\n')] },
          { calls: [dialect.write('{{match:Work in ([^,]+), a work copy}}/out.sh', script)] },
          { calls: [dialect.shell(work)] },
          { calls: [dialect.shell(`touch '${evil}'`)] },
          { calls: helping.calls },
          ...helping.next.map((call) => ({ calls: [call] })),
          { text: 'All done.' },
        ],
        helper: [over('The helper is done.')],
      },
    });
    undo.unshift(() => server.close());
    const prepared = dialect.prepare({ home, url: server.url });
    const { run, model, args } = dialect.spec;
    await repo.commit({
      'fanin.config.yaml': stringify({
        checks: { there: 'grep -q done shell.txt && test ! -e evil' },
        review: { by: 'checks' },
        isolation: 'sandbox',
        sandbox: { env: Object.keys(prepared) },
        agents: { real: { use: dialect.agent.name, run, model, args } },
        defaults: { agent: 'real', deadline: '2m', delegation: 'native' },
      }),
    });
    const env = { ...cleanEnv(home, temp), ...prepared };
    const at = { cwd: repo.path, env };
    const ran = await fanin(at, ['run', '-p', `Do it. ${marker('main')}`]);
    const shown = await fanin(at, ['logs', 'script-main']);
    expect(ran.exit, ran.stdout + ran.stderr + shown.stdout).toBe(0);
    expect(existsSync(evil)).toBe(false);
    const { stdout } = await fanin(at, ['receipt', 'script-main', '--json']);
    const receipt = JSON.parse(stdout) as Receipt;
    expect(receipt.workspace.level).toBe('sandbox');
    expect(receipt.files.map(({ path }) => path)).toContain('shell.txt');
    if (!receipt.workspace.given.measured) throw new Error('nobody knows what it was given');
    expect(receipt.workspace.given.value.network).toContain(server.url.replace('http://', ''));
    expect(receipt.findings.filter(({ blocks }) => blocks)).toEqual([]);
    if (GUARDED.has(dialect.name)) expect(JSON.stringify(receipt.refused)).toContain('evil');
    const landed = await repo.git('show', `${receipt.commit}:ssh.txt`);
    expect(landed).toMatch(/No such file|cannot access/);
    expect(readFileSync(join(repo.path, 'a.txt'), 'utf8')).toBe('a\n');
    // Its HOME is gone with its workspace: what it recorded there is kept.
    await fanin(at, ['clean']);
    const { stdout: left } = await fanin(at, ['clean', '--json']);
    expect(JSON.parse(left)).toMatchObject({ items: [] });
    const [main = '', ...others] = sessionOf(receipt, join(repo.path, '.git/fanin/attempts/'));
    expect(main).toContain('All done.');
    expect(others.some((text) => text.includes('The helper is done.'))).toBe(true);
  });
}

/** The files of the session that the receipt names, all of them in fanin's own folder: the agent's own first. */
const sessionOf = ({ transcripts }: Receipt, folder: string): readonly string[] => {
  if (!transcripts.measured) throw new Error(transcripts.why);
  for (const path of transcripts.value) expect(path.startsWith(folder)).toBe(true);
  return transcripts.value.map((path) => readFileSync(path, 'utf8'));
};
