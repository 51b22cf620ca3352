import { diffOf, patchOf } from './codex-patch.ts';
import type { Scenario, Step } from './scenario.ts';
import { makeSessionFiles, makeTree, REPO, timeAt, type SessionFiles } from './session-files.ts';

const MOMENT = 0.05;
/** The longest that Codex waits for a sub-agent. */
const LONGEST_WAIT = 3_600_000;

/**
 * Records as Codex 0.171.0 writes them with its second generation of sub-agents, without what no importer reads: a file
 * for each thread, commands and patches by way of programs (`exec`), results as messages to the parent. Every sub-agent
 * runs beside its parent, which waits for those of a scenario that it was to wait for.
 */
export function codexSession(scenario: Scenario): SessionFiles {
  const files = makeSessionFiles();
  const session = `${scenario.code}.${scenario.id}`;
  const changed = makeTree(scenario);
  const background = new Set<string>();
  const results = new Map<string, string>();
  const live = new Set<string>(['root']);
  let count = 0;
  /** The minute of the root's last record: from there it waits. */
  let free = 0;

  const idOf = (agent: string): string => (agent === 'root' ? session : agent);
  const pathOf = (agent: string): string => (agent === 'root' ? '/root' : `/root/${agent}`);
  const fileOf = (agent: string): string =>
    `sessions/2026/11/02/rollout-2026-11-02T09-00-00-${idOf(agent)}.jsonl`;
  const add = ({ agent, at }: Moment, type: string, payload: object, step?: Step): void => {
    const timestamp = new Date(timeAt(at)).toISOString();
    files.add(fileOf(agent), at, { timestamp, type, payload }, step);
    if (agent === 'root') free = Math.max(free, at);
  };
  const event = (agent: string, at: number, payload: object, step?: Step): void =>
    add({ agent, at }, 'event_msg', { ...payload, turn_id: `turn-${idOf(agent)}` }, step);
  const item = (agent: string, at: number, payload: object, step?: Step): void => {
    count += 1;
    add({ agent, at }, 'response_item', { ...payload, id: `item_${count}` }, step);
  };
  const completed = (
    agent: string,
    { from, to }: { from: number; to: number },
    what: object,
    step?: Step,
  ): void => {
    count += 1;
    const times = { started_at_ms: timeAt(from), completed_at_ms: timeAt(to) };
    const told = { id: `exec-${count}`, ...what };
    event(
      agent,
      to,
      { type: 'item_completed', thread_id: idOf(agent), item: told, ...times },
      step,
    );
  };
  const usage = (agent: string, at: number): void => {
    const tokens = { input_tokens: 1000, output_tokens: 50, total_tokens: 1050 };
    const names = { thread_id: idOf(agent), session_id: session, response_id: `resp_${count}` };
    add({ agent, at }, 'token_usage_record', { ...names, usage: tokens });
  };
  const begin = (agent: string, at: number): void => {
    const spawned = {
      parent_thread_id: session,
      source: {
        subagent: {
          thread_spawn: { parent_thread_id: session, depth: 1, agent_path: pathOf(agent) },
        },
      },
    };
    add({ agent, at }, 'session_meta', {
      session_id: session,
      id: idOf(agent),
      timestamp: new Date(timeAt(at)).toISOString(),
      cwd: REPO,
      runtime_workspace_roots: [REPO],
      cli_version: '0.171.0',
      git: { branch: 'main' },
      ...(agent === 'root' ? { source: 'exec' } : spawned),
    });
    event(agent, at, { type: 'task_started' });
    add({ agent, at }, 'turn_context', { cwd: REPO, model: 'gpt-6.2-sol' });
  };
  const says = (agent: string, at: number, text: string, step: Step): void => {
    const content = [{ type: 'output_text', text }];
    item(agent, at, { type: 'message', role: 'assistant', content }, step);
    usage(agent, at);
  };
  const ended = (agent: string, at: number, last: string | null): void => {
    live.delete(agent);
    event(agent, at, { type: 'task_complete', last_agent_message: last });
  };
  const aborted = (agent: string, at: number): void => {
    live.delete(agent);
    event(agent, at, { type: 'turn_aborted', reason: 'interrupted' });
  };
  /** What one agent hands to another, sealed with the names of both. */
  const mail = (kind: string, { from, to, at, text }: Mail, step?: Step): void =>
    item(
      to,
      at,
      {
        type: 'agent_message',
        author: pathOf(from),
        recipient: pathOf(to),
        content: [
          {
            type: 'input_text',
            text: `Message Type: ${kind}\nTask name: ${pathOf(to)}\nSender: ${pathOf(from)}\nPayload:\n${text}`,
          },
        ],
      },
      step,
    );
  const activity = (at: number, child: string, kind: string, id: string): void => {
    const what = { type: 'SubAgentActivity', id, kind, agent_thread_id: child };
    completed('root', { from: at, to: at }, { ...what, agent_path: pathOf(child) });
  };
  /** A call of a tool for sub-agents. */
  const call = (step: Step, name: string, args: object, { to, output }: Answer): string => {
    count += 1;
    const id = `call_${count}`;
    const text = JSON.stringify(args);
    item(
      step.agent,
      step.at,
      { type: 'function_call', name, namespace: 'collaboration', arguments: text, call_id: id },
      step,
    );
    usage(step.agent, step.at);
    const said = { type: 'function_call_output', call_id: id, output: JSON.stringify(output) };
    item(step.agent, to, said);
    return id;
  };
  /** A program that makes one call; what the call did is told as an item, if it came to that. */
  const exec = (step: Step, input: string, what: object | null, output: string): void => {
    count += 1;
    const call_id = `call_${count}`;
    const from = step.at;
    const to = step.until ?? from + MOMENT;
    item(
      step.agent,
      from,
      { type: 'custom_tool_call', name: 'exec', namespace: 'functions', input, call_id },
      what === null ? step : undefined,
    );
    usage(step.agent, from);
    if (what !== null) completed(step.agent, { from, to }, what, step);
    const head = what === null ? 'Script failed' : 'Script completed';
    const blocks = [`${head}\nWall time 0.1 seconds\nOutput:\n`, output];
    item(step.agent, to, {
      type: 'custom_tool_call_output',
      call_id,
      output: blocks.map((text) => ({ type: 'input_text', text })),
    });
  };
  const command = (step: Step, text: string, exit: number, output: string): void =>
    exec(
      step,
      `text(await tools.exec_command({cmd: ${JSON.stringify(text)}}));`,
      {
        type: 'CommandExecution',
        command: ['/bin/bash', '-lc', text],
        cwd: `file://${REPO}`,
        status: exit === 0 ? 'completed' : 'failed',
        aggregated_output: output,
        exit_code: exit,
      },
      JSON.stringify({ exit_code: exit, output }),
    );
  const patch = (step: Step): void => {
    const change = changed(step, REPO);
    const body = patchOf(change, step.verb);
    const input = `text(await tools.apply_patch(${JSON.stringify(body)}));`;
    if (step.result?.startsWith('!') === true) {
      const why = `apply_patch verification failed: Failed to find expected lines in ${change.path}`;
      exec(step, input, null, `Error: ${why}:\n${change.old}`);
      return;
    }
    const what =
      step.verb === 'edit'
        ? { type: 'update', unified_diff: diffOf(change), move_path: null }
        : { type: 'add', content: change.put };
    const told = { type: 'FileChange', changes: { [change.path]: what }, status: 'completed' };
    exec(step, input, { ...told, stdout: 'Success.', stderr: '' }, '{}');
  };
  const take: Readonly<Record<string, (step: Step) => void>> = {
    read: (step) => command(step, `sed -n '1,240p' ${step.args}`, 0, step.result ?? 'text'),
    write: patch,
    edit: patch,
    run(step) {
      const [exit = '0', ...words] = (step.result ?? '0').split(' ');
      command(step, step.args, Number(exit), words.join(' '));
    },
    spawn(step) {
      const [child = '', how] = step.args.split(' ');
      if (how === 'bg') background.add(child);
      live.add(child);
      const args = { task_name: child, message: step.text, fork_turns: 'none' };
      const to = step.at + MOMENT;
      const id = call(step, 'spawn_agent', args, { to, output: { task_name: pathOf(child) } });
      activity(step.at + MOMENT / 2, child, 'started', id);
      begin(child, to);
      mail('NEW_TASK', { from: 'root', to: child, at: to, text: step.text ?? '' });
    },
    done(step) {
      const text = step.text ?? '';
      says(step.agent, step.at, text, step);
      ended(step.agent, step.at, text);
      results.set(step.agent, text);
      const at = step.at + MOMENT;
      if (!background.has(step.agent)) waited(at);
      activity(at, step.agent, 'completed', `subagent-completed-${step.agent}`);
      if (!background.has(step.agent))
        mail('FINAL_ANSWER', { from: step.agent, to: 'root', at, text });
    },
    fail(step) {
      event(step.agent, step.at, { type: 'error', message: step.text }, step);
      ended(step.agent, step.at, null);
      waited(step.at + MOMENT);
    },
    take: (step) =>
      mail(
        'FINAL_ANSWER',
        { from: step.args, to: 'root', at: step.at, text: results.get(step.args) ?? '' },
        step,
      ),
    stop(step) {
      const to = step.at + MOMENT;
      const target = { target: step.args };
      const wasLive = live.has(step.args);
      const before = { previous_status: wasLive ? 'running' : 'completed' };
      const id = call(step, 'interrupt_agent', target, { to, output: before });
      if (!wasLive) return;
      activity(step.at + MOMENT / 2, step.args, 'interrupted', id);
      aborted(step.args, step.at + MOMENT / 2);
    },
    wait(step) {
      const [, seconds = '0'] = step.args.split(' ');
      const timeout = step.result === 'timeout';
      const args = { timeout_ms: Number(seconds) * 1000 };
      call(step, 'wait_agent', args, { to: step.until ?? step.at, output: waitSays(timeout) });
    },
    look: (step) =>
      void call(step, 'list_agents', {}, { to: step.at + MOMENT, output: { agents: [] } }),
    say: (step) => says('root', step.at, step.text ?? '', step),
    final(step) {
      says('root', step.at, step.text ?? '', step);
      ended('root', step.at, step.text);
    },
    compact(step) {
      add({ agent: step.agent, at: step.at }, 'compacted', { message: '' }, step);
      event(step.agent, step.at, { type: 'context_compacted' });
    },
    end(step) {
      event('root', step.at, { type: 'background_event', message: 'interrupted' }, step);
      for (const agent of live) aborted(agent, step.at);
    },
  };
  const waited = (at: number): void => {
    const step: Step = { ...WAITING, at: Math.min(free, at) };
    call(step, 'wait_agent', { timeout_ms: LONGEST_WAIT }, { to: at, output: waitSays(false) });
  };

  begin('root', 0);
  const content = [{ type: 'input_text', text: scenario.prompt }];
  item('root', 0, { type: 'message', role: 'user', content });
  for (const step of scenario.steps) take[step.verb]?.(step);
  return files;
}

type Moment = Pick<Step, 'agent' | 'at'>;

interface Mail {
  readonly from: string;
  readonly to: string;
  readonly at: number;
  readonly text: string;
}

/** What a tool answers, and when. */
interface Answer {
  readonly to: number;
  readonly output: object;
}

const waitSays = (timeout: boolean): object => ({
  message: timeout ? 'Wait timed out.' : 'Wait completed.',
  timed_out: timeout,
});

const WAITING: Step = {
  marked: false,
  at: 0,
  until: null,
  agent: 'root',
  verb: 'wait',
  args: '',
  text: null,
  result: null,
};
