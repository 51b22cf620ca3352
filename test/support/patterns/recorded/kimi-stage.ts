import { isAbsolute, join } from 'node:path';
import { agentProgram } from '../../agent-cli.ts';
import type { Step } from '../scenario.ts';
import { replacedText, writtenText } from './content.ts';
import type { Call, Scene, Stage } from './stage.ts';

/** Kimi Code. */
export const kimiStage: Stage = {
  player: 'kimi',
  cli: 'kimi-code',
  launch: ({ url, prompt }) => ({
    argv: [agentProgram('kimi-code'), '-p', prompt, '--output-format', 'stream-json'],
    env: {
      KIMI_DISABLE_TELEMETRY: '1',
      KIMI_CODE_NO_AUTO_UPDATE: '1',
      KIMI_LOOP_MAX_ATTEMPTS_PER_STEP: '1',
    },
    files: [{ name: '.kimi-code/config.toml', content: configFor(url) }],
  }),
  call: (step, scene) => callOf(step, scene),
  join: (steps, scene) =>
    steps.length > 1 && steps.every(({ verb, args }) => verb === 'spawn' && args.endsWith(' swarm'))
      ? swarmOf(steps, scene)
      : null,
  rest: { text: 'I wait for the others.' },
  waitsByCall: false,
  hasHeard: (child, scene) => scene.asked.text.includes(`source_id="${taskOf(child, scene)}"`),
  fetch: (child, scene) => {
    const task = taskOf(child, scene);
    const path = new RegExp(`<output-file path="([^"]*${task}[^"]*)"`).exec(scene.asked.text)?.[1];
    return { calls: [{ name: 'Read', input: { path: path ?? '' } }] };
  },
  records: ['.kimi-code/sessions', 'sessions'],
  isRecord: (path) =>
    /\/wire\.jsonl$|\/session_[^/]+\/state\.json$|\/tasks\/[^/]+\.json$/.test(path),
  agentOf: (path) => /agents\/([^/]+)\/wire\.jsonl$/.exec(path)?.[1] ?? '',
};

const configFor = (url: string): string => `default_model = "fake/m"
telemetry = false
default_permission_mode = "auto"

[providers.fake]
type = "kimi"
base_url = "${url}/v1"
api_key = "sk-fake-local"

[models."fake/m"]
provider = "fake"
model = "kimi-fake"
max_context_size = 262144
`;

/** The program's own id of the task of a sub-agent that was started beside its parent. */
function taskOf(child: string, { asked, beside }: Scene): string {
  const ids = [...asked.text.matchAll(/task_id: (\S+)\nstatus: running\nagent_id: /g)];
  return ids.map((each) => each[1])[beside.indexOf(child)] ?? '?';
}

function swarmOf(steps: readonly Step[], { brief }: Scene): Call {
  const items = steps.map(({ args, text }) => brief(args.split(' ')[0] ?? '', text ?? ''));
  return {
    name: 'AgentSwarm',
    input: { description: 'All parts', prompt_template: 'Your part: {{item}}', items },
  };
}

function callOf(step: Step, scene: Scene): Call {
  const { verb, args, text } = step;
  const path = isAbsolute(args) ? args : join(scene.workspace, args);
  switch (verb) {
    case 'read':
      return { name: 'Read', input: { path } };
    case 'write':
      return { name: 'Write', input: { path, content: writtenText(step) } };
    case 'edit': {
      const { old, put } = replacedText(step, path);
      return { name: 'Edit', input: { path, old_string: old, new_string: put } };
    }
    case 'run':
      return { name: 'Bash', input: { command: scene.command(args) } };
    case 'spawn': {
      const [child = '', how = ''] = args.split(' ');
      const prompt = scene.brief(child, text ?? '');
      return {
        name: 'Agent',
        input: { description: `Part ${child}`, prompt, run_in_background: how === 'bg' },
      };
    }
    case 'compact':
      return { name: 'Bash', input: { command: 'git log --oneline' } };
    case 'stop':
      return {
        name: 'TaskStop',
        input: { task_id: taskOf(args, scene), reason: 'No longer needed' },
      };
    case 'look':
      return { name: 'TaskOutput', input: { task_id: taskOf(args, scene) } };
    case 'wait': {
      const [child = '', minutes = '0'] = args.split(' ');
      const timeout = Math.round(Number(scene.command(`<<${minutes}>>`)));
      return { name: 'WaitFor', input: { task_id: taskOf(child, scene), timeout } };
    }
    default:
      throw new Error(`Kimi Code is told no way to ${verb}`);
  }
}
