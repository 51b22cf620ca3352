import { claudeCodeAgent } from '../adapters/agents/claude-code/agent.ts';
import { commandAgent } from '../adapters/agents/command/agent.ts';
import { scriptedAgent } from '../adapters/agents/scripted/agent.ts';
import type { Agent } from '../ports/agent.ts';

const AGENTS: readonly Agent[] = [
  claudeCodeAgent(),
  commandAgent(),
  scriptedAgent({ node: process.execPath }),
];

/** The agent adapter of that name; null when there is none. */
export const agentByName = (name: string): Agent | null =>
  AGENTS.find((agent) => agent.name === name) ?? null;
