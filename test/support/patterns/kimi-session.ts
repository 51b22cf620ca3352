import { join } from 'node:path';
import type { Scenario, Step } from './scenario.ts';
import { makeSessionFiles, makeTree, REPO, timeAt, type SessionFiles } from './session-files.ts';

const MOMENT = 0.05;

/** Records as Kimi Code 2.1.0 writes them, without what no importer reads. */
export function kimiSession(scenario: Scenario): SessionFiles {
  const files = makeSessionFiles();
  const folder = `sessions/wd_repo/${scenario.code}.${scenario.id}`;
  const changed = makeTree(scenario);
  const calls = new Map<string, string>();
  const background = new Set<string>();
  const results = new Map<string, string>();
  const live = new Set<string>();
  let count = 0;

  const nameOf = (agent: string): string => (agent === 'root' ? 'main' : agent);
  const add = (agent: string, at: number, record: object, step?: Step): void => {
    const file = `${folder}/agents/${nameOf(agent)}/wire.jsonl`;
    files.add(file, at, { agentId: nameOf(agent), ...record, time: timeAt(at) }, step);
  };
  const loop = (agent: string, at: number, event: object, step?: Step): void =>
    add(agent, at, { type: 'context.append_loop_event', event }, step);
  const begin = (agent: string, at: number, text: string): void => {
    add(agent, at, {
      type: 'profile.bind',
      modelAlias: 'fake/m',
      profileName: agent === 'root' ? 'agent' : 'coder',
      environmentDisclosure: { cwd: REPO },
    });
    const kind = agent === 'root' ? 'user' : 'system_trigger';
    add(agent, at, { type: 'turn.prompt', input: [{ type: 'text', text }], origin: { kind } });
  };
  const call = (step: Step, name: string, args: object): string => {
    count += 1;
    const toolCallId = `call_${count}`;
    const usage = { inputOther: 1000, output: 50, inputCacheRead: 0, inputCacheCreation: 0 };
    add(step.agent, step.at, { type: 'usage.record', model: 'fake/m', usage });
    loop(step.agent, step.at, { type: 'tool.call', toolCallId, name, args }, step);
    return toolCallId;
  };
  const result = (agent: string, at: number, toolCallId: string, says: Output): void =>
    loop(agent, at, { type: 'tool.result', toolCallId, result: says });
  const tool = (step: Step, name: string, args: object, says: Output = { output: 'ok' }): void => {
    const id = call(step, name, args);
    const refused = step.result?.startsWith('!') === true;
    const said = refused ? { output: (step.result ?? '').slice(2), isError: true } : says;
    result(step.agent, step.until ?? step.at + MOMENT, id, said);
  };
  const says = (step: Step, finishReason: string): void => {
    loop('root', step.at, { type: 'content.part', part: { type: 'text', text: step.text } }, step);
    loop('root', step.at, { type: 'step.end', finishReason });
  };
  const ended = (agent: string, at: number, reason: string, more: object = {}): void => {
    live.delete(agent);
    add(agent, at, { type: 'turn.ended', reason, ...more });
  };
  const take: Readonly<Record<string, (step: Step) => void>> = {
    read: (step) => tool(step, 'Read', { path: step.args }),
    write(step) {
      const { path, put } = changed(step, REPO);
      tool(step, 'Write', { path, content: put });
    },
    edit(step) {
      const { path, old, put } = changed(step, REPO);
      tool(step, 'Edit', { path, old_string: old, new_string: put });
    },
    run(step) {
      const [exit = '0', ...words] = (step.result ?? '0').split(' ');
      const text = words.join(' ');
      const failed = exit !== '0';
      const output = failed ? `${text}\nCommand failed with exit code: ${exit}.` : text;
      tool({ ...step, result: null }, 'Bash', { command: step.args }, { output, isError: failed });
    },
    spawn(step) {
      const [child = '', how] = step.args.split(' ');
      const beside = how === 'bg';
      const args = { description: child, prompt: step.text, run_in_background: beside };
      const id = call(step, 'Agent', args);
      calls.set(child, id);
      live.add(child);
      if (beside) background.add(child);
      add('root', step.at + MOMENT / 2, {
        type: 'subagent.spawned',
        subagentId: child,
        subagentName: 'coder',
        parentToolCallId: id,
        parentAgentId: 'main',
        description: child,
        runInBackground: beside,
        taskId: `task-${child}`,
      });
      if (beside)
        result('root', step.at + MOMENT, id, { output: `status: running\nagent_id: ${child}` });
      begin(child, step.at + MOMENT, step.text ?? '');
    },
    done(step) {
      const text = step.text ?? '';
      const part = { type: 'text', text };
      loop(step.agent, step.at, { type: 'content.part', part }, step);
      loop(step.agent, step.at, { type: 'step.end', finishReason: 'end_turn' });
      ended(step.agent, step.at, 'completed');
      results.set(step.agent, text);
      const at = step.at + MOMENT;
      add('root', at, { type: 'subagent.completed', subagentId: step.agent, resultSummary: text });
      if (!background.has(step.agent))
        result('root', at, calls.get(step.agent) ?? '', { output: `status: completed\n\n${text}` });
    },
    fail(step) {
      const error = { message: step.text };
      add(step.agent, step.at, { type: 'turn.ended', reason: 'failed', error }, step);
      live.delete(step.agent);
      const at = step.at + MOMENT;
      add('root', at, { type: 'subagent.failed', subagentId: step.agent, error: step.text });
      result('root', at, calls.get(step.agent) ?? '', { output: step.text ?? '', isError: true });
    },
    take(step) {
      const text = `status: completed\nagent_id: ${step.args}\n\n${results.get(step.args) ?? ''}`;
      tool(step, 'WaitFor', { task_id: `task-${step.args}`, timeout: 10 }, { output: text });
    },
    stop(step) {
      tool(step, 'TaskStop', { task_id: `task-${step.args}` });
      if (!live.has(step.args)) return;
      add('root', step.at + MOMENT, { type: 'subagent.cancelled', subagentId: step.args });
      add(step.args, step.at + MOMENT, { type: 'turn.cancel', reason: 'aborted' });
      ended(step.args, step.at + MOMENT, 'cancelled');
    },
    wait(step) {
      const [child = '', seconds = '0'] = step.args.split(' ');
      const status = step.result === 'timeout' ? 'timed_out' : 'finished';
      const args = { task_id: `task-${child}`, timeout: Number(seconds) };
      tool({ ...step, result: null }, 'WaitFor', args, { output: `wait_status: ${status}` });
    },
    look: (step) => tool(step, 'TaskOutput', { task_id: `task-${step.args}` }),
    say: (step) => says(step, 'tool_use'),
    final(step) {
      says(step, 'end_turn');
      ended('root', step.at, 'completed');
    },
    compact: (step) => add(step.agent, step.at, { type: 'context.compacted' }, step),
    end(step) {
      add('root', step.at, { type: 'turn.cancel', reason: 'session_closed' }, step);
      for (const child of live) {
        add('root', step.at, { type: 'subagent.cancelled', subagentId: child });
        add(child, step.at, { type: 'turn.cancel', reason: 'aborted' });
        ended(child, step.at, 'cancelled');
      }
      ended('root', step.at, 'cancelled');
    },
  };

  begin('root', 0, scenario.prompt);
  for (const step of scenario.steps) take[step.verb]?.(step);
  const agents: Record<string, object> = { main: { type: 'main' } };
  for (const { agent } of scenario.steps) if (agent !== 'root') agents[agent] = SUB;
  files.document(join(folder, 'state.json'), {
    cwd: REPO,
    agents,
  });
  return files;
}

interface Output {
  readonly output: string;
  readonly isError?: boolean;
}

const SUB = { type: 'sub', parentAgentId: 'main' };
