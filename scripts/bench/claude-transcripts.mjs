// Sessions as Claude Code 2.1.332 keeps them, with the order of its fields.
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

const MODEL = 'claude-sonnet-4-5';

/** One session, with three sub-agents beside each other; its bytes. */
export const claudeSession = (home, index) => {
  const random = randomOf(index + 1);
  const session = uuid(`claude ${index}`);
  const cwd = `/repo/project-${index % 5}`;
  const folder = join(home, '.claude', 'projects', `-repo-project-${index % 5}`);
  let bytes = 0;
  const startSubAgents = (log) => {
    for (let sub = 0; sub < 3; sub += 1) {
      const agent = uuid(`${session} sub ${sub}`).replaceAll('-', '').slice(0, 17);
      const input = {
        description: `Part ${sub}`,
        prompt: `Do part ${sub}.`,
        subagent_type: 'general-purpose',
      };
      const call = log.answer(`msg_${agent}`, [{ type: 'tool_use', name: 'Agent', input }]);
      const path = join(folder, session, 'subagents', `agent-${agent}.jsonl`);
      bytes += writeAgent({ path, session, agent, cwd, random, from: log.now() + sub * 2_000 }, 40);
      const content = [{ type: 'text', text: 'Done.' }];
      log.result(call, content, { status: 'completed', agentId: agent, content });
    }
  };
  const root = { path: join(folder, `${session}.jsonl`), session, agent: null, cwd, random };
  const own = writeAgent({ ...root, from: START + index * 3_600_000 }, 160, startSubAgents);
  return own + bytes;
};

/** An agent's file: answers with a text and a call each, and their results. */
const writeAgent = (of, turns, half) => {
  const { agent, random } = of;
  const log = openLog(of);
  log.user(`Do the work of ${agent ?? of.session}.`);
  for (let turn = 0; turn < turns; turn += 1) {
    const { name, input, content, facts } = callOf(random, of.cwd);
    const text = { type: 'text', text: output(random, 200) };
    log.result(
      log.answer(`msg_${log.name}${turn}`, [text, { type: 'tool_use', name, input }]),
      content,
      facts,
    );
    if (turn % 7 === 0)
      log.attachment({ type: 'todo_reminder', content: output(random, 2_000), itemCount: 4 });
    if (turn === turns / 2) half?.(log);
  }
  log.answer(`msg_${log.name}end`, [{ type: 'text', text: 'Done.' }], 'end_turn');
  return log.close();
};

/** What stands around every record: links, times, and where it was made. */
const openFrame = ({ session, agent, cwd, random, from }) => {
  let at = from;
  let count = 0;
  const id = () => uuid(`${session} ${agent} ${count}`);
  return {
    id,
    now: () => at,
    start: () => ({
      parentUuid: count === 0 ? null : id(),
      isSidechain: agent !== null,
      promptId: uuid(session),
      ...(agent === null ? {} : { agentId: agent }),
    }),
    stamp: () => {
      count += 1;
      at += 400 + random(6_000);
      return { uuid: id(), timestamp: new Date(at).toISOString() };
    },
    end: {
      userType: 'external',
      entrypoint: 'cli',
      cwd,
      sessionId: session,
      version: '2.1.332',
      gitBranch: 'main',
    },
  };
};

const openLog = (of) => {
  const { path, session, agent, random } = of;
  const file = makeFile(path);
  const { id, now, start, stamp, end } = openFrame(of);
  const name = `${session.slice(0, 8)}${agent ?? ''}`;
  return {
    name,
    now,
    close: () => file.close(),
    user: (content) =>
      file.line({
        ...start(),
        type: 'user',
        message: { role: 'user', content },
        ...stamp(),
        ...end,
      }),
    /** One record a block, all with the usage of the answer; the call of the last one. */
    answer(message, blocks, stop = 'tool_use') {
      const usage = usageOf(random);
      const call = `toolu_${message}`;
      for (const block of blocks) {
        const content = [block.type === 'tool_use' ? { ...block, id: call } : block];
        file.line({
          ...start(),
          message: {
            id: message,
            type: 'message',
            role: 'assistant',
            model: MODEL,
            content,
            stop_reason: stop,
            stop_sequence: null,
            usage,
            stop_details: null,
          },
          requestId: `req_${message}`,
          type: 'assistant',
          ...stamp(),
          ...end,
        });
      }
      return call;
    },
    result: (call, content, facts) =>
      file.line({
        ...start(),
        type: 'user',
        message: { role: 'user', content: [{ tool_use_id: call, type: 'tool_result', content }] },
        ...stamp(),
        toolUseResult: facts,
        sourceToolAssistantUUID: id(),
        ...end,
      }),
    attachment: (attachment) =>
      file.line({ ...start(), attachment, type: 'attachment', ...stamp(), ...end }),
  };
};

const usageOf = (random) => {
  const written = random(3_000);
  return {
    input_tokens: 4 + random(20),
    cache_creation_input_tokens: written,
    cache_read_input_tokens: 20_000 + random(100_000),
    output_tokens: 50 + random(900),
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: 'standard',
    cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: written },
    inference_geo: '',
    iterations: [],
    speed: 'standard',
  };
};

const callOf = (random, cwd) => {
  const path = `${cwd}/src/app/file${random(40)}.ts`;
  const text = outputOf(random);
  switch (random(4)) {
    case 0: {
      const content = text.split('\n').map((line, at) => `${at + 1}\t${line}`);
      const file = { filePath: path, content: text, numLines: 90, startLine: 1, totalLines: 90 };
      return {
        name: 'Read',
        input: { file_path: path },
        content: content.join('\n'),
        facts: { type: 'text', file },
      };
    }
    case 1: {
      const [before, after] = [output(random, 300), output(random, 400)];
      return {
        name: 'Edit',
        input: { file_path: path, old_string: before, new_string: after, replace_all: false },
        content: `The file ${path} has been updated.`,
        facts: {
          filePath: path,
          oldString: before,
          newString: after,
          originalFile: `${text}${before}`,
          structuredPatch: [
            { oldStart: 1, oldLines: 3, newStart: 1, newLines: 4, lines: before.split('\n') },
          ],
          userModified: false,
          replaceAll: false,
        },
      };
    }
    default:
      return {
        name: 'Bash',
        input: { command: commandOf(random), description: 'look' },
        content: text,
        facts: {
          stdout: text,
          stderr: '',
          interrupted: false,
          isImage: false,
          noOutputExpected: false,
        },
      };
  }
};
