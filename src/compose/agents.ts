import { acpAgent } from '../adapters/agents/acp/agent.ts';
import { claudeCodeAgent } from '../adapters/agents/claude-code/agent.ts';
import { codexAgent } from '../adapters/agents/codex/agent.ts';
import { commandAgent } from '../adapters/agents/command/agent.ts';
import { geminiAgent } from '../adapters/agents/gemini/agent.ts';
import { kimiAgent } from '../adapters/agents/kimi/agent.ts';
import { opencodeAgent } from '../adapters/agents/opencode/agent.ts';
import { scriptedAgent } from '../adapters/agents/scripted/agent.ts';
import { guardProgram } from './guard-program.ts';
import type { Agent } from '../ports/agent.ts';

const node = process.execPath;
const hook = guardProgram('guard-hook-main');
const judge = guardProgram('guard-hook');

/** Every agent adapter. */
export const AGENTS: readonly Agent[] = [
  claudeCodeAgent({ node, hook }),
  codexAgent({ node, hook }),
  kimiAgent({ node, hook }),
  opencodeAgent({ node, judge }),
  geminiAgent({ node, hook }),
  acpAgent({ node, judge }),
  commandAgent(),
  scriptedAgent({ node }),
];

/** The agent adapter of that name; null when there is none. */
export const agentByName = (name: string): Agent | null =>
  AGENTS.find((agent) => agent.name === name) ?? null;
