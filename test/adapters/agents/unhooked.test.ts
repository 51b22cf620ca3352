import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TAG_VARIABLE } from '../../../src/adapters/process/sweep.ts';
import { describeWith } from '../../support/capabilities.ts';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const WIRE = file('../../fixtures/kimi/off/main.jsonl');

/** Programs that say that their session has begun, run no hook, and would work on for ever. */
const GEMINI = `echo '{"type":"init","session_id":"s"}'; exec tail -f /dev/null`;
const KIMI = `mkdir -p "$KIMI_CODE_HOME/s/agents/main"
cp '${WIRE}' "$KIMI_CODE_HOME/s/agents/main/wire.jsonl"
echo "{\\"workDir\\":\\"$PWD\\",\\"sessionId\\":\\"s\\",\\"sessionDir\\":\\"$KIMI_CODE_HOME/s\\"}" >> "$KIMI_CODE_HOME/session_index.jsonl"
exec tail -f /dev/null`;

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fanin-unhooked-')));
  mkdirSync(join(folder, 'work'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describeWith(['proc'], 'an agent that does not run its hooks', () => {
  it.each([
    ['gemini', GEMINI],
    ['kimi', KIMI],
  ])('is ended as its session begins: %s', async (agent, script) => {
    const program = join(folder, 'program');
    writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const config = join(folder, 'driver.json');
    const more = { brief: 'x', prompt: 'x', session: 's', profile: '/p', effort: null, folder };
    const handoff = { file: join(folder, 'handoff.json'), folder: join(folder, 'handoff') };
    const guard = { command: 'false', home: join(folder, 'own') };
    const given = { program, ...more, common: [], handoff, needsPolicy: false, guard };
    writeFileSync(config, JSON.stringify(given));
    const driver = file(`../../../src/adapters/agents/${agent}/driver-main.ts`);
    const child = spawn(process.execPath, [driver, config], {
      cwd: join(folder, 'work'),
      env: { PATH: process.env['PATH'], HOME: folder, [TAG_VARIABLE]: folder },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    expect(code).toBe(137);
    expect(output).toMatch(/does not run hooks, so fanin's guard would not be asked","fatal":true/);
  });
});
