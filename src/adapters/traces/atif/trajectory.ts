import { saidMessage } from '../../../domain/trace/build/said-message.ts';
import {
  isRecord,
  recordAt,
  recordsAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';
import type { AgentId } from '../../../domain/trace/agent.ts';
import { briefOf } from '../../../domain/trace/brief.ts';
import type { TraceBuilder } from '../../../domain/trace/build/trace-builder.ts';
import type { Evidence } from '../../../domain/trace/evidence.ts';
import { cut, LIMITS } from '../../../domain/trace/limits.ts';
import { timeOf, titleOf } from '../reading.ts';
import { isNoted, notedIn, oneOf, takeNotedAgent, takeNotedSession } from './noted.ts';
import { stepTokens, takeNotedStep } from './noted-steps.ts';
import { useOf } from './tools.ts';

/** The document that is being read. */
export interface Reading {
  readonly builder: TraceBuilder;
  readonly file: string;
  readonly root: AgentId;
  readonly hash: (text: string) => string;
}

/** One agent's trajectory in it. */
interface Trajectory extends Reading {
  readonly agent: AgentId;
  readonly parent: AgentId | null;
  readonly model: string | null;
  /** What fanin noted of it, if it is an export of fanin's. */
  readonly noted: JsonRecord;
}

const MOST_DEPTH = 20;

/** The id of a trajectory. */
export const idOf = (document: JsonRecord): AgentId | null =>
  textAt(document, 'trajectory_id') ?? textAt(document, 'session_id');

/** The id of the session: in an export of fanin's it is another one than the root agent's. */
export const sessionIdOf = (document: JsonRecord): string | null =>
  isNoted(notedIn(document)) ? textAt(document, 'session_id') : idOf(document);

/** A trajectory, and those of its sub-agents; how many steps there were. */
export function takeTrajectory(
  reading: Reading,
  document: JsonRecord,
  parent: AgentId | null,
  depth = 0,
): number {
  const { builder, file, root } = reading;
  const agent = parent === null ? root : (idOf(document) ?? `${parent}/${depth}`);
  const evidence: Evidence = { file, line: null, record: agent };
  const about = recordAt(document, 'agent');
  const model = textAt(about, 'model_name');
  builder.agent(
    agent,
    parent === null
      ? { kind: 'root', launch: 'person', type: textAt(about, 'name') }
      : { parent, type: textAt(about, 'name') },
    evidence,
  );
  if (parent === null) builder.session({ programVersion: textAt(about, 'version') });
  const noted = notedIn(document);
  if (isNoted(noted)) takeNotedAgent(builder, agent, recordAt(noted, 'agent'), evidence);
  if (parent === null && 'version' in noted) takeNotedSession(builder, noted, evidence);
  const steps = recordsAt(document, 'steps');
  const trajectory: Trajectory = { ...reading, agent, parent, model, noted };
  let told = false;
  for (const [index, step] of steps.entries()) {
    const id = step['step_id'];
    const at: Evidence = {
      file,
      line: null,
      record: `${agent}/step ${typeof id === 'number' ? id : index + 1}`,
    };
    if (step['is_copied_context'] === true) builder.notes.count('repeatedRecords');
    else told = takeStep(trajectory, step, at, told);
  }
  if (!isNoted(noted)) {
    takeTotals(trajectory, recordAt(document, 'final_metrics'), evidence);
    endAgent(trajectory, steps.at(-1), evidence);
  }
  const children = depth < MOST_DEPTH ? recordsAt(document, 'subagent_trajectories') : [];
  return (
    steps.length +
    children.reduce((sum, child) => sum + takeTrajectory(reading, child, agent, depth + 1), 0)
  );
}

/** The format does not say how an agent ended: a last answer without calls is the end of its work. */
function endAgent(
  { builder, agent }: Trajectory,
  last: JsonRecord | undefined,
  evidence: Evidence,
): void {
  if (last === undefined || textAt(last, 'source') !== 'agent') return;
  if (recordsAt(last, 'tool_calls').length > 0) return;
  builder.agent(
    agent,
    { end: { state: 'completed', by: 'itself', at: null, reason: null, evidence } },
    evidence,
  );
}

function takeStep(
  trajectory: Trajectory,
  step: JsonRecord,
  evidence: Evidence,
  told: boolean,
): boolean {
  const { builder, agent, root, hash, parent, noted } = trajectory;
  const at = timeOf(step['timestamp']);
  // Of a noted agent it is known when it was at work, and whether it has records of its own.
  if (!isNoted(noted)) builder.seen(agent, at, evidence);
  else if (recordAt(noted, 'agent')['recorded'] === true) builder.seen(agent, null, evidence);
  const source = textAt(step, 'source');
  const text = textOf(step['message']);
  if (takeNotedStep(builder, step, { agent, at, evidence })) {
    takeTokens(trajectory, step, { at, evidence, text });
    return told || source === 'user';
  }
  if (source === 'user') {
    const isRoot = agent === root;
    if (isRoot && !told) builder.session({ title: titleOf(text) });
    if (!isRoot && !told) builder.agent(agent, { brief: briefOf(text, hash) }, evidence);
    builder.event({
      kind: 'message',
      what: isRoot ? 'prompt' : told ? 'note' : 'brief',
      agent,
      at,
      evidence,
      from: parent === null ? { kind: 'person' } : { kind: 'agent', id: parent },
      to: { kind: 'agent', id: agent },
      text: cut(text, LIMITS.brief),
      length: text.length,
      call: null,
    });
    return true;
  }
  if (source === 'agent') takeAgentStep(trajectory, step, { at, evidence, text });
  else if (source !== 'system') builder.notes.unknownRecord(`step of ${source ?? '(no source)'}`);
  return told;
}

interface Said {
  readonly at: number | null;
  readonly evidence: Evidence;
  readonly text: string;
}

function takeAgentStep(
  trajectory: Trajectory,
  step: JsonRecord,
  { at, evidence, text }: Said,
): void {
  const { builder, agent, root } = trajectory;
  const calls = recordsAt(step, 'tool_calls');
  takeTokens(trajectory, step, { at, evidence, text });
  if (text !== '') {
    const final = agent === root && calls.length === 0;
    builder.event(saidMessage({ agent, at, evidence }, text, final));
  }
  const results = recordsAt(recordAt(step, 'observation'), 'results');
  for (const call of calls) takeCall(trajectory, call, results, { at, evidence, text });
}

function takeTokens(
  { builder, agent, model }: Trajectory,
  step: JsonRecord,
  { at, evidence }: Said,
): void {
  const metrics = step['metrics'];
  const count = step['llm_call_count'];
  if (!isRecord(metrics)) return;
  const noted = notedIn(metrics);
  const several = noted['of'] === 'total' || (typeof count === 'number' && count > 1);
  const stop = recordsAt(step, 'tool_calls').length > 0 ? 'tools' : 'unknown';
  builder.request(`${agent} ${evidence.record}`, {
    agent,
    at,
    evidence,
    // A request of which no model is known says so; elsewhere steps name a model where it is another one.
    model: textAt(step, 'model_name') ?? ('of' in noted ? null : model),
    usage: stepTokens(metrics),
    of: several ? 'total' : 'request',
    stop: oneOf(noted['stop'], ['end', 'tools', 'length', 'interrupted', 'unknown'], stop),
  });
}

function takeCall(
  { builder, agent, hash }: Trajectory,
  call: JsonRecord,
  results: readonly JsonRecord[],
  { at, evidence }: Said,
): void {
  const id = textAt(call, 'tool_call_id') ?? '';
  const name = textAt(call, 'function_name') ?? '';
  const use = useOf(name, recordAt(call, 'arguments'));
  builder.call({
    id,
    agent,
    at,
    name,
    use,
    cwd: textAt(recordAt(call, 'arguments'), 'cwd'),
    evidence,
  });
  const result = results.find((each) => textAt(each, 'source_call_id') === id);
  if (result === undefined) return;
  const text = textOf(result['content']);
  const exit = exitIn(text);
  // When a call ended is not said, nor whether it went well: an exit code in its text is all there is.
  builder.result({
    id,
    agent,
    at: null,
    outcome: exit !== null && exit !== 0 ? 'error' : 'ok',
    exit,
    text,
    length: text.length,
    cut: false,
  });
  for (const ref of recordsAt(result, 'subagent_trajectory_ref')) {
    const child = idOf(ref);
    if (child === null) continue;
    builder.agent(child, { parent: agent, spawnedBy: id }, evidence);
    builder.event({
      kind: 'spawn',
      agent,
      at,
      evidence,
      call: id,
      child,
      outcome: 'started',
      reason: null,
      briefHash: use.kind === 'delegate' && use.brief !== null ? hash(use.brief) : null,
    });
  }
}

function exitIn(text: string): number | null {
  const code = /(?:exit(?:ed)? (?:with )?(?:code|status):?|return ?code:?) (-?\d+)/i.exec(
    text.slice(-2_000),
  )?.[1];
  return code === undefined ? null : Number.parseInt(code, 10);
}

/** A message is text, or parts of which some are text. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return recordsAt({ content }, 'content')
    .map((part) => textAt(part, 'text') ?? '')
    .join('\n');
}

function takeTotals({ builder, agent }: Trajectory, metrics: JsonRecord, evidence: Evidence): void {
  if (!('total_prompt_tokens' in metrics)) return;
  const usd = metrics['total_cost_usd'];
  builder.stated({
    of: 'agent',
    agent,
    usage: stepTokens({
      prompt_tokens: metrics['total_prompt_tokens'],
      completion_tokens: metrics['total_completion_tokens'],
      cached_tokens: metrics['total_cached_tokens'],
      extra: metrics['extra'],
    }),
    usd: typeof usd === 'number' ? usd : null,
    evidence,
  });
}
