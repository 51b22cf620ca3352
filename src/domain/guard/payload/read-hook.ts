import { lexical } from '../paths.ts';
import { patchedFiles } from './patch.ts';
import {
  commandIn,
  isObject,
  textIn,
  textsIn,
  type HookCall,
  type JsonObject,
  type ToolCall,
} from './tool-call.ts';
import { toolsOf, type AgentTools } from './tools.ts';

/**
 * Reads what an agent's hook hands over. The folder is the call's own, never that of the process.
 * Null: it is not of the shape that the agent's hook has.
 */
export function readHook(agent: string, payload: unknown): HookCall | null {
  const tools = toolsOf(agent);
  if (tools === null || !isObject(payload)) return null;
  const tool = textIn(payload, 'tool_name');
  const cwd = textIn(payload, 'cwd');
  const input = payload['tool_input'];
  if (tool === null || cwd === null || !cwd.startsWith('/') || !isObject(input)) return null;
  const call = callOf(tools, { tool, cwd, input });
  if (call === null) return null;
  return { call, text: shownText(tool, input, call), subAgent: textIn(payload, 'agent_id') };
}

interface Given {
  readonly tool: string;
  readonly cwd: string;
  readonly input: JsonObject;
}

function callOf(tools: AgentTools, { tool, cwd, input }: Given): ToolCall | null {
  if (Object.hasOwn(tools.shells, tool)) {
    const command = commandIn(input, ...(tools.shells[tool] ?? []));
    if (command === null) return null;
    return { kind: 'shell', command, cwd: folderOf(textIn(input, ...tools.folders), cwd) };
  }
  const { files, removals = {} } = tools;
  if (Object.hasOwn(files, tool)) {
    const paths = textsIn(input, ...(files[tool] ?? []));
    return paths === null ? null : { kind: 'files', cwd, paths, removed: [] };
  }
  if (Object.hasOwn(removals, tool)) {
    const removed = textsIn(input, ...(removals[tool] ?? []));
    return removed === null ? null : { kind: 'files', cwd, paths: [], removed };
  }
  if (Object.hasOwn(tools.patches, tool)) {
    const patch = commandIn(input, ...(tools.patches[tool] ?? []));
    const files = patch === null ? null : patchedFiles(patch);
    return files === null ? null : { kind: 'files', cwd, ...files };
  }
  if (makesWorkCopy(tool, input)) return { kind: 'work-copy', tool };
  return tools.harmless.test(tool) ? { kind: 'harmless' } : { kind: 'unknown', tool };
}

const folderOf = (asked: string | null, cwd: string): string => {
  if (asked === null || asked === '') return cwd;
  return lexical(asked.startsWith('/') ? asked : `${cwd}/${asked}`);
};

/** A worktree of the agent's own would be one more in the shared repository, and nobody would harvest it. */
const makesWorkCopy = (tool: string, input: JsonObject): boolean =>
  /^(?:Enter|Exit)Worktree$/.test(tool) ||
  (/^(?:Agent|Task)$/.test(tool) && input['isolation'] === 'worktree');

const MOST = 300;

function shownText(tool: string, input: JsonObject, call: ToolCall): string {
  const text =
    call.kind === 'shell'
      ? call.command
      : call.kind === 'files'
        ? `${tool} ${[...call.paths, ...call.removed].join(' ')}`
        : `${tool} ${JSON.stringify(input)}`;
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line;
}
