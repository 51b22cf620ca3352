import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';

export const SAMPLES = join(process.cwd(), 'test/fixtures/traces');

/** A home folder of one test. */
export interface SampleHome {
  path: string;
  /** Everything that the samples have, where the agents would keep it. */
  fill(): void;
}

/** A home folder for each test of a file, empty at its start. */
export function sampleHome(): SampleHome {
  const home: SampleHome = { path: '', fill: () => fillHome(home.path) };
  beforeEach(() => {
    vi.stubEnv('TZ', 'UTC');
    home.path = mkdtempSync(join(tmpdir(), 'fanin-trace-'));
    vi.stubEnv('HOME', home.path);
    for (const name of [
      'CLAUDE_CONFIG_DIR',
      'CODEX_HOME',
      'KIMI_CODE_HOME',
      'XDG_DATA_HOME',
      'GEMINI_CLI_HOME',
    ])
      vi.stubEnv(name, undefined);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(home.path, { recursive: true });
  });
  return home;
}

function fillHome(home: string): void {
  const copy = (from: string, to: string): void =>
    cpSync(join(SAMPLES, from), join(home, to), { recursive: true });
  for (const name of [
    'parallel-3-foreground',
    'background-2',
    'sequential',
    'stopped-early-TaskStop',
    'sigterm-mid-subagents',
    'workflow-2-cap1',
  ])
    copy(`claude-code-2.1.332/${name}/projects`, '.claude/projects');
  for (const name of [
    'parallel-2-v1-unknown-model',
    'parallel-2-v2-gpt-6.2-sol',
    'agents.max_threads-1-v2',
  ])
    copy(`codex-0.171.0/${name}/sessions`, '.codex/sessions');
  for (const name of ['AgentSwarm-2', 'sequential'])
    copy(`kimi-code-2.1.0/${name}/sessions`, '.kimi-code/sessions');
  copy('gemini-cli-0.61.0/parallel-2/chats', '.gemini/tmp/x/chats');
}
