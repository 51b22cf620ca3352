import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { claudeCodeAgent } from '../../../src/adapters/agents/claude-code/agent.ts';
import { codexAgent } from '../../../src/adapters/agents/codex/agent.ts';
import { geminiAgent } from '../../../src/adapters/agents/gemini/agent.ts';
import { kimiAgent } from '../../../src/adapters/agents/kimi/agent.ts';
import { opencodeAgent } from '../../../src/adapters/agents/opencode/agent.ts';
import { guardProgram } from '../../../src/compose/guard-program.ts';
import type { Dialect } from '../../contract/real-agent.ts';
import { claudeDialect } from './claude-code.ts';
import { codexDialect } from './codex.ts';
import { geminiDialect } from './gemini.ts';
import { kimiDialect } from './kimi.ts';
import { opencodeDialect } from './opencode.ts';

const node = process.execPath;

/** The built one starts faster, where it is there. */
function program(name: 'guard-hook' | 'guard-hook-main'): string {
  const built = join(import.meta.dirname, `../../../dist/compose/${name}.bundle.js`);
  return existsSync(built) ? built : guardProgram(name);
}

const hook = program('guard-hook-main');
const judge = program('guard-hook');

/** Real agents that ask fanin's guard. */
export const GUARDED = {
  claude: { ...claudeDialect, agent: claudeCodeAgent({ node, hook }) },
  codex: { ...codexDialect, agent: codexAgent({ node, hook }) },
  kimi: { ...kimiDialect, agent: kimiAgent({ node, hook }) },
  opencode: { ...opencodeDialect, agent: opencodeAgent({ node, judge }) },
  gemini: { ...geminiDialect, agent: geminiAgent({ node, hook }) },
} as const satisfies Readonly<Record<string, Dialect>>;

/** The same ones, whose hook is no program. */
export const GUARD_GONE = {
  kimi: { ...kimiDialect, agent: kimiAgent({ node, hook: '/no/hook.js' }) },
  gemini: { ...geminiDialect, agent: geminiAgent({ node, hook: '/no/hook.js' }) },
} as const satisfies Readonly<Record<string, Dialect>>;
