import { join } from 'node:path';
import type { Scenario, Step } from './scenario.ts';
import { makeSessionFiles, makeTree, REPO, timeAt, type SessionFiles } from './session-files.ts';

const MOMENT = 0.05;

/** Records as Claude Code 2.1.332 writes them, without what no importer reads. */
export function claudeSession(scenario: Scenario): SessionFiles {
  const files = makeSessionFiles();
  const session = `${scenario.code}.${scenario.id}`;
  const changed = makeTree(scenario);
  const calls = new Map<string, string>();
  const background = new Set<string>();
  const results = new Map<string, string>();
  const folders = new Map<string, string>();
  let count = 0;

  const fileOf = (agent: string): string =>
    agent === 'root'
      ? `projects/-repo/${session}.jsonl`
      : `projects/-repo/${session}/subagents/agent-${agent}.jsonl`;
  const add = (agent: string, at: number, record: object, step?: Step): void => {
    count += 1;
    const base = {
      uuid: `u${count}`,
      isSidechain: agent !== 'root',
      ...(agent === 'root' ? {} : { agentId: agent }),
      timestamp: new Date(timeAt(at)).toISOString(),
      cwd: folders.get(agent) ?? REPO,
      sessionId: session,
      version: '2.1.332',
      gitBranch: 'main',
    };
    files.add(fileOf(agent), at, { ...base, ...record }, step);
  };
  const answer = ({ agent, at }: Moment, block: object, stop: string, step?: Step): void =>
    add(
      agent,
      at,
      {
        type: 'assistant',
        message: {
          id: `msg_${count}`,
          role: 'assistant',
          model: 'claude-sonnet-4-5',
          content: [block],
          stop_reason: stop,
          usage: { input_tokens: 1000, output_tokens: 50 },
        },
      },
      step,
    );
  const call = (step: Step, name: string, input: object): string => {
    const id = `toolu_${count}`;
    answer(step, { type: 'tool_use', id, name, input }, 'tool_use', step);
    return id;
  };
  const result = (
    agent: string,
    at: number,
    id: string,
    { text = 'ok', failed = false, facts = {} }: Result,
  ): void =>
    add(agent, at, {
      type: 'user',
      toolUseResult: failed ? text : facts,
      message: {
        role: 'user',
        content: [{ tool_use_id: id, type: 'tool_result', content: text, is_error: failed }],
      },
    });
  const tool = (step: Step, name: string, input: object, says: Result = {}): void => {
    const id = call(step, name, input);
    const text = step.result?.startsWith('!') === true ? step.result.slice(2) : null;
    result(
      step.agent,
      step.until ?? step.at + MOMENT,
      id,
      text === null ? says : { text, failed: true },
    );
  };
  const take: Readonly<Record<string, (step: Step) => void>> = {
    read: (step) => tool(step, 'Read', { file_path: absolute(step) }),
    write(step) {
      const { path, before, put } = changed(step, folders.get(step.agent) ?? REPO);
      tool(step, 'Write', { file_path: path, content: put }, { facts: { originalFile: before } });
    },
    edit(step) {
      const { path, before, old, put } = changed(step, folders.get(step.agent) ?? REPO);
      const input = { file_path: path, old_string: old, new_string: put };
      tool(step, 'Edit', input, { facts: { originalFile: before } });
    },
    run(step) {
      const [exit = '0', ...words] = (step.result ?? '0').split(' ');
      const text = words.join(' ');
      const failed = exit !== '0';
      tool(
        { ...step, result: null },
        'Bash',
        { command: step.args },
        { text: failed ? `Exit code ${exit}\n${text}` : text, failed },
      );
    },
    spawn(step) {
      const [child = '', how = ''] = step.args.split(' ');
      const own = join(REPO, '.claude', 'worktrees', `agent-${child}`);
      if (how === 'wt') folders.set(child, own);
      const beside = how === 'bg';
      const input = { description: child, prompt: step.text, subagent_type: 'general-purpose' };
      const id = call(step, 'Agent', beside ? { ...input, run_in_background: true } : input);
      calls.set(child, id);
      if (beside) {
        background.add(child);
        const facts = { status: 'async_launched', agentId: child };
        result(step.agent, step.at + MOMENT, id, { text: `agentId: ${child}`, facts });
      }
      files.document(fileOf(child).replace(/\.jsonl$/, '.meta.json'), {
        agentType: 'general-purpose',
        description: child,
        toolUseId: id,
        requestShape: beside ? 'background' : 'foreground',
        ...(how === 'wt' ? { worktreePath: own, worktreeBranch: `worktree-agent-${child}` } : {}),
      });
      add(child, step.at + MOMENT, {
        type: 'user',
        message: { role: 'user', content: step.text },
      });
    },
    done(step) {
      const text = step.text ?? '';
      answer(step, { type: 'text', text }, 'end_turn', step);
      results.set(step.agent, text);
      if (background.has(step.agent)) return;
      const facts = { status: 'completed', agentId: step.agent, content: [{ type: 'text', text }] };
      result('root', step.at + MOMENT, calls.get(step.agent) ?? '', { text, facts });
    },
    fail(step) {
      const text = step.text ?? '';
      const message = { model: '<synthetic>', content: [{ type: 'text', text }] };
      add(step.agent, step.at, { type: 'assistant', isApiErrorMessage: true, message }, step);
      const said = `Agent terminated early: ${text}`;
      result('root', step.at + MOMENT, calls.get(step.agent) ?? '', { text: said, failed: true });
    },
    take(step) {
      const child = step.args;
      const said = (results.get(child) ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      const content = `<task-notification>\n<task-id>${child}</task-id>\n<tool-use-id>${calls.get(child) ?? ''}</tool-use-id>\n<status>completed</status>\n<summary>Agent "${child}" finished</summary>\n<result>${said}</result>\n</task-notification>`;
      add('root', step.at, { type: 'user', message: { role: 'user', content } }, step);
    },
    stop: (step) =>
      tool(
        step,
        'TaskStop',
        { task_id: step.args },
        { facts: { task_id: step.args, task_type: 'local_agent' } },
      ),
    wait(step) {
      const [child = '', seconds = '0'] = step.args.split(' ');
      const status = step.result === 'timeout' ? 'timeout' : 'success';
      tool(
        { ...step, result: null },
        'TaskOutput',
        { task_id: child, block: true, timeout: Number(seconds) * 1000 },
        { facts: { retrieval_status: status } },
      );
    },
    look: (step) => tool(step, 'TaskOutput', { task_id: step.args, block: false }),
    say: (step) => answer(step, { type: 'text', text: step.text }, 'tool_use', step),
    final: (step) => answer(step, { type: 'text', text: step.text }, 'end_turn', step),
    compact: (step) =>
      add(step.agent, step.at, { type: 'system', subtype: 'compact_boundary' }, step),
    end(step) {
      add('root', step.at, { type: 'system', subtype: 'informational' }, step);
      files.add(fileOf('root'), step.at, { type: 'cost-state', sessionId: session });
    },
  };

  add('root', 0, { type: 'user', message: { role: 'user', content: scenario.prompt } });
  for (const step of scenario.steps) take[step.verb]?.(step);
  return files;
}

type Moment = Pick<Step, 'agent' | 'at'>;

interface Result {
  readonly text?: string;
  readonly failed?: boolean;
  readonly facts?: object;
}

const absolute = ({ args }: Step): string => (args.startsWith('/') ? args : join(REPO, args));
