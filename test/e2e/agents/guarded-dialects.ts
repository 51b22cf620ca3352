import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { claudeCodeAgent } from '../../../src/adapters/agents/claude-code/agent.ts';
import { codexAgent } from '../../../src/adapters/agents/codex/agent.ts';
import { guardProgram } from '../../../src/compose/guard-program.ts';
import type { Dialect } from '../../contract/real-agent.ts';
import { claudeDialect } from './claude-code.ts';
import { codexDialect } from './codex.ts';

const node = process.execPath;
const BUILT = join(import.meta.dirname, '../../../dist/compose/guard-hook-main.bundle.js');
/** The built one starts faster, where it is there. */
const hook = existsSync(BUILT) ? BUILT : guardProgram('guard-hook-main');

/** Real agents that ask fanin's guard. */
export const GUARDED: readonly Dialect[] = [
  { ...claudeDialect, agent: claudeCodeAgent({ node, hook }) },
  { ...codexDialect, agent: codexAgent({ node, hook }) },
];
