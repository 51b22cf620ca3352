// Threads as Codex 0.171 keeps them, with the order of its fields.
import { join } from 'node:path';
import {
  commandOf,
  makeFile,
  output,
  outputOf,
  randomOf,
  START,
  uuid,
} from './transcript-parts.mjs';

/** One thread; its bytes. */
export const codexThread = (home, index) => {
  const random = randomOf(index + 10_001);
  const thread = uuid(`codex ${index}`);
  const turn = uuid(`turn ${index}`);
  const cwd = `/repo/project-${index % 5}`;
  const log = openLog(home, { thread, turn, cwd, random, from: START + index * 1_800_000 });
  log.line('session_meta', {
    session_id: thread,
    id: thread,
    timestamp: log.time(),
    cwd,
    originator: 'codex_exec',
    cli_version: '0.171.0',
    source: 'exec',
    model_provider: 'openai',
    base_instructions: { text: output(random, 15_000) },
    git: { branch: 'main' },
  });
  log.line('event_msg', {
    type: 'task_started',
    turn_id: turn,
    started_at: Math.floor(log.now() / 1000),
  });
  log.line('turn_context', {
    turn_id: turn,
    cwd,
    approval_policy: 'never',
    model: 'gpt-5.4',
    summary: 'auto',
  });
  const content = [{ type: 'input_text', text: `Do the work ${index}.` }];
  log.line('response_item', { type: 'message', id: 'm0', role: 'user', content });
  for (let step = 0; step < 200; step += 1) takeStep(log, step, { thread, turn, cwd, random });
  const said = [{ type: 'output_text', text: 'Done.' }];
  log.line('response_item', { type: 'message', id: 'mend', role: 'assistant', content: said });
  log.line('event_msg', {
    type: 'task_complete',
    turn_id: turn,
    last_agent_message: 'Done.',
    completed_at: Math.floor(log.now() / 1000),
  });
  return log.close();
};

const openLog = (home, { thread, random, from }) => {
  let at = from;
  let ordinal = -1;
  const time = () => new Date(at).toISOString();
  const [day, clock] = time().split('T');
  const name = `rollout-${day}T${clock.slice(0, 8).replaceAll(':', '-')}-${thread}.jsonl`;
  const file = makeFile(join(home, '.codex', 'sessions', ...day.split('-'), name));
  const total = {
    input_tokens: 0,
    cached_input_tokens: 0,
    output_tokens: 0,
    reasoning_output_tokens: 0,
    total_tokens: 0,
  };
  return {
    time,
    total,
    now: () => at,
    close: () => file.close(),
    line(type, payload) {
      at += random(900);
      ordinal += 1;
      file.line({ timestamp: time(), ordinal, type, payload });
    },
  };
};

/** One answer: what was thought, a call, its tokens, and what came of it. */
const takeStep = (log, step, { thread, turn, cwd, random }) => {
  const call = { id: `call_${step}`, step, cwd, command: commandOf(random), random };
  const made = step % 10 === 4 ? patchCall(call) : commandCall(call);
  const encrypted = Buffer.from(output(random, 1_200)).toString('base64');
  log.line('response_item', {
    type: 'reasoning',
    id: `rs_${step}`,
    summary: [],
    content: null,
    encrypted_content: encrypted,
  });
  log.line('response_item', made.asked);
  const last = addTokens(log.total, random);
  log.line('token_usage_record', {
    thread_id: thread,
    turn_id: turn,
    session_id: thread,
    response_id: `resp_${thread}_${step}`,
    usage: last,
    turn_token_usage: log.total,
    thread_token_usage: log.total,
  });
  const at = log.now();
  log.line('event_msg', {
    type: 'item_completed',
    thread_id: thread,
    turn_id: turn,
    item: made.item,
    started_at_ms: at,
    completed_at_ms: at + 300,
  });
  log.line('response_item', {
    type: `${made.asked.type}_output`,
    id: `fco_${step}`,
    call_id: call.id,
    output: `Chunk ID: d3bed2\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n${made.text}`,
  });
  log.line('event_msg', {
    type: 'token_count',
    info: { total_token_usage: log.total, last_token_usage: last, model_context_window: 258_400 },
    rate_limits: null,
  });
};

const commandCall = ({ id, step, cwd, command, random }) => {
  const text = outputOf(random);
  return {
    text,
    asked: {
      type: 'function_call',
      id: `fc_${step}`,
      name: 'exec_command',
      arguments: JSON.stringify({ cmd: command }),
      call_id: id,
    },
    item: {
      type: 'CommandExecution',
      id,
      process_id: '77',
      command: ['/bin/bash', '-lc', command],
      cwd: `file://${cwd}`,
      parsed_cmd: [{ type: 'unknown', cmd: command }],
      source: 'unified_exec_startup',
      status: 'completed',
      aggregated_output: text,
      exit_code: 0,
      duration: { secs: 0, nanos: 5 },
    },
  };
};

const patchCall = ({ id, step, cwd, random }) => {
  const path = `src/app/file${step}.ts`;
  const hunk = `@@\n-a\n+${output(random, 300)}`;
  const input = `*** Begin Patch\n*** Update File: ${path}\n${hunk}*** End Patch`;
  const change = { type: 'update', unified_diff: hunk, move_path: null };
  return {
    text: 'Success.',
    asked: {
      type: 'custom_tool_call',
      id: `fc_${step}`,
      status: 'completed',
      call_id: id,
      name: 'apply_patch',
      input,
    },
    item: {
      type: 'FileChange',
      id,
      changes: { [`${cwd}/${path}`]: change },
      status: 'completed',
    },
  };
};

const addTokens = (total, random) => {
  const last = {
    input_tokens: 20_000 + random(90_000),
    cached_input_tokens: 20_000,
    output_tokens: 40 + random(800),
    reasoning_output_tokens: 20,
  };
  const all = { ...last, total_tokens: last.input_tokens + last.output_tokens };
  for (const key of Object.keys(total)) total[key] += all[key];
  return all;
};
