import { readFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { agentProgram } from '../../agent-cli.ts';
import type { CustomCall, JsonObject } from '../../../rig/script.ts';
import type { Step } from '../scenario.ts';
import { replacedText, writtenText } from './content.ts';
import type { Call, Scene, Stage } from './stage.ts';

/** Codex, as its newer models drive it: with code, and sub-agents of the second generation. */
export const codexStage: Stage = {
  player: 'codex',
  cli: 'codex',
  launch: ({ url, home, prompt }) => ({
    argv: [agentProgram('codex'), 'exec', '--json', '-m', 'gpt-6.2-sol'].concat(
      '--dangerously-bypass-approvals-and-sandbox',
      prompt,
    ),
    env: { CODEX_HOME: join(home, '.codex'), FAKE_KEY: 'sk-fake-local' },
    files: [{ name: '.codex/config.toml', content: configFor(url) }],
  }),
  call: (step, scene) => callOf(step, scene),
  rest: {
    calls: [{ name: 'wait_agent', namespace: 'collaboration', input: { timeout_ms: 60_000 } }],
  },
  waitsByCall: true,
  hasHeard: (child, { asked }) => asked.text.includes(`Sender: /root/${child}\n`),
  records: ['.codex/sessions', 'sessions'],
  isRecord: (path) => path.endsWith('.jsonl'),
  agentOf: (_, text) => /"type":"session_meta".*?"id":"([\w-]+)"/.exec(text)?.[1] ?? '',
};

const configFor = (url: string): string => `model_provider = "fake"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.fake]
name = "fake"
base_url = "${url}/v1"
env_key = "FAKE_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
`;

const collaboration = (name: string, input: JsonObject): Call => ({
  name,
  namespace: 'collaboration',
  input,
});

const code = (expression: string): CustomCall => ({
  name: 'exec',
  custom: true,
  namespace: 'functions',
  input: `text(${expression});`,
});

const shell = (cmd: string): CustomCall =>
  code(`await tools.exec_command(${JSON.stringify({ cmd, yield_time_ms: 60_000 })})`);

const patch = (lines: readonly string[]): CustomCall => {
  const text = ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');
  return code(`await tools.apply_patch(${JSON.stringify(text)})`);
};

const prefixed = (prefix: string, text: string): readonly string[] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${prefix}${line}`);

/** Patches are of whole lines. */
function wholeLines(
  text: string,
  { old, put }: { readonly old: string; readonly put: string },
): { readonly old: string; readonly put: string } {
  const at = text.indexOf(old);
  if (at === -1) return { old, put };
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const behind = /^[^\n]*/.exec(text.slice(at + old.length))?.[0] ?? '';
  return { old: before + old + behind, put: before + put + behind };
}

function callOf(step: Step, scene: Scene): Call {
  const { verb, args, text } = step;
  const whole = isAbsolute(args) ? args : join(scene.workspace, args);
  const path = relative(scene.workspace, whole);
  switch (verb) {
    case 'read':
      return shell(`cat ${path}`);
    case 'write':
      return patch([`*** Add File: ${path}`, ...prefixed('+', writtenText(step))]);
    case 'edit': {
      const { old, put } = wholeLines(readFileSync(whole, 'utf8'), replacedText(step, whole));
      return patch([
        `*** Update File: ${path}`,
        '@@',
        ...prefixed('-', old),
        ...prefixed('+', put),
      ]);
    }
    case 'run':
      return shell(scene.command(args));
    case 'spawn': {
      const [child = ''] = args.split(' ');
      const message = scene.brief(child, text ?? '');
      return collaboration('spawn_agent', { task_name: child, message, fork_turns: 'none' });
    }
    case 'stop':
      return collaboration('interrupt_agent', { target: args });
    case 'look':
      return collaboration('list_agents', {});
    case 'wait': {
      const [, minutes = '0'] = args.split(' ');
      const timeout = Math.round(Number(scene.command(`<<${minutes}>>`)) * 1000);
      return collaboration('wait_agent', { timeout_ms: timeout });
    }
    default:
      throw new Error(`Codex is told no way to ${verb}`);
  }
}
