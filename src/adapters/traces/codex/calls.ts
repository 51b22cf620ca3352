import { recordAt, recordsAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { linesOfDiff } from '../../../domain/trace/build/patch-text.ts';
import type { PatchedFile, ToolUse } from '../../../domain/trace/build/tool-use.ts';
import { cut, LIMITS } from '../../../domain/trace/limits.ts';
import { timeOf } from '../reading.ts';
import { outputOf } from './outputs.ts';
import type { Standing, ThreadState } from './thread-state.ts';
import { argumentsOf, commandOf, useOf } from './tools.ts';

/** A call as the model made it. */
export function takeCall(thread: ThreadState, standing: Standing, payload: JsonRecord): void {
  const { session, agent } = thread;
  const id = textAt(payload, 'call_id') ?? textAt(payload, 'id') ?? '';
  const name = textAt(payload, 'name') ?? textAt(payload, 'type') ?? '';
  const input =
    textAt(payload, 'type') === 'local_shell_call'
      ? recordAt(payload, 'action')
      : argumentsOf(payload);
  const resolve = (target: string | null): string | null => resolved(thread, target);
  const use = useOf(name, input, textAt(payload, 'input') ?? '', resolve);
  const folder = textAt(input, 'workdir') ?? textAt(input, 'working_directory') ?? thread.cwd;
  if (use.kind === 'delegate')
    session.spawns.set(id, {
      parent: agent,
      task: use.name,
      brief: use.brief,
      inherits: inheritsOf(input),
      ...standing,
    });
  if (use.kind === 'stop' && use.target !== null)
    session.stopped.set(use.target, standing.evidence);
  thread.openCalls.add(id);
  session.builder.call({ id, agent, name, use, cwd: folder, ...standing });
}

function inheritsOf(input: JsonRecord): boolean | null {
  const turns = textAt(input, 'fork_turns');
  if (turns !== null) return turns !== 'none';
  return typeof input['fork_context'] === 'boolean' ? input['fork_context'] : null;
}

/** A target by its thread's id, its task's name or its path. */
export function resolved({ session }: ThreadState, target: string | null): string | null {
  if (target === null || session.builder.agents.has(target)) return target;
  return session.named.get(target.replace(/^.*\//, '')) ?? null;
}

/** The output of a call, as the model got it. */
export function takeOutput(thread: ThreadState, { at }: Standing, payload: JsonRecord): void {
  const { session, agent } = thread;
  const id = textAt(payload, 'call_id') ?? '';
  const spawning = session.spawns.get(id);
  if (spawning === undefined && thread.settled.delete(id)) return;
  const says = outputOf(payload);
  if (spawning !== undefined) {
    const child = session.childOf.get(id) ?? null;
    // Where an item told of the start it is counted already.
    if (child === null)
      session.builder.event({
        kind: 'spawn',
        agent: spawning.parent,
        at: spawning.at,
        evidence: spawning.evidence,
        call: id,
        child,
        outcome: says.outcome === 'ok' ? 'unknown' : 'refused',
        reason: says.outcome === 'ok' ? null : cut(says.text, LIMITS.reason),
        briefHash: spawning.brief === null ? null : session.hash(spawning.brief),
      });
  }
  if (thread.settled.delete(id)) return;
  thread.openCalls.delete(id);
  thread.settled.add(id);
  session.builder.result({
    id,
    agent,
    at,
    outcome: says.outcome,
    exit: says.exit,
    text: says.text,
    length: says.text.length,
    cut: says.cut,
    ...(says.timedOut === null ? {} : { timedOut: says.timedOut }),
  });
}

/** What a `CommandExecution` ran, and where. */
export const ranIn = (
  { cwd }: Pick<ThreadState, 'cwd'>,
  item: JsonRecord,
): { readonly command: string; readonly cwd: string | null } => ({
  command: commandOf(item['command']),
  cwd: textAt(item, 'cwd')?.replace(/^file:\/\//, '') ?? cwd,
});

/** `CommandExecution`: a command that ran. In code mode the model's call is a program, and commands are told here alone. */
export function takeCommand(
  thread: ThreadState,
  standing: Standing,
  item: JsonRecord,
  payload: JsonRecord,
): void {
  const { command, cwd } = ranIn(thread, item);
  const use: ToolUse = { kind: 'shell', command };
  const code = item['exit_code'];
  const exit = typeof code === 'number' ? code : null;
  const status = textAt(item, 'status');
  finishItem(
    thread,
    standing,
    { item, payload, name: 'exec_command', use, cwd },
    {
      outcome:
        status === 'declined'
          ? 'refused'
          : exit === 0 || (exit === null && status === 'completed')
            ? 'ok'
            : 'error',
      exit,
      text: textAt(item, 'aggregated_output') ?? '',
    },
  );
}

/** `FileChange`: a patch that was put in, or was not. */
export function takeFileChange(
  thread: ThreadState,
  standing: Standing,
  item: JsonRecord,
  payload: JsonRecord,
): void {
  const use: ToolUse = { kind: 'patch', files: changedFiles(recordAt(item, 'changes')) };
  const status = textAt(item, 'status');
  finishItem(
    thread,
    standing,
    { item, payload, name: 'apply_patch', use, cwd: thread.cwd },
    {
      outcome: status === 'completed' ? 'ok' : status === 'declined' ? 'refused' : 'error',
      exit: null,
      text: textAt(item, 'stderr') ?? textAt(item, 'stdout') ?? '',
    },
  );
}

function changedFiles(changes: JsonRecord): readonly PatchedFile[] {
  return Object.entries(changes).flatMap(([path, value]): readonly PatchedFile[] => {
    const change = recordAt({ value }, 'value');
    const content = textAt(change, 'content') ?? '';
    const to = textAt(change, 'move_path');
    switch (textAt(change, 'type')) {
      case 'add':
        return [{ path, op: 'create', added: content, removed: '' }];
      case 'delete':
        return [{ path, op: 'delete', added: '', removed: content }];
      default: {
        const lines = linesOfDiff(textAt(change, 'unified_diff') ?? '');
        if (to === null) return [{ path, op: 'edit', ...lines }];
        return [
          { path, op: 'delete', added: '', removed: '' },
          { path: to, op: 'move', ...lines },
        ];
      }
    }
  });
}

interface Item {
  readonly item: JsonRecord;
  readonly payload: JsonRecord;
  readonly name: string;
  readonly use: ToolUse;
  readonly cwd: string | null;
}

interface Ended {
  readonly outcome: 'ok' | 'error' | 'refused';
  readonly exit: number | null;
  readonly text: string;
}

/** The end of a call that an item tells of: of one that is open, or of one that nobody told of before. */
function finishItem(
  { session: { builder }, agent, openCalls, settled }: ThreadState,
  { at, evidence }: Standing,
  { item, payload, name, use, cwd }: Item,
  ended: Ended,
): void {
  const id = textAt(item, 'id') ?? '';
  // Its output came first (a turn that was broken off), and has told the end.
  if (settled.delete(id)) return;
  if (!openCalls.delete(id))
    builder.call({
      id,
      agent,
      name,
      use,
      cwd,
      at: timeOf(payload['started_at_ms']) ?? at,
      evidence,
    });
  else settled.add(id);
  builder.result({
    id,
    agent,
    at: timeOf(payload['completed_at_ms']) ?? at,
    ...ended,
    length: ended.text.length,
    cut: false,
  });
}

/** Text of a message's blocks. */
export const textOfBlocks = (payload: JsonRecord): string =>
  recordsAt(payload, 'content')
    .map((block) => textAt(block, 'text') ?? textAt(block, 'encrypted_content') ?? '')
    .join('\n');
