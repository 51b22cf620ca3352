import { appendFileSync } from 'node:fs';

/**
 * Notes that a cell of the table in docs/agents.md was seen, where FANIN_AGENT_CELLS names a file:
 * one JSON line each. scripts/agents-table.mjs makes the table of it.
 */
export function recordCell(agent: string, what: string, text: string): void {
  const file = process.env['FANIN_AGENT_CELLS'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ agent, what, text })}\n`);
}
