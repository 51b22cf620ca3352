import { isAbsolute, join } from 'node:path';
import { agentProgram } from '../../agent-cli.ts';
import type { Step } from '../scenario.ts';
import { replacedText, writtenText } from './content.ts';
import { folderOf, type Call, type Scene, type Stage } from './stage.ts';

/** Claude Code. */
export const claudeStage: Stage = {
  player: 'claude-code',
  cli: 'claude-code',
  launch: ({ url, prompt }) => ({
    argv: [agentProgram('claude-code'), '-p', prompt].concat(
      ['--output-format', 'stream-json', '--verbose', '--model', 'claude-sonnet-4-5'],
      ['--permission-mode', 'bypassPermissions'],
    ),
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'sk-fake-local',
      CLAUDE_CODE_MAX_RETRIES: '0',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      IS_SANDBOX: '1',
    },
    files: [],
  }),
  call: (step, scene) => callOf(step, scene),
  // Its rarer tools are told to the model only when it asks for them. (This version has none to wait with.)
  before: (steps, { asked }) => {
    if (asked.tools.includes('TaskStop') || steps.every(({ verb }) => verb !== 'stop')) return null;
    return { calls: [{ name: 'ToolSearch', input: { query: 'select:TaskStop' } }] };
  },
  rest: { text: 'I wait for the others.' },
  waitsByCall: false,
  hasHeard: (child, scene) => scene.asked.text.includes(`<task-id>${idOf(child, scene)}</task-id>`),
  records: ['.claude/projects', 'projects'],
  isRecord: (path) => /\.jsonl$|\.meta\.json$/.test(path),
  agentOf: (path) =>
    /agent-(\w+)\.jsonl$/.exec(path)?.[1] ?? /([^/]+)\.jsonl$/.exec(path)?.[1] ?? '',
};

/** The program's own id of a sub-agent that was started beside its parent. */
function idOf(child: string, { asked, beside }: Scene): string {
  const ids = [...asked.text.matchAll(/launched[\s\S]*?agentId: (\w+)/g)].map((each) => each[1]);
  return ids[beside.indexOf(child)] ?? '?';
}

function callOf(step: Step, scene: Scene): Call {
  const { verb, args, text } = step;
  const path = isAbsolute(args) ? args : join(folderOf(scene), args);
  switch (verb) {
    case 'read':
      return { name: 'Read', input: { file_path: path } };
    case 'write':
      return { name: 'Write', input: { file_path: path, content: writtenText(step) } };
    case 'edit': {
      const { old, put } = replacedText(step, path);
      return { name: 'Edit', input: { file_path: path, old_string: old, new_string: put } };
    }
    case 'run':
      return { name: 'Bash', input: { command: scene.command(args), description: 'Run it' } };
    case 'spawn': {
      const [child = '', how = ''] = args.split(' ');
      return {
        name: 'Agent',
        input: {
          description: `Part ${child}`,
          prompt: scene.brief(child, text ?? ''),
          subagent_type: 'general-purpose',
          run_in_background: how === 'bg',
          ...(how === 'wt' ? { isolation: 'worktree' } : {}),
        },
      };
    }
    case 'compact':
      return { name: 'Bash', input: { command: 'git log --oneline', description: 'Look' } };
    case 'stop':
      return { name: 'TaskStop', input: { task_id: idOf(args, scene) } };
    default:
      throw new Error(`Claude Code is told no way to ${verb}`);
  }
}
