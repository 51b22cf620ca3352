import { saidMessage } from '../../../domain/trace/build/said-message.ts';
import { recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import type { CallOutcome } from '../../../domain/trace/event.ts';
import { cut, LIMITS } from '../../../domain/trace/limits.ts';
import { endOfStatus, finishedIn, linksIn } from './agents.ts';
import { useOf } from './tools.ts';
import { MAIN, type Standing, type WireState } from './wire-state.ts';

/** What happens within a turn: what the agent says, its calls and their results. */
export function takeLoopEvent(wire: WireState, standing: Standing, event: JsonRecord): void {
  switch (textAt(event, 'type')) {
    case 'content.part':
      takeText(wire, standing, recordAt(event, 'part'));
      return;
    case 'tool.call':
      takeCall(wire, standing, event);
      return;
    case 'tool.result':
      takeResult(wire, standing, event);
      return;
    case 'step.end':
      stepEnded(wire, textAt(event, 'finishReason') ?? '');
      return;
    default:
  }
}

function takeText({ agent, said }: WireState, standing: Standing, part: JsonRecord): void {
  const text = textAt(part, 'text');
  if (textAt(part, 'type') !== 'text' || text === null || text === '') return;
  said.push(saidMessage({ agent, ...standing }, text));
}

/** What the root says in the step that ends its turn is its answer. */
function stepEnded({ session, agent, said }: WireState, reason: string): void {
  const final = agent === MAIN && reason === 'end_turn';
  for (const message of said)
    session.builder.event(final ? { ...message, what: 'final', to: { kind: 'person' } } : message);
  said.length = 0;
}

function takeCall(wire: WireState, standing: Standing, event: JsonRecord): void {
  const { session, agent } = wire;
  const id = textAt(event, 'toolCallId') ?? '';
  const name = textAt(event, 'name') ?? '';
  const args = recordAt(event, 'args');
  const use = useOf(name, args, (task) => session.agentOfTask.get(task) ?? null);
  const folder = textAt(recordAt(event, 'display'), 'cwd') ?? textAt(args, 'cwd') ?? wire.cwd;
  wire.toolOf.set(id, name);
  const output = use.kind === 'read' ? OUTPUT_FILE.exec(use.paths[0] ?? '')?.[1] : undefined;
  if (output !== undefined) wire.outputOf.set(id, output);
  if (use.kind === 'delegate')
    session.spawns.set(id, {
      parent: agent,
      // A swarm's template is the brief of none of its agents.
      brief: name === 'AgentSwarm' ? null : use.brief,
      swarm: name === 'AgentSwarm',
      ...standing,
    });
  if (use.kind === 'stop' && use.target !== null)
    session.stopped.set(use.target, standing.evidence);
  session.builder.call({ id, agent, name, use, cwd: folder, ...standing });
}

/** Where the program puts the result of a sub-agent that ran beside its parent. Its notice names the file, and not what is in it. */
const OUTPUT_FILE = /\/tasks\/([^/]+)\/output\.log$/;

function takeResult(wire: WireState, standing: Standing, event: JsonRecord): void {
  const { session, agent, toolOf } = wire;
  const id = textAt(event, 'toolCallId') ?? '';
  const result = recordAt(event, 'result');
  const text = textAt(result, 'output') ?? '';
  const failed = result['isError'] === true;
  const isShell = toolOf.get(id) === 'Bash' || toolOf.get(id) === 'Shell';
  const exit = isShell ? (failed ? exitIn(text) : 0) : null;
  const status = /^wait_status: (\w+)/m.exec(text)?.[1];
  session.builder.result({
    id,
    agent,
    at: standing.at,
    outcome: failed ? failedOutcome(text, exit) : 'ok',
    exit,
    text,
    length: text.length,
    cut: /\[?(?:output )?truncated/i.test(text.slice(-400)),
    ...(status === undefined ? {} : { timedOut: /time/.test(status) }),
  });
  takeLinks(wire, standing, { call: id, text, failed });
  const child = session.agentOfTask.get(wire.outputOf.get(id) ?? '');
  if (child !== undefined && !failed)
    takeUp(wire, standing, { call: id, child, text: text.replaceAll(/^ *\d+\t/gm, '') });
  if (/^(?:WaitFor|TaskOutput)$/.test(toolOf.get(id) ?? ''))
    for (const { agent: other, status } of finishedIn(text))
      if (status === 'completed') takeUp(wire, standing, { call: id, child: other, text });
}

/** The result that a call brings of a sub-agent that ran beside its parent. */
function takeUp(
  { session, agent }: WireState,
  standing: Standing,
  { call, child, text }: { readonly call: string; readonly child: string; readonly text: string },
): void {
  if (session.parentOf.has(child))
    session.builder.event({
      kind: 'message',
      what: 'result',
      agent,
      ...standing,
      from: { kind: 'agent', id: child },
      to: { kind: 'agent', id: agent },
      text: cut(text, LIMITS.message),
      length: text.length,
      call,
    });
}

function failedOutcome(text: string, exit: number | null): CallOutcome {
  if (exit !== null) return 'error';
  const start = text.slice(0, 400);
  if (/^(?:interrupted by user|session closed|aborted|cancelled)/i.test(start))
    return 'interrupted';
  return /guard|hook|denied|disabled by the active tool policy|rejected|not allowed|too many background/i.test(
    start,
  )
    ? 'refused'
    : 'error';
}

function exitIn(text: string): number | null {
  const code = /Command failed with exit code: (-?\d+)/.exec(text.slice(-300))?.[1];
  return code === undefined ? null : Number.parseInt(code, 10);
}

/** Sub-agents that a result names: older records have no other link to them; and starts that were refused. */
function takeLinks(
  { session, agent }: WireState,
  standing: Standing,
  {
    call,
    text,
    failed,
  }: { readonly call: string; readonly text: string; readonly failed: boolean },
): void {
  const spawning = session.spawns.get(call);
  if (spawning === undefined) return;
  const { builder } = session;
  const links = linksIn(text);
  for (const { agent: child, status } of links) {
    const end = endOfStatus(status, standing);
    if (end !== null && !session.told.has(child)) session.told.set(child, end);
    if (session.spawned.has(child)) continue;
    session.spawned.add(child);
    session.parentOf.set(child, agent);
    const launch = spawning.swarm ? 'swarm' : end === null ? 'background' : 'foreground';
    builder.agent(child, { parent: agent, spawnedBy: call, launch }, standing.evidence);
    builder.event({ ...spawnEvent(call, spawning), child, outcome: 'started', reason: null });
  }
  if (failed && links.length === 0)
    builder.event({
      ...spawnEvent(call, spawning),
      child: null,
      outcome: 'refused',
      reason: cut(text, LIMITS.reason),
    });
}

const spawnEvent = (
  call: string,
  { parent, at, evidence }: { readonly parent: string } & Standing,
) => ({ kind: 'spawn' as const, agent: parent, at, evidence, call, briefHash: null });
